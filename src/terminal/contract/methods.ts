import * as z from "zod";
import { CommandWord, commandWordsMost, OwnName, Target, Where } from "../../protocol/index.ts";
import { CommandResult } from "./command-result.ts";
import {
  Opened,
  OutputLimits,
  PersonCommand,
  Screen,
  ShellHistory,
  Size,
  TerminalState,
  WaitCondition,
  Writer,
} from "./values.ts";

/** After `timeoutMs` the answer is `running`; nothing is killed. */
const timing = { timeoutMs: z.number().min(0), limits: z.exactOptional(OutputLimits) };
const nothing = z.null();
const noParams = z.strictObject({});

/**
 * Everything a pty host can be asked about one terminal, and what it answers: the only declaration there is. The
 * engine's proxy, the handlers in the host, and the types of `Terminal` come from it. Parameters are strict (a host must
 * not ignore what it does not know), answers are open (a newer host may say more). Bytes (typed keys, a program's stdin
 * and output) travel beside the message.
 */
export const terminalMethods = {
  open: {
    params: z.strictObject({
      params: z.strictObject({
        target: Target,
        /** What ssh is given, where the target is a name of Cotty's own configuration. */
        destination: z.exactOptional(z.string()),
        cwd: z.exactOptional(z.string()),
        shell: z.exactOptional(z.string()),
        env: z.record(z.string(), z.string()),
        integration: z.enum(["auto", "off"]),
        capture: z.enum(["marks", "sentinel"]),
        capBytes: z.exactOptional(z.int().min(1)),
        /** Left out: keep. */
        history: z.exactOptional(ShellHistory),
        sshConfigFile: z.exactOptional(z.string()),
        /** Set at the other end of an ssh connection; `env` is for the client on this side. */
        remoteEnv: z.exactOptional(z.record(z.string(), z.string())),
        ...Size.shape,
      }),
    }),
    result: Opened,
  },
  /** A terminal that another process opened; null when it is gone. */
  adopt: { params: noParams, result: Opened.nullable() },
  /** Runs a command at the prompt of the shell, and answers with what became of it. */
  run: {
    params: z.strictObject({
      command: z.string(),
      /** The folder the command was approved for; elsewhere nothing runs and the outcome is `context-changed`. */
      expectCwd: z.exactOptional(z.string()),
      /** The `reader` of the state that it was judged in; for another one nothing runs (`context-changed`). */
      expectReader: z.exactOptional(z.string()),
      /**
       * Lent for this line: git starts nothing that the settings of a repository name for its file system monitor, hooks
       * and pagers. Only for a shell whose state says `lendsSettings`; in another one nothing runs (`context-changed`).
       */
      onlyLooks: z.exactOptional(z.boolean()),
      /**
       * The command words of the line, which have to mean what they usually do: for this line the shell expands no alias,
       * and where one of them is a function or has a hook of its owner's, nothing runs (`context-changed`, and the state
       * says `ownNames`). Without marks nothing runs either.
       */
      usualWords: z.exactOptional(z.array(CommandWord).max(commandWordsMost)),
      /** Names this run (the engine uses the step's id), so that `resume` finds it again after a crash. */
      key: z.exactOptional(z.string()),
      ...timing,
    }),
    result: CommandResult,
  },
  /** What the shell makes of these command words by its owner's settings; null where it cannot be asked now. */
  ownNames: {
    params: z.strictObject({ words: z.array(CommandWord).max(commandWordsMost), timeoutMs: z.number().min(0) }),
    result: z.array(OwnName).nullable(),
  },
  /**
   * The run with this key, for an engine process that took over: its result once it has ended, `running` after the
   * time-out, null when it never began here. The results of the last 16 runs are kept.
   */
  resume: { params: z.strictObject({ key: z.string(), ...timing }), result: CommandResult.nullable() },
  /** Waits for a command that was `running`. Answers like `run`, over the same command. */
  wait: { params: z.strictObject({ condition: WaitCondition, ...timing }), result: CommandResult },
  /** Types named keys (`"y Enter"`, `"Ctrl+C"`) and answers with the screen once it has settled. */
  sendKeys: { params: z.strictObject({ keys: z.string() }), result: Screen },
  /** The keys are beside the message. A person's typing takes the keyboard at once; the agent's waits for it. */
  type: { params: z.strictObject({ by: Writer }), result: nothing },
  /** So is the secret. Typed only while echo is off; kept out of every log, event, recording and screen. */
  secret: { params: noParams, result: nothing },
  takeKeyboard: { params: noParams, result: nothing },
  /** Answers with what the person ran meanwhile. */
  giveKeyboard: { params: noParams, result: z.array(PersonCommand) },
  interrupt: { params: noParams, result: nothing },
  resize: { params: Size, result: nothing },
  screen: { params: z.strictObject({ scrollbackLines: z.int().min(0) }), result: Screen },
  state: { params: noParams, result: TerminalState.extend({ where: Where, shell: z.string() }) },
  /** Its stdin, if any, is beside the message; stdout and stderr, one after the other, are beside the answer. */
  side: {
    params: z.strictObject({
      argv: z.array(z.string()),
      cwd: z.exactOptional(z.string()),
      hasStdin: z.boolean(),
      timeoutMs: z.number().min(0),
    }),
    result: z.object({
      stdoutBytes: z.int(),
      exitCode: z.int().nullable(),
      timedOut: z.boolean(),
      truncated: z.boolean(),
    }),
  },
  close: { params: noParams, result: nothing },
} satisfies Record<string, { params: z.ZodObject; result: z.ZodType }>;

type Methods = typeof terminalMethods;
export type Method = keyof Methods;
export type Params<M extends Method> = z.infer<Methods[M]["params"]>;
export type Result<M extends Method> = z.infer<Methods[M]["result"]>;
export type OpenParams = Params<"open">["params"];

/** A request as it is sent: the method beside its parameters. */
export type RequestOf<M extends Method> = {
  [K in M]: Params<K> extends Record<string, never> ? { method: K } : { method: K } & Params<K>;
}[M];
export type TerminalRequest = RequestOf<Method>;

const requests = Object.entries(terminalMethods).map(([method, { params }]) =>
  params.extend({ method: z.literal(method) }),
);
export const TerminalRequest = z.discriminatedUnion(
  "method",
  requests as unknown as [z.ZodObject, ...z.ZodObject[]],
) as z.ZodType as z.ZodType<TerminalRequest>;

/** One call of a method: the bytes that came with it, and a way to send some back beside the result. */
export interface Call {
  bytes: Uint8Array;
  signal: AbortSignal;
  attach(bytes: Uint8Array): void;
}

/** A method that answers nothing needs no answer. */
// biome-ignore lint/suspicious/noConfusingVoidType: it is what a handler returns, and nothing is stored of it.
export type Answer<M extends Method> = [Result<M>] extends [null] ? void : Result<M>;
export type Handlers<M extends Method = Method> = {
  [K in M]: (params: Params<K>, call: Call) => Answer<K> | Promise<Answer<K>>;
};

/** What stands first where a method is called on a `Terminal`; its other parameters are among the options. */
export const firstOf = {
  run: "command",
  resume: "key",
  ownNames: "words",
  wait: "condition",
  sendKeys: "keys",
} as const satisfies { [M in Method]?: keyof Params<M> };

export type Led = keyof typeof firstOf;
export type First<M extends Led> = Params<M>[(typeof firstOf)[M] & keyof Params<M>];
export type OptionsOf<M extends Led> = Omit<Params<M>, (typeof firstOf)[M]> & { signal: AbortSignal };

/** What of a `Terminal` is its declaration above, called. */
export type DeclaredMethods = {
  [M in Led]: (first: First<M>, options: OptionsOf<M>) => Promise<Answer<M>>;
} & {
  [M in "takeKeyboard" | "giveKeyboard" | "interrupt"]: () => Promise<Answer<M>>;
} & {
  [M in "resize"]: (params: Params<M>) => Promise<Answer<M>>;
};
