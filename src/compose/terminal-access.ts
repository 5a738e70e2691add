import { UserError } from "../base/index.ts";
import type { SessionRunner } from "../engine/index.ts";
import type { ServerDeps } from "../server/index.ts";
import { allTurns, type SessionState } from "../session/index.ts";
import {
  exportRecording,
  prepareScreens,
  readRecording,
  readTerminalSizes,
  serializeTerminal,
  type Terminals,
  type VisibleTerminal,
  watchTerminalLog,
} from "../terminal/index.ts";

export interface TerminalAccessOptions {
  stateDir: string;
  terminals: Pick<Terminals, "prepare">;
  runnerOf(session: string): Promise<SessionRunner | null>;
  /** Keeps secrets out of recordings, also where they were cut in two. */
  createFilter(session: string): { push(text: string): string; end(): string };
}

/** Terminals of this process's sessions; those of other processes can be watched, through their logs. */
export function createTerminalAccess({
  stateDir,
  terminals,
  runnerOf,
  createFilter,
}: TerminalAccessOptions): ServerDeps["terminals"] {
  async function ours(session: string): Promise<SessionRunner> {
    const runner = await runnerOf(session);
    if (runner) return runner;
    throw new UserError(
      "session.owned",
      `Another process is working on session ${session}.`,
      "Its terminal can be watched here, and operated there.",
    );
  }

  /** One of ours, or the log of one that is only watched. Refused for one that is not the session's own. */
  async function find(session: string, terminalId: string): Promise<{ terminal: VisibleTerminal; isOurs: boolean }> {
    const runner = await runnerOf(session);
    const isItsOwn =
      runner === null
        ? readRecording({ stateDir, terminalId })?.header.session === session
        : runner.state.terminals.some(({ id }) => id === terminalId);
    const ours = isItsOwn ? ((await runner?.terminal(terminalId)) ?? null) : null;
    const terminal = ours ?? (isItsOwn ? watchTerminalLog({ stateDir, terminalId }) : null);
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
    prepare() {
      // After the answer that is being given. What cannot be begun fails again, and is said, when one is opened.
      setImmediate(() => terminals.prepare().catch(() => undefined));
    },
    async open(session, options) {
      // Whoever opens one looks at it next, and until its shell is there nothing else is to be done.
      setImmediate(() => void prepareScreens().catch(() => undefined));
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
    async snapshot(session, terminalId, options) {
      const { terminal } = await find(session, terminalId);
      const runner = await runnerOf(session);
      const offsets = runner === null ? [] : stepOffsets(runner.state, terminalId);
      const sizes = (from: number) => readTerminalSizes({ stateDir, terminalId, from });
      return serializeTerminal(terminal, { ...options, offsets, sizes });
    },
    recording(terminalId, format) {
      const recording = readRecording({ stateDir, terminalId });
      if (recording === null) return null;
      const { session } = recording.header;
      return { session, text: exportRecording(recording, { format, createFilter: () => createFilter(session) }) };
    },
  };
}

/** Where the newest steps began and ended in a terminal's log. */
function stepOffsets(state: SessionState, terminalId: string): number[] {
  return allTurns(state)
    .flatMap((turn) => [...turn.steps.values()])
    .slice(-mostSteps)
    .flatMap(({ status }) => {
      if (status.name === "running" && status.terminalId === terminalId) return status.offset ?? [];
      if (status.name === "finished" && status.terminalId === terminalId && status.range)
        return [status.range.from, status.range.to];
      return [];
    });
}

const mostSteps = 300;

function unknownTerminal(id: string): UserError {
  return new UserError("terminal.unknown", `There is no terminal ${id} in this session.`, "Look at its terminals.");
}
