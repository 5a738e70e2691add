import { delay } from "../../base/index.ts";
import type { ForegroundProbe } from "../foreground-probe.ts";
import type { ShellFamily } from "../shells/integrations.ts";
import type { ShellCore } from "./shell-core.ts";
import type { TrackedCommand } from "./tracked-command.ts";

/**
 * The user's settings may remove our hooks and the marked prompt at once (`unset PROMPT_COMMAND; PS1=`). Then no mark
 * tells that the command has ended, and silence proves nothing: the line editor may read for the command (`read -e`,
 * `vared`). So the kernel is asked whether the shell itself reads, and then the shell what for.
 */
export interface UnmarkedEnd {
  /** The shell has just been taught: this is what our keys and hooks live in. */
  rememberShell(): Promise<void>;
  /** Looks whether a silent command has ended without a mark, and ends it if so. Cheap to call again and again. */
  notice(command: TrackedCommand, family: ShellFamily): Promise<void>;
}

const never = new AbortController().signal;
const askKey = "\x1b[771~";
const answerWithinMs = 2000;
/** bash draws the line again behind its answer, as it was. */
const redrawnWithinMs = 300;
const redrawQuietMs = 25;
const firstPauseMs = 400;
const longestPauseMs = 6400;

export function createUnmarkedEnd(
  core: ShellCore,
  options: {
    probe: ForegroundProbe | null;
    /** The shell is surely at its prompt: teaches it again, and ends the command with what the shell says of it. */
    teachAtPrompt(command: TrackedCommand): Promise<void>;
  },
): UnmarkedEnd {
  const { tracker, keyboard, human } = core;
  let image = "";
  /** The kernel is not asked about the same silence more and more often. */
  let last = { command: null as TrackedCommand | null, offset: -1, at: 0, pauseMs: 0 };

  function isWorthALook(command: TrackedCommand): boolean {
    const isSame = last.command === command && last.offset === human.offset();
    if (isSame && core.now() - last.at < last.pauseMs) return false;
    const pauseMs = isSame ? Math.min(longestPauseMs, last.pauseMs * 2) : firstPauseMs;
    last = { command, offset: human.offset(), at: core.now(), pauseMs };
    return true;
  }

  async function askShell(command: TrackedCommand): Promise<void> {
    const unlock = keyboard.lock();
    core.visibility.hide();
    tracker.forgetAnswer();
    keyboard.write(askKey);
    const answer = await core.conditions.until(() => tracker.answer ?? (core.exit === null ? null : "closed"), {
      timeoutMs: answerWithinMs,
    });
    const end = core.now() + redrawnWithinMs;
    while (core.quietMs() < redrawQuietMs && core.now() < end) await delay(redrawQuietMs, { signal: never });
    core.visibility.show();
    if (answer !== null && answer !== "closed" && answer.isPrompt) tracker.endAtPrompt(command, answer);
    // Once is enough until something is printed, and what a lost key types must not be typed twice.
    last.pauseMs = Number.POSITIVE_INFINITY;
    unlock();
  }

  return {
    async rememberShell() {
      image = (await options.probe?.shellImage()) ?? "";
    },
    async notice(command, family) {
      if (!command.hasBegun || !isWorthALook(command)) return;
      const look = (await options.probe?.look()) ?? null;
      if (look === null || !look.isShell || tracker.command !== command) return;
      // Another program in the shell's place (`exec`) knows no key of ours, and would take it for text.
      if (look.shellImage !== image) return;
      if (family === "sh") {
        if (look.isSurelyPrompt) await options.teachAtPrompt(command);
      } else if (family !== "fish" && look.waiting === "prompt") {
        await askShell(command);
      }
    },
  };
}
