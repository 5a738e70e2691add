import { runningOf } from "../machine/shell-state.ts";
import type { NestedShells } from "./nested-shells.ts";
import type { PromptPlace } from "./prompt-place.ts";
import type { Repairs } from "./repairs.ts";
import { quietPromptMs } from "./session-state.ts";
import type { ShellCore } from "./shell-core.ts";
import type { ShellPresence } from "./shell-presence.ts";
import type { UnmarkedEnd } from "./unmarked-end.ts";
import type { CommandWatch } from "./watch-command.ts";

/** Whether the shell can be given a command now. */
export interface Readiness {
  /** At the prompt, with nothing left to put right. What cannot be told is not ready. */
  isReady(signal: AbortSignal): Promise<boolean>;
  /** Nothing runs, and nobody asks: a look that does not wait. */
  isIdle(): Promise<boolean>;
}

const readyWithinMs = 3000;

export function createReadiness(
  core: ShellCore,
  parts: {
    place: PromptPlace;
    presence: ShellPresence;
    nested: NestedShells;
    unmarked: UnmarkedEnd;
    repairs: Repairs;
    watch: CommandWatch;
  },
): Readiness {
  const { place, presence, nested, unmarked, repairs, watch } = parts;
  const { tracker, conditions, keyboard } = core;

  /** A shell inside the shell, where that is certain: it is integrated when a command is to run there, and not before. */
  async function enterNested(signal: AbortSignal): Promise<boolean> {
    if (tracker.shell.family === null || runningOf(tracker.shell.phase) === null) return false;
    return await nested.enter({ signal });
  }

  async function isAtPrompt(signal: AbortSignal): Promise<boolean> {
    const look = () => tracker.isAtPrompt || tracker.command !== null || core.exit !== null || null;
    for (const end = core.now() + readyWithinMs; core.now() < end && !signal.aborted; ) {
      if ((await conditions.until(look, { timeoutMs: quietPromptMs, signal })) !== null) break;
      if (core.quietMs() >= quietPromptMs && isPromptLikely() && (await unmarked.isAtPrompt())) return true;
    }
    return tracker.isAtPrompt && (await presence.isReading());
  }

  /** A prompt the user made readonly has no mark at its end, only silence after it; and Enter may have run nothing. */
  function isPromptLikely(): boolean {
    const { name } = tracker.shell.phase;
    return name === "prompt-due" || (name === "entered" && core.isEditorReading);
  }

  return {
    async isReady(signal) {
      nested.leaveIfGone();
      await watch.untilInterrupted(signal);
      await watch.noticeSilentEnd();
      if (tracker.command !== null && !(await enterNested(signal))) return false;
      await repairs.settled();
      if (tracker.shell.family === null) await repairs.retry(signal);
      if (tracker.shell.family !== null) return await isAtPrompt(signal);
      return core.exit === null && (await place.mayBePrompt({ isShell: repairs.wanted !== null }));
    },
    async isIdle() {
      if (tracker.command !== null) return false;
      if (tracker.shell.family === null) {
        return repairs.wanted === null || (await place.mayBePrompt({ isShell: true, isHurried: true }));
      }
      if (tracker.isAtPrompt && keyboard.line.name === "empty") return await presence.isReading({ isHurried: true });
      if (!tracker.isAtPrompt && core.quietMs() < quietPromptMs) return false;
      return (await place.whoReads()) !== "elsewhere";
    },
  };
}
