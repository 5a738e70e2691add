import * as z from "zod";
import * as protocol from "../../protocol/index.ts";

/** What the API answers with, by name: the same shapes are the types in the code and the components of the document. */

/** A name for the document; the shape itself stays as it is for everyone else. */
function named<T extends z.ZodType>(id: string, shape: T, description?: string): T {
  return shape.meta({ id, ...(description !== undefined && { description }) });
}

export const Session = named("Session", protocol.SessionSummary, "A session in a list, with what waits in it.");
export const Waiting = named(
  "Waiting",
  protocol.WaitingItem,
  "A step to approve, a question to answer, a turn that paused by itself, or a terminal that asks for a password.",
);
export const Reply = named("Reply", protocol.Reply);
export const Request = named("Request", protocol.Request, "What a session can be asked. Strict.");
export const Settings = named("Settings", protocol.Settings);
export const ErrorBody = named(
  "Error",
  z.object({ error: protocol.ReportedError }),
  "Every refusal: a code for programs, what happened, and what to do about it.",
);

/** Each kind of event by its own name, and the envelope for those of a later version. */
export const Event = named(
  "Event",
  z.union([
    ...protocol.eventTypes.map((type) => named(`event.${type}`, protocol.eventSchemas[type])),
    named("event.other", protocol.Envelope, "An event of a type this version does not know. Keep it as it is."),
  ]),
  "What happened in a session. Open: more types and fields may come.",
);

export const ClientMessage = named("ClientMessage", protocol.ClientMessage, "What a client sends on the stream.");
export const ServerMessage = named("ServerMessage", protocol.ServerMessage, "What the server sends on the stream.");

export const Terminal = named(
  "Terminal",
  z.object({
    id: z.string(),
    target: protocol.Target,
    shell: z.string(),
    open: z.boolean(),
    /** False while the connection to its host is lost. */
    linked: z.boolean(),
    keyboard: z.enum(["agent", "person"]),
    where: protocol.Where.nullable(),
  }),
);

export const KeyState = named(
  "KeyState",
  z.object({
    provider: z.string(),
    label: z.string(),
    /** Where the key in use comes from; null where there is none. */
    origin: z.string().nullable(),
    /** Whether Cotty keeps one, in use or not. */
    isStored: z.boolean(),
    /** Where keys are made. */
    keyPage: z.string().nullable(),
  }),
  "What is told of a provider's key. Never the key.",
);
export const KeyCheck = named(
  "KeyCheck",
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("accepted"), models: z.int() }),
    z.object({ outcome: z.literal("unchecked"), reason: z.string() }),
  ]),
);

export const SearchHit = named(
  "SearchHit",
  z.object({
    session: z.string(),
    title: z.string(),
    seq: z.int(),
    at: z.int(),
    type: z.string(),
    snippet: z.string(),
  }),
);

export const Host = named(
  "Host",
  z.object({ name: z.string(), destination: z.string() }),
  "A host that ssh reaches by name; `destination` is what ssh is given. A session's target is `ssh:` and the name.",
);

export const HostStep = named(
  "HostStep",
  z.object({ step: z.string(), ok: z.boolean(), detail: z.string(), nextStep: z.string().nullable() }),
);

export const HostKey = named(
  "HostKey",
  z.object({
    host: z.string(),
    address: z.string(),
    onTheWayTo: z.string().nullable(),
    type: z.string(),
    fingerprint: z.string(),
    file: z.string(),
  }),
  "A key that this machine has never seen: of the host, or of a jump host on the way to it.",
);

const ModelInfo = z.object({
  id: z.string(),
  contextTokens: z.int().nullable(),
  price: z.object({ input: z.number(), output: z.number() }).nullable(),
});

export const Provider = named(
  "Provider",
  z.object({
    provider: z.string(),
    label: z.string(),
    state: z.discriminatedUnion("name", [
      z.object({ name: z.literal("ready") }),
      z.object({ name: z.literal("unasked") }),
      z.object({ name: z.literal("not-configured"), nextStep: z.string() }),
      z.object({ name: z.literal("failed"), error: protocol.ReportedError }),
    ]),
    models: z.array(ModelInfo),
  }),
  "Who offers models. Prices are US dollars for a million tokens; null where they are not known.",
);

export const ChosenModel = z.object({ id: z.string(), reason: z.string() });

export const ConfigurationRow = named(
  "ConfigurationRow",
  z.object({
    key: z.string(),
    value: z.string(),
    origin: z.string(),
    /** The variable or flag that fixes it while this daemon runs. */
    fixedBy: z.string().nullable(),
    isDefault: z.boolean(),
  }),
);

export const Agent = named(
  "Agent",
  z.object({ name: z.string(), label: z.string(), installed: z.boolean(), nextStep: z.string() }),
);

export const Routine = named(
  "Routine",
  z.object({
    name: z.string(),
    description: z.string().nullable(),
    cmd: z.string(),
    target: z.string().nullable(),
  }),
);

export const Project = named(
  "Project",
  z.object({ name: z.string(), target: protocol.Target, cwd: z.string().nullable() }),
);

const sums = { inputTokens: z.int(), outputTokens: z.int(), cost: z.number().nullable() };
export const UsageTotal = z.object(sums);
export const AskedUsage = named("AskedUsage", z.object({ endpoint: z.string(), requests: z.int(), ...sums }));
export const SessionUsage = named(
  "SessionUsage",
  z.object({ session: z.string(), title: z.string(), turns: z.int(), ...sums }),
);
