import { runningOf } from "../machine/shell-state.ts";
import { abandonLine } from "./abandon-line.ts";
import type { NestedShells } from "./nested-shells.ts";
import type { PlainCapture } from "./plain-capture.ts";
import type { PromptPlace } from "./prompt-place.ts";
import { quietPromptMs } from "./session-state.ts";
import type { ShellCore } from "./shell-core.ts";
import type { ShellPresence } from "./shell-presence.ts";
import type { TrackedCommand } from "./tracked-command.ts";
import type { UnmarkedEnd } from "./unmarked-end.ts";

/** Follows a command to its end, also where no mark tells of that. */
export interface CommandWatch {
  /** Resolves when the command has ended and the shell is back, or with the signal, or in time. */
  untilEnded(command: TrackedCommand, options: { end: number; signal: AbortSignal }): Promise<void>;
  /** Ctrl+C was sent. Who stops a command and goes on comes before the shell has noticed. */
  onInterrupt(): void;
  untilInterrupted(signal: AbortSignal): Promise<void>;
  /** What a person ran has ended without a mark, perhaps: nobody watches that. */
  noticeSilentEnd(): Promise<void>;
  /** No hook tells that what a person ran has ended: the shell is asked once its line editor reads again. */
  noticePersonsEnd(): Promise<void>;
}

const settledWithinMs = 2000;
/** How often a silent command is looked at: has its prompt come back without a mark? */
const lookEveryMs = 400;

export function createCommandWatch(
  core: ShellCore,
  parts: {
    place: PromptPlace;
    presence: ShellPresence;
    plain: PlainCapture;
    unmarked: UnmarkedEnd;
    nested: NestedShells;
  },
): CommandWatch {
  const { place, presence, plain, unmarked, nested } = parts;
  const { tracker, conditions } = core;
  let isNoticing = false;
  /** The last command that was sent Ctrl+C. */
  let interrupted: TrackedCommand | null = null;
  const isEditorInside = () => (runningOf(tracker.shell.phase)?.innerPrompt ?? null) !== null;
  const wantsMore = () => tracker.shell.phase.name === "continuation";

  async function untilOver(command: TrackedCommand, { signal, end }: { signal: AbortSignal; end: number }) {
    const isOver = () => tracker.command !== command || wantsMore() || core.exit !== null || null;
    while (core.now() < end && !signal.aborted && isOver() === null) {
      await conditions.until(isOver, { timeoutMs: Math.min(lookEveryMs, end - core.now()), signal });
      if (isOver() !== null || core.quietMs() < lookEveryMs / 2) continue;
      nested.leaveIfGone();
      await noticeUnmarkedEnd(command);
    }
  }

  async function noticeUnmarkedEnd(command: TrackedCommand): Promise<void> {
    const { phase, family } = tracker.shell;
    if (family === null) return await plain.noticeEnd(command);
    // Its continuation prompt has no mark (the user made it readonly).
    if (phase.name === "submitted" && phase.editor === "is-back") tracker.step({ kind: "wants-more" });
    else await unmarked.notice(command);
  }

  return {
    async untilEnded(command, { end, signal }) {
      await untilOver(command, { end, signal });
      const ask = tracker.shell.lacks.hooks ? unmarked.askAbandoned : null;
      if (tracker.command === command && wantsMore())
        await abandonLine(core, command, { withinMs: settledWithinMs, ask });
      await presence.untilBack({ end, signal });
      const { family } = tracker.shell;
      if (family !== "fish" && family !== "sh") return;
      // These say D also when they are about to exit, and read what is typed before their prompt as part of a line.
      const isBack = () => tracker.isAtPrompt || core.exit !== null || tracker.command !== null || null;
      await conditions.until(isBack, { timeoutMs: quietPromptMs, signal });
    },
    onInterrupt() {
      interrupted = tracker.command;
    },
    async untilInterrupted(signal) {
      if (interrupted !== null) await untilOver(interrupted, { end: core.now() + settledWithinMs, signal });
    },
    async noticeSilentEnd() {
      const { command, shell } = tracker;
      if (command === null) return;
      if (shell.family === null) return await plain.noticeEnd(command);
      if (shell.family !== "sh" && !shell.lacks.hooks && !isEditorInside()) return;
      const look = () => (tracker.command !== command || core.quietMs() >= quietPromptMs ? true : null);
      for (let waitedMs = 0; waitedMs < 2 * quietPromptMs && look() === null; waitedMs += quietPromptMs / 5) {
        await conditions.until(look, { timeoutMs: quietPromptMs / 5 });
      }
      if (tracker.command === command && core.quietMs() >= quietPromptMs) await unmarked.notice(command);
    },
    async noticePersonsEnd() {
      if (isNoticing) return;
      isNoticing = true;
      const personsCommand = () =>
        tracker.shell.lacks.hooks && tracker.command?.by === "person" && isEditorInside() ? tracker.command : null;
      let command = personsCommand();
      for (let seen = -1; command !== null && seen !== core.human.offset(); command = personsCommand()) {
        seen = core.human.offset();
        if ((await place.whoSettles()) !== "elsewhere") await unmarked.notice(command);
      }
      isNoticing = false;
    },
  };
}
