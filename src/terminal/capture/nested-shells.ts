import { depthOf } from "../machine/shell-state.ts";
import type { ForegroundProbe } from "../probe/foreground-probe.ts";
import type { NestedShell } from "../probe/nested-shell.ts";
import { shells } from "../shells/shells.ts";
import { endsLikePrompt, integrate } from "./integrate.ts";
import type { PromptPlace } from "./prompt-place.ts";
import type { ShellCore } from "./shell-core.ts";

/**
 * A shell inside the shell (`bash`, `zsh`, `fish`) is integrated like the first one, when somebody wants to run a command
 * there and the kernel says for certain that it is one at its prompt. Its marks have a nonce of their own; the first
 * word of the outer shell's hooks tells that it has ended.
 */
export interface NestedShells {
  /** False: there is none that could be given commands. */
  enter(options: { signal: AbortSignal }): Promise<boolean>;
  /** Ends a level whose shell is gone without a word of the outer one. */
  leaveIfGone(): void;
}

const promptQuietMs = 250;
const integratedWithinMs = 3000;
const lookAgainMs = 100;
/** Nobody needs more, and each keeps a record of the one outside it. */
const deepest = 8;

export function createNestedShells(
  core: ShellCore,
  options: { probe: ForegroundProbe | null; place: PromptPlace },
): NestedShells {
  const { probe } = options;
  const { tracker } = core;
  /** Taught without success: not tried again. */
  const refused = new Set<string>();
  /** Which run of a program the shell of each level is. */
  const images: string[] = [];

  /** The very shell that is given commands already: it reads for one of them. */
  function isCurrent({ pid, image }: NestedShell): boolean {
    const { outside, loaded } = tracker.shell;
    while (images.length > depthOf(tracker.shell)) images.pop();
    if (outside !== null) return pid === outside.pid && image === images.at(-1);
    // Only another program in the terminal's own shell's place is another shell.
    return pid === loaded?.pid && (image === options.place.image || options.place.image === "");
  }

  function isAtPrompt(shell: NestedShell): boolean {
    if (shell.isAtPrompt !== null) return shell.isAtPrompt;
    const looksLikePrompt = core.quietMs() >= promptQuietMs && endsLikePrompt(core.human.lastLine());
    // bash takes single keys for a command without its line editor (`read -n1`). fish always reads with it.
    return looksLikePrompt && (core.isEditorReading || shell.name === "fish");
  }

  return {
    async enter({ signal }) {
      if (probe === null || depthOf(tracker.shell) >= deepest) return false;
      // Where `exit` has been typed and not yet read, the shell outside would be integrated in its place.
      while (!core.activity.isAnswered() && core.exit === null && !signal.aborted) {
        await core.conditions.until(() => core.activity.isAnswered() || null, { timeoutMs: lookAgainMs, signal });
      }
      const before = await probe.nestedShell();
      if (before === null || refused.has(before.image) || isCurrent(before) || !isAtPrompt(before)) return false;
      core.enter(before.pid);
      images.push(before.image);
      const depth = depthOf(tracker.shell);
      const family = await integrate(core, {
        family: shells[before.name].family,
        probe,
        signal,
        timeoutMs: integratedWithinMs,
        isAtPrompt: true,
      });
      // It may have ended while it was integrated.
      if (depthOf(tracker.shell) !== depth) return false;
      if (family !== null) return true;
      refused.add(before.image);
      core.leave(null);
      return false;
    },
    leaveIfGone() {
      const { outside } = tracker.shell;
      if (outside !== null && probe !== null && !probe.isAlive(outside.pid)) core.leave(null);
    },
  };
}
