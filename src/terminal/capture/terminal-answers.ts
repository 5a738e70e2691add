import { runningOf } from "../machine/shell-state.ts";
import type { ForegroundProbe } from "../probe/foreground-probe.ts";
import { traitsOf } from "../shells/shells.ts";
import type { PromptPlace } from "./prompt-place.ts";
import type { ShellCore } from "./shell-core.ts";

/** A program that asks the terminal something reads the answer soon, if it ever does. */
const readWithinMs = 2000;
const longestPauseMs = 50;

/**
 * Gives the terminal's own answers (where the cursor is, what kind of terminal this is) to whoever asked. A file that is
 * printed may ask, too, and nobody waits then: such an answer would stand on the shell's next line, and a shell without a
 * line editor would run it. So it is given only while the command that asked runs and something there waits for keys, or
 * to the shell that asked at its own prompt.
 */
export function createTerminalAnswers(
  core: ShellCore,
  options: { probe: ForegroundProbe | null; place: PromptPlace },
): (text: string, askedAt: number) => void {
  const { tracker, keyboard, conditions } = core;
  let answers: Promise<void> = Promise.resolve();

  function isStillAsked(askedAt: number): boolean {
    const { command, finished } = tracker;
    const { loaded, phase } = tracker.shell;
    if (core.exit !== null || (keyboard.isLocked && loaded !== null)) return false;
    if (command !== null) return askedAt >= command.from && (runningOf(phase) !== null || loaded === null);
    if (finished !== null && askedAt < finished.to) return false;
    return loaded === null || traitsOf(loaded.name).asksTerminal;
  }

  /** The mark that says that the command has ended may still be on its way. */
  async function isAtPrompt(): Promise<boolean> {
    if (tracker.command === null) return false;
    if (tracker.shell.family === null) return await isShellInFront();
    if (options.probe?.isCheap !== true) return false;
    return (await options.place.whoReads()) === "prompt";
  }

  /** Without marks a command may be over long before that is noticed. Where nobody can tell, it is. */
  async function isShellInFront(): Promise<boolean> {
    const isInFront = options.probe?.isInFront(null) ?? null;
    return isInFront ?? (await options.probe?.look())?.isShell ?? true;
  }

  async function give(text: string, askedAt: number): Promise<void> {
    const end = core.now() + readWithinMs;
    for (let pauseMs = 1; options.probe?.isAwaited() === false; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
      if (core.now() > end || !isStillAsked(askedAt)) return;
      await conditions.until(() => (isStillAsked(askedAt) ? null : true), { timeoutMs: pauseMs });
    }
    if (isStillAsked(askedAt) && !(await isAtPrompt()) && isStillAsked(askedAt)) keyboard.write(text);
  }

  return (text, askedAt) => {
    answers = answers.then(() => give(text, askedAt));
  };
}
