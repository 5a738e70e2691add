import type { ForegroundProbe } from "../probe/foreground-probe.ts";
import type { PromptPlace } from "./prompt-place.ts";
import type { ShellCore } from "./shell-core.ts";
import type { FinishedCommand, TrackedCommand } from "./tracked-command.ts";

/**
 * What the kernel says of the things that marks say. A mark is only text, and a command may print one: so no end of a
 * command is reported, no prompt is believed and no folder is judged by a mark alone where the kernel can be asked.
 */
export interface ShellPresence {
  /**
   * False: something else than the shell at its prompt would take what is typed now. A program, whatever was printed; or
   * a search, a menu or a question behind a key, none of which prints a mark. What nobody can tell is true.
   */
  isReading(options?: { isHurried: boolean }): Promise<boolean>;
  /** False: the terminal listens to a program. A look at one file; over ssh always true. */
  mayBeBack(): boolean;
  /** Marks say so, and the terminal does not listen to a program. */
  hasEnded(command: TrackedCommand): command is TrackedCommand & { finished: FinishedCommand };
  /**
   * Marks say that the last command has ended: waits until the shell is seen to wait for keys, and no longer than it needs
   * for a prompt, except while the terminal listens to a program.
   */
  untilBack(options: { end: number; signal: AbortSignal }): Promise<void>;
  /** Where the shell is: as it says, unless the kernel says otherwise. */
  folder(said: string | null): string | null;
}

const promptWithinMs = 250;
const longestPauseMs = 50;
/** A shell that has printed its prompt reads a moment later. */
const hurriedMs = 50;

export function createShellPresence(
  core: ShellCore,
  { probe, place }: { probe: ForegroundProbe | null; place: PromptPlace },
): ShellPresence {
  const { tracker, conditions } = core;
  const mayBeBack = () => probe?.isInFront(tracker.shell.outside?.pid ?? null) !== false;
  const isEndDoubtful = () => tracker.command === null && core.exit === null && !mayBeBack();

  async function lookAhead(): Promise<void> {
    const isAtPrompt = await conditions.until(() => tracker.isAtPrompt || null, { timeoutMs: promptWithinMs });
    if (isAtPrompt === true && tracker.shell.family !== null) await place.whoReads();
  }

  return {
    async isReading(options) {
      if (tracker.shell.family === null) return false;
      return (await place.whoSettles(options?.isHurried ? { withinMs: hurriedMs } : {})) !== "elsewhere";
    },
    mayBeBack,
    hasEnded: (command): command is TrackedCommand & { finished: FinishedCommand } =>
      command.finished !== null && !isEndDoubtful(),
    async untilBack({ end, signal }) {
      if (probe?.isCheap !== true) {
        // A round trip: begun now, it is over by the time somebody has thought of the next command.
        void lookAhead();
        return;
      }
      const settled = core.now() + promptWithinMs;
      const isOver = () => core.now() >= (mayBeBack() ? Math.min(settled, end) : end) || signal.aborted;
      for (let pauseMs = 1; tracker.command === null && core.exit === null && !isOver(); pauseMs *= 2) {
        if (tracker.shell.family === null || (await place.whoReads()) !== "elsewhere") return;
        const timeoutMs = Math.min(pauseMs, longestPauseMs, end - core.now());
        await conditions.until(() => core.exit !== null || tracker.command !== null || null, { timeoutMs, signal });
      }
    },
    folder: (said) => (said === null || probe === null ? said : probe.folder(said, tracker.shell.outside?.pid ?? null)),
  };
}
