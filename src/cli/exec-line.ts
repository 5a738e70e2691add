import * as z from "zod";
import { UserError } from "../base/index.ts";

const Id = z.union([z.string(), z.number()]);
const milliseconds = z
  .number()
  .min(0)
  .max(2 ** 31 - 1);
/** How long an answer is waited for. Nothing is killed when it is over. */
const common = { id: Id.optional(), timeoutMs: milliseconds.optional() };

/** What a line asks for: a command, or one thing about the command that runs. */
const Line = {
  command: z.strictObject({
    ...common,
    command: z.string(),
    /** Typed one after the other, each so long after the one before. */
    keys: z.array(z.strictObject({ afterMs: z.number().min(0), keys: z.string() })).optional(),
  }),
  send: z.strictObject({ ...common, send: z.string().min(1) }),
  wait: z.strictObject({ id: Id.optional(), wait: milliseconds }),
  interrupt: z.strictObject({ ...common, interrupt: z.literal(true) }),
  reset: z.strictObject({ id: Id.optional(), reset: z.literal(true) }),
};

export type CommandLine = z.infer<typeof Line.command>;
export type ExecLine =
  | { name: "command"; line: CommandLine }
  | { name: "send"; line: z.infer<typeof Line.send> }
  | { name: "wait"; line: z.infer<typeof Line.wait> }
  | { name: "interrupt"; line: z.infer<typeof Line.interrupt> }
  | { name: "reset"; line: z.infer<typeof Line.reset> };
type LineName = keyof typeof Line;

const names = Object.keys(Line) as LineName[];

/** Throws a `LineError` with the line's id, where it has one. */
export function parseExecLine(text: string, number: number): ExecLine {
  const value = parseJson(text, number);
  const fields = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  const id = Id.safeParse(fields["id"]).data ?? null;
  const name = names.find((each) => Object.hasOwn(fields, each)) ?? "command";
  const parsed = Line[name].safeParse(value);
  if (parsed.success) return { name, line: parsed.data } as ExecLine;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join(".") || "the line";
  throw new LineError(id, "exec.line", `Line ${number}, ${field}: ${issue?.message}`, shapes);
}

const shapes =
  'Send {"id","command","timeoutMs"?,"keys"?}, or for the command that runs {"id","send"}, {"id","wait"}, {"id","interrupt":true} or {"id","reset":true}.';

/** A line that is not understood. */
export class LineError extends UserError {
  readonly id: string | number | null;

  constructor(id: string | number | null, code: string, message: string, nextStep: string) {
    super(code, message, nextStep);
    this.id = id;
  }
}

function parseJson(text: string, number: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = `Line ${number} is not JSON: ${(error as Error).message}`;
    throw new LineError(null, "exec.json", message, "Send one JSON object per line.");
  }
}
