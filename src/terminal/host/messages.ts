import * as z from "zod";
import { CommandOutcome, Confidence, OffsetRange, Target, WaitingKind, Where } from "../../protocol/index.ts";

/**
 * What an engine process and a pty host say to each other. It is private to this room, but the two may come from
 * different releases: a host lives on while Cotty is updated. So each message is checked on arrival, and a release
 * speaks its own version and the one before.
 */
export const hostProtocol = { oldest: 1, newest: 2 } as const;
/** Before this version a host tells of every growth of every log, and knows no `follow`. */
export const followSince = 2;

export const terminalIdPattern = /^term_[0-9a-z]{1,40}$/;
const TerminalId = z.string().regex(terminalIdPattern);

export const Owner = z.strictObject({ session: z.string().min(1), epoch: z.int().min(0) });
export type Owner = z.infer<typeof Owner>;

const Size = { cols: z.int().min(1).max(2000), rows: z.int().min(1).max(2000) };
const Limits = z.strictObject({ maxBytes: z.int().min(0), maxLines: z.int().min(0) });
const Timing = { timeoutMs: z.number().min(0), limits: z.exactOptional(Limits) };

export const OpenParams = z.strictObject({
  target: Target,
  destination: z.exactOptional(z.string()),
  cwd: z.exactOptional(z.string()),
  shell: z.exactOptional(z.string()),
  env: z.record(z.string(), z.string()),
  integration: z.enum(["auto", "off"]),
  capture: z.enum(["marks", "sentinel"]),
  capBytes: z.exactOptional(z.int().min(1)),
  sshConfigFile: z.exactOptional(z.string()),
  /** Set at the other end of an ssh connection; `env` is for the client on this side. */
  remoteEnv: z.exactOptional(z.record(z.string(), z.string())),
  ...Size,
});
export type OpenParams = z.infer<typeof OpenParams>;

const WaitCondition = z.discriminatedUnion("until", [
  z.strictObject({ until: z.literal("exit") }),
  z.strictObject({ until: z.literal("pattern"), pattern: z.string() }),
  z.strictObject({ until: z.literal("idle"), idleMs: z.number().min(0) }),
]);

/** What can be asked about a terminal. `bytes` beside the message carry typed keys and secrets. */
export const TerminalRequest = z.discriminatedUnion("method", [
  z.strictObject({ method: z.literal("open"), params: OpenParams }),
  z.strictObject({ method: z.literal("adopt") }),
  z.strictObject({
    method: z.literal("run"),
    command: z.string(),
    expectCwd: z.exactOptional(z.string()),
    expectReader: z.exactOptional(z.string()),
    key: z.exactOptional(z.string()),
    ...Timing,
  }),
  z.strictObject({ method: z.literal("resume"), key: z.string(), ...Timing }),
  z.strictObject({ method: z.literal("wait"), condition: WaitCondition, ...Timing }),
  z.strictObject({ method: z.literal("sendKeys"), keys: z.string() }),
  z.strictObject({ method: z.literal("type"), by: z.enum(["agent", "person"]) }),
  z.strictObject({ method: z.literal("secret") }),
  z.strictObject({ method: z.literal("takeKeyboard") }),
  z.strictObject({ method: z.literal("giveKeyboard") }),
  z.strictObject({ method: z.literal("interrupt") }),
  z.strictObject({ method: z.literal("resize"), ...Size }),
  z.strictObject({ method: z.literal("screen"), scrollbackLines: z.int().min(0) }),
  z.strictObject({ method: z.literal("state") }),
  /** Its stdin, if any, is beside the message; stdout and stderr are beside the answer. */
  z.strictObject({
    method: z.literal("side"),
    argv: z.array(z.string()),
    cwd: z.exactOptional(z.string()),
    hasStdin: z.boolean(),
    timeoutMs: z.number().min(0),
  }),
  z.strictObject({ method: z.literal("close") }),
]);
export type TerminalRequest = z.infer<typeof TerminalRequest>;
export type Method = TerminalRequest["method"];

export const ClientMessage = z.discriminatedUnion("kind", [
  /** Always first. The client names the range of versions it speaks. */
  z.object({ kind: z.literal("hello"), token: z.string(), oldest: z.int(), newest: z.int() }),
  z.strictObject({
    kind: z.literal("request"),
    id: z.int().min(0),
    terminal: TerminalId,
    owner: Owner,
    request: TerminalRequest,
  }),
  z.strictObject({ kind: z.literal("abort"), id: z.int().min(0) }),
  /** Somebody reads this terminal's output, or nobody does any more: without readers nobody is woken for it. */
  z.strictObject({ kind: z.literal("follow"), terminal: TerminalId, isOn: z.boolean() }),
  /** Ends the host with every terminal in it. */
  z.strictObject({ kind: z.literal("end") }),
]);
export type ClientMessage = z.infer<typeof ClientMessage>;

const Failure = z.looseObject({ code: z.string(), message: z.string(), nextStep: z.string() });

export const HostMessage = z.discriminatedUnion("kind", [
  z.looseObject({ kind: z.literal("welcome"), version: z.int(), pid: z.int() }),
  z.looseObject({ kind: z.literal("refused"), error: Failure }),
  z.looseObject({ kind: z.literal("reply"), id: z.int(), result: z.unknown() }),
  z.looseObject({ kind: z.literal("failed"), id: z.int(), error: Failure }),
  /** Readers find bytes up to `end` in the raw log. A few are beside the message: the last ones before `end`. */
  z.looseObject({ kind: z.literal("written"), terminal: z.string(), end: z.int() }),
  z.looseObject({ kind: z.literal("closed"), terminal: z.string(), end: z.int() }),
]);
export type HostMessage = z.infer<typeof HostMessage>;

const Foreground = z.looseObject({ program: z.string().nullable(), waiting: WaitingKind, prompt: z.string() });

const CommandResult = z.looseObject({
  outcome: CommandOutcome,
  exitCode: z.int().nullable(),
  output: z.string(),
  bytes: z.int(),
  droppedBytes: z.int(),
  cwd: z.string().nullable(),
  durationMs: z.number(),
  confidence: Confidence,
  range: OffsetRange,
  reason: z.exactOptional(z.string()),
  foreground: z.exactOptional(Foreground),
});

const Screen = z.looseObject({
  text: z.string(),
  cols: z.int(),
  rows: z.int(),
  cursor: z.looseObject({ row: z.int(), column: z.int() }),
  alternate: z.boolean(),
  title: z.string(),
  scrollback: z.exactOptional(z.string()),
  wrapped: z.exactOptional(z.array(z.int().min(0))),
});

const TerminalState = z.looseObject({
  name: z.enum(["starting", "ready", "running", "foreign-prompt", "closed"]),
  foreground: Foreground.nullable(),
  cwd: z.string().nullable(),
  offset: z.int(),
  keyboard: z.looseObject({ holder: z.enum(["agent", "person"]), mayHaveText: z.boolean().default(true) }),
  commandFrom: z.exactOptional(z.int()),
  shellPid: z.exactOptional(z.int()),
  searchPath: z.exactOptional(z.string()),
  reader: z.exactOptional(z.string()),
  end: z.exactOptional(
    z.looseObject({
      why: z.enum(["shell-exited", "link-lost", "login-failed", "closed"]),
      detail: z.string(),
      code: z.exactOptional(z.string()),
      nextStep: z.exactOptional(z.string()),
    }),
  ),
  where: Where,
  shell: z.string(),
});

const Opened = z.looseObject({ target: Target, shell: z.string(), where: Where, end: z.int(), isClosed: z.boolean() });
const Nothing = z.null();

/** What each request is answered with. */
export const results = {
  open: Opened,
  adopt: Opened.nullable(),
  run: CommandResult,
  resume: CommandResult.nullable(),
  wait: CommandResult,
  sendKeys: Screen,
  type: Nothing,
  secret: Nothing,
  takeKeyboard: Nothing,
  giveKeyboard: z.array(z.looseObject({ command: z.string(), exitCode: z.int().nullable() })),
  interrupt: Nothing,
  resize: Nothing,
  screen: Screen,
  state: TerminalState,
  side: z.looseObject({
    stdoutBytes: z.int(),
    exitCode: z.int().nullable(),
    timedOut: z.boolean(),
    truncated: z.boolean(),
  }),
  close: Nothing,
} satisfies Record<Method, z.ZodType>;
export type Result<M extends Method> = z.infer<(typeof results)[M]>;
