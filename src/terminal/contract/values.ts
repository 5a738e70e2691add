import * as z from "zod";
import { Foreground, OwnName, Target, Where } from "../../protocol/index.ts";

export const Owner = z.strictObject({ session: z.string().min(1), epoch: z.int().min(0) });
export type Owner = z.infer<typeof Owner>;

export const Size = z.strictObject({ cols: z.int().min(1).max(2000), rows: z.int().min(1).max(2000) });

/** Head and tail kept in the `output` of a result. */
export const OutputLimits = z.strictObject({ maxBytes: z.int().min(0), maxLines: z.int().min(0) });
export type OutputLimits = z.infer<typeof OutputLimits>;

export const WaitCondition = z.discriminatedUnion("until", [
  z.strictObject({ until: z.literal("exit") }),
  z.strictObject({ until: z.literal("pattern"), pattern: z.string() }),
  z.strictObject({ until: z.literal("idle"), idleMs: z.number().min(0) }),
]);
export type WaitCondition = z.infer<typeof WaitCondition>;

/** Whether what is run (and not typed by a person) stays in the shell's own history. */
export const ShellHistory = z.enum(["keep", "hide"]);
export type ShellHistory = z.infer<typeof ShellHistory>;

export const Writer = z.enum(["agent", "person"]);
export type Writer = z.infer<typeof Writer>;

export const Screen = z.object({
  text: z.string(),
  cols: z.int(),
  rows: z.int(),
  /** Counted from 0. */
  cursor: z.object({ row: z.int(), column: z.int() }),
  alternate: z.boolean(),
  title: z.string(),
  /** Lines that have left the screen at the top, when they were asked for. */
  scrollback: z.exactOptional(z.string()),
  /** Rows, from 0, that continue the line above because it did not fit; left out when there are none. */
  wrapped: z.exactOptional(z.array(z.int().min(0))),
});
export type Screen = z.infer<typeof Screen>;

/** How a terminal ended. A lost link is no exit: the shell may still run at the other end. */
export const TerminalEnd = z.object({
  why: z.enum(["shell-exited", "link-lost", "login-failed", "closed"]),
  /** For a person; empty when there is nothing to say. */
  detail: z.string(),
  /** Of a login that failed: which error it is, and what to do about it. */
  code: z.exactOptional(z.string()),
  nextStep: z.exactOptional(z.string()),
});
export type TerminalEnd = z.infer<typeof TerminalEnd>;

export const TerminalState = z.object({
  /** `foreign-prompt`: a shell or program that is not ours to type into on a guess. */
  name: z.enum(["starting", "ready", "running", "foreign-prompt", "closed"]),
  foreground: Foreground.nullable(),
  cwd: z.string().nullable(),
  /** End of the raw log. */
  offset: z.int(),
  /** `mayHaveText`: something may stand on the shell's line, typed at the prompt or ahead of it. */
  keyboard: z.object({ holder: Writer, mayHaveText: z.boolean().default(true) }),
  /** Where the output of the running command began, once it has. */
  commandFrom: z.exactOptional(z.int()),
  /** The shell's process on the target, once it has told. */
  shellPid: z.exactOptional(z.int()),
  /** The PATH of the shell as it last told, after its last command. Left out: not known. */
  searchPath: z.exactOptional(z.string()),
  /**
   * Which shell would read the next command, by its kind, process and PATH: the same text may be another command to
   * another.
   */
  reader: z.exactOptional(z.string()),
  /** The shell puts its owner's settings aside while a command of the agent runs (TM10). Left out: it does not, or may not. */
  lendsSettings: z.exactOptional(z.boolean()),
  /**
   * Command words that are its owner's own, as far as the shell was asked about them (`usualWords` of a run). Left out: it
   * cannot be asked.
   */
  ownNames: z.exactOptional(z.array(OwnName)),
  /** Why it is `closed`. */
  end: z.exactOptional(TerminalEnd),
});
export type TerminalState = z.infer<typeof TerminalState>;

/** A command that a person ran while they held the keyboard. */
export const PersonCommand = z.object({ command: z.string(), exitCode: z.int().nullable() });
export type PersonCommand = z.infer<typeof PersonCommand>;

/** A terminal as its host describes it to whoever opened or adopted it. */
export const Opened = z.object({
  target: Target,
  shell: z.string(),
  where: Where,
  /** End of the raw log. */
  end: z.int(),
  isClosed: z.boolean(),
});
