import { delay, neverAborted } from "../../base/index.ts";
import { runningOf } from "../machine/shell-state.ts";
import type { PromptPlace } from "./prompt-place.ts";
import type { ShellCore } from "./shell-core.ts";
import type { TrackedCommand } from "./tracked-command.ts";

/**
 * The user's settings may remove our hooks and the marked prompt at once (`unset PROMPT_COMMAND; PS1=`). Then no mark
 * tells that the command has ended, and silence proves nothing: the line editor may read for the command (`read -e`,
 * `vared`). So the kernel is asked whether the shell itself reads, and then the shell what for.
 */
export interface UnmarkedEnd {
  /** Whether the shell, which has said nothing of it, is at its prompt. */
  isAtPrompt(): Promise<boolean>;
  /** Looks whether a silent command has ended without a mark, and ends it if so. Cheap to call again and again. */
  notice(command: TrackedCommand): Promise<void>;
  /** Makes a shell without hooks say that it prompts again after Ctrl+C threw an unfinished line away. */
  askAbandoned(): Promise<void>;
}

const askKey = "\x1b[771~";
const abandonedKey = "\x1b[7721~";
const answerWithinMs = 2000;
/** bash draws the line again behind its answer, as it was. */
const redrawnWithinMs = 300;
const redrawQuietMs = 25;
const firstPauseMs = 400;
const longestPauseMs = 6400;

export function createUnmarkedEnd(
  core: ShellCore,
  options: {
    place: PromptPlace;
    /** The shell is surely at its prompt: integrates it again, and ends the command with what the shell says of it. */
    integrateAtPrompt(command: TrackedCommand): Promise<void>;
  },
): UnmarkedEnd {
  const { tracker, keyboard, human } = core;
  /** The kernel is not asked about the same silence more and more often. */
  let last = { command: null as TrackedCommand | null, offset: -1, at: 0, pauseMs: 0 };

  let askedAt = -1;

  function isWorthALook(command: TrackedCommand): boolean {
    const isSame = last.command === command && last.offset === human.offset();
    if (isSame && core.now() - last.at < last.pauseMs) return false;
    const pauseMs = isSame ? Math.min(longestPauseMs, last.pauseMs * 2) : firstPauseMs;
    last = { command, offset: human.offset(), at: core.now(), pauseMs };
    return true;
  }

  /** Asks the shell itself, with a key that types nothing; null: it does not answer. */
  async function askShell(key = askKey) {
    const unlock = keyboard.lock();
    // The kernel knows that the shell reads before we have read the end of what the command printed.
    core.visibility.hold(key.replace("\x1b", "^["));
    tracker.step({ kind: "asking", about: "answer" });
    keyboard.write(key);
    const answer = await core.conditions.until(() => tracker.shell.answer ?? (core.exit === null ? null : "closed"), {
      timeoutMs: answerWithinMs,
    });
    const end = core.now() + redrawnWithinMs;
    while (core.quietMs() < redrawQuietMs && core.now() < end) await delay(redrawQuietMs, { signal: neverAborted });
    core.visibility.show();
    // Once is enough until something is printed, and what a lost key types must not be typed twice.
    last.pauseMs = Number.POSITIVE_INFINITY;
    askedAt = human.offset();
    unlock();
    return answer === "closed" ? null : answer;
  }

  return {
    async isAtPrompt() {
      const reader = await options.place.whoReads();
      if (reader === "prompt") return true;
      const { family } = tracker.shell;
      const canAsk = family === "bash" || family === "zsh";
      if (reader === "elsewhere" || !canAsk || askedAt === human.offset()) return false;
      return (await askShell())?.isPrompt === true;
    },
    async notice(command) {
      if (runningOf(tracker.shell.phase) === null || !isWorthALook(command)) return;
      const reader = await options.place.whoReads();
      if (tracker.command !== command || (reader !== "prompt" && reader !== "shell")) return;
      const { family } = tracker.shell;
      if (family === "sh") {
        if (reader === "prompt") await options.integrateAtPrompt(command);
      } else if (family !== "fish") {
        const answer = await askShell();
        const isPrompt =
          answer !== null && tracker.shell.phase.name === "running" && (reader === "prompt" || answer.isPrompt);
        if (isPrompt && tracker.command === command) tracker.step({ ...answer, kind: "seen-at-prompt" });
      }
    },
    async askAbandoned() {
      const reader = await options.place.whoSettles();
      if (reader === "prompt" || reader === "shell") await askShell(abandonedKey);
    },
  };
}
