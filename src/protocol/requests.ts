import * as z from "zod";
import { Mode } from "./policy.ts";

const id = z.string().min(1).max(200);
/** 2 MB of text is more than any prompt and less than what would hurt. */
const text = z.string().max(2_000_000);

export const SettingsChange = z.strictObject({
  agent: z.string().min(1).optional(),
  model: z.string().min(1).optional(),
  mode: Mode.optional(),
  thinking: z.boolean().optional(),
  maxSteps: z.int().positive().max(1000).optional(),
});
export type SettingsChange = z.infer<typeof SettingsChange>;

/** Every request a surface may send to a session. Requests are strict: an unknown field is refused, not ignored. */
export const requestSchemas = {
  prompt: z.strictObject({
    type: z.literal("prompt"),
    text,
    agent: z.string().min(1).optional(),
    model: z.string().min(1).optional(),
    mode: Mode.optional(),
    attachments: z
      .array(z.strictObject({ name: z.string().max(1000), text }))
      .max(50)
      .optional(),
    /** Answered in plain chat, whatever the session's agent is: nothing runs, and the agent may work meanwhile. */
    kind: z.literal("chat").optional(),
  }),
  approve: z.strictObject({
    type: z.literal("approve"),
    stepId: id,
    digest: z.string(),
    scope: z.enum(["once", "session", "always"]).default("once"),
    confirmation: z.string().max(1000).optional(),
    /** The host's name, typed as well where danger on a protected host is approved. */
    confirmHost: z.string().max(1000).optional(),
  }),
  edit: z.strictObject({ type: z.literal("edit"), stepId: id, command: text }),
  reject: z.strictObject({ type: z.literal("reject"), stepId: id, reason: z.string().max(100_000).optional() }),
  answer: z.strictObject({ type: z.literal("answer"), stepId: id, text }),
  pause: z.strictObject({ type: z.literal("pause") }),
  resume: z.strictObject({ type: z.literal("resume") }),
  /** Everything that runs, or one turn of it. */
  stop: z.strictObject({ type: z.literal("stop"), turnId: id.optional() }),
  /** The last task again, or the last question in plain chat. */
  retry: z.strictObject({ type: z.literal("retry"), kind: z.literal("chat").optional() }),
  new: z.strictObject({ type: z.literal("new") }),
  steer: z.strictObject({ type: z.literal("steer"), text }),
  settings: z.strictObject({ type: z.literal("settings"), settings: SettingsChange }),
  resize: z.strictObject({
    type: z.literal("resize"),
    terminalId: id,
    cols: z.int().min(1).max(1000),
    rows: z.int().min(1).max(1000),
  }),
  "take-keyboard": z.strictObject({ type: z.literal("take-keyboard"), terminalId: id }),
  "give-keyboard": z.strictObject({ type: z.literal("give-keyboard"), terminalId: id }),
  /** Goes to the terminal and nowhere else: never stored, never published, never logged. */
  secret: z.strictObject({ type: z.literal("secret"), terminalId: id, value: z.string().max(100_000) }),
  close: z.strictObject({ type: z.literal("close") }),
  /** Another name for the session in every list. */
  rename: z.strictObject({ type: z.literal("rename"), title: z.string().regex(/\S/).max(200) }),
  /** A chat that a browser kept by itself. The same `importId` twice is imported once. */
  "import-chat": z.strictObject({
    type: z.literal("import-chat"),
    importId: id,
    messages: z
      .array(z.strictObject({ role: z.enum(["user", "model"]), text }))
      .min(1)
      .max(100),
  }),
  keys: z.strictObject({
    type: z.literal("keys"),
    terminalId: id,
    /** Base64: what a person types is bytes, not text. */
    bytes: z.base64().max(1_400_000),
  }),
} as const;

export type RequestType = keyof typeof requestSchemas;

/** What the rules of a session answer. */
export const SessionRequest = z.discriminatedUnion("type", [
  requestSchemas.prompt,
  requestSchemas.approve,
  requestSchemas.edit,
  requestSchemas.reject,
  requestSchemas.answer,
  requestSchemas.pause,
  requestSchemas.resume,
  requestSchemas.stop,
  requestSchemas.retry,
  requestSchemas.new,
  requestSchemas.steer,
  requestSchemas.settings,
  requestSchemas.resize,
  requestSchemas["take-keyboard"],
  requestSchemas["give-keyboard"],
  requestSchemas.secret,
  requestSchemas.close,
  requestSchemas.rename,
  requestSchemas["import-chat"],
]);
export type SessionRequest = z.infer<typeof SessionRequest>;

/** What a client may send. Keys are bytes on their way to a terminal: where they come in they become that (`Engine.type`). */
export const Request = z.discriminatedUnion("type", [...SessionRequest.options, requestSchemas.keys]);
export type Request = z.infer<typeof Request>;
export type RequestOf<T extends RequestType> = Extract<Request, { type: T }>;
