import { UserError } from "../base/index.ts";
import type { SessionRunner } from "../engine/index.ts";
import { stepsInTerminal } from "../session/index.ts";
import type { ServerDeps, TerminalChunk, TerminalSnapshot } from "./deps.ts";

/** A terminal that can be looked at, of whatever process. */
export interface ShownTerminal {
  output(from: number, options: { signal: AbortSignal }): AsyncIterable<TerminalChunk>;
  state(): Promise<{ offset: number }>;
}

/** The runner of a session, as far as its terminals need it. */
export type TerminalOwner<T> = Pick<SessionRunner, "state" | "closeTerminal"> & {
  terminal(id: string): Promise<T | null>;
  openTerminal(options: { cols: number; rows: number; cwd?: string; signal: AbortSignal }): Promise<{ id: string }>;
};

/** What terminals are made of, handed in by compose. */
export interface TerminalWorld<T extends ShownTerminal> {
  /** Null where another process works on the session. */
  ownerOf(session: string): Promise<TerminalOwner<T> | null>;
  /** Begins what takes long before a terminal can be opened. */
  prepare(): Promise<unknown>;
  /** The same for showing one. */
  prepareScreens(): Promise<unknown>;
  /** One that is only watched, through its log; null where nothing is left of it. */
  watch(terminalId: string): T | null;
  draw(
    terminal: T,
    options: { terminalId: string; offsets: readonly number[]; signal: AbortSignal },
  ): Promise<TerminalSnapshot>;
  recording(terminalId: string): { session: string; text(format: "cast" | "txt"): AsyncIterable<string> } | null;
}

/** Terminals of this process's sessions; those of other processes can be watched, through their logs. */
export function createTerminalAccess<T extends ShownTerminal>(world: TerminalWorld<T>): ServerDeps["terminals"] {
  async function ours(session: string): Promise<TerminalOwner<T>> {
    const owner = await world.ownerOf(session);
    if (owner) return owner;
    throw new UserError(
      "session.owned",
      `Another process is working on session ${session}.`,
      "Its terminal can be watched here, and operated there.",
    );
  }

  /** One of ours, or the log of one that is only watched. Refused for one that is not the session's own. */
  async function find(session: string, terminalId: string): Promise<{ terminal: T; isOurs: boolean }> {
    const owner = await world.ownerOf(session);
    const isItsOwn =
      owner === null
        ? world.recording(terminalId)?.session === session
        : owner.state.terminals.some(({ id }) => id === terminalId);
    const ours = isItsOwn ? ((await owner?.terminal(terminalId)) ?? null) : null;
    const terminal = ours ?? (isItsOwn ? world.watch(terminalId) : null);
    if (terminal === null) throw unknownTerminal(terminalId);
    return { terminal, isOurs: ours !== null };
  }

  async function* output(session: string, terminalId: string, from: number, { signal }: { signal: AbortSignal }) {
    const { terminal, isOurs } = await find(session, terminalId);
    yield* terminal.output(from, { signal });
    // Its shell has ended. A session notices that when it asks for the terminal, and then tells everybody.
    if (!signal.aborted && isOurs) await find(session, terminalId);
  }

  return {
    prepare: () => afterTheAnswer(world.prepare),
    async open(session, options) {
      // Whoever opens one looks at it next, and until its shell is there nothing else is to be done.
      afterTheAnswer(world.prepareScreens);
      const terminal = await (await ours(session)).openTerminal(options);
      return { terminalId: terminal.id };
    },
    async close(session, terminalId) {
      await (await ours(session)).closeTerminal(terminalId);
    },
    output,
    async end(session, terminalId) {
      const { terminal } = await find(session, terminalId);
      return (await terminal.state()).offset;
    },
    async snapshot(session, terminalId, { signal }) {
      const { terminal } = await find(session, terminalId);
      const owner = await world.ownerOf(session);
      const steps = owner === null ? [] : stepsInTerminal(owner.state, terminalId);
      const offsets = steps.flatMap(({ from, to }) => (to === null ? [from] : [from, to]));
      return world.draw(terminal, { terminalId, offsets, signal });
    },
    recording(terminalId, format) {
      const recording = world.recording(terminalId);
      return recording && { session: recording.session, text: recording.text(format) };
    },
  };
}

/** What cannot be begun fails again, and is said, when a terminal is opened. */
function afterTheAnswer(begin: () => Promise<unknown>): void {
  setImmediate(() => void begin().catch(() => undefined));
}

function unknownTerminal(id: string): UserError {
  return new UserError("terminal.unknown", `There is no terminal ${id} in this session.`, "Look at its terminals.");
}
