import type { ForegroundProbe } from "../foreground-probe.ts";
import type { NestedShell } from "../probe/nested-shell.ts";
import type { ShellFamily } from "../shells/integrations.ts";
import { endsLikePrompt, integrate } from "./integrate.ts";
import type { PromptPlace } from "./prompt-place.ts";
import type { ShellCore } from "./shell-core.ts";

/**
 * A shell inside the shell (`bash`, `zsh`, `fish`) is taught like the first one, when somebody wants to run a command
 * there and the kernel says for certain that it is one at its prompt. Its marks have a nonce of their own; the first
 * word of the outer shell's hooks tells that it has ended.
 */
export interface NestedShells {
  /** Answers with the family of the shell that can be given commands now, or null when there is none such. */
  enter(options: { signal: AbortSignal }): Promise<ShellFamily | null>;
  /** Ends a level whose shell is gone without a word of the outer one. */
  leaveIfGone(): void;
}

const promptQuietMs = 250;
const taughtWithinMs = 3000;
const lookAgainMs = 100;
/** Nobody needs more, and each keeps a record of the one outside it. */
const deepest = 8;

export function createNestedShells(
  core: ShellCore,
  options: { probe: ForegroundProbe | null; place: PromptPlace; onEnter(): void },
): NestedShells {
  const { probe } = options;
  const { tracker } = core;
  /** Taught without success: not tried again. */
  const refused = new Set<string>();
  /** Which run of a program the shell of each level is. */
  const images: string[] = [];

  /** The very shell that is given commands already: it reads for one of them. */
  function isCurrent({ pid, image }: NestedShell): boolean {
    while (images.length > tracker.depth) images.pop();
    if (tracker.depth > 0) return pid === tracker.innerPid && image === images.at(-1);
    // Only another program in the terminal's own shell's place is another shell.
    return pid === tracker.loaded?.pid && (image === options.place.image || options.place.image === "");
  }

  function isAtPrompt(shell: NestedShell): boolean {
    if (shell.isAtPrompt !== null) return shell.isAtPrompt;
    const looksLikePrompt = core.quietMs() >= promptQuietMs && endsLikePrompt(core.human.lastLine());
    // bash takes single keys for a command without its line editor (`read -n1`). fish always reads with it.
    return looksLikePrompt && (core.isEditorReading || shell.name === "fish");
  }

  return {
    async enter({ signal }) {
      if (probe === null || tracker.depth >= deepest) return null;
      // Where `exit` has been typed and not yet read, the shell outside would be taught in its place.
      while (!core.isAnswered() && core.exit === null && !signal.aborted) {
        await core.conditions.until(() => core.isAnswered() || null, { timeoutMs: lookAgainMs, signal });
      }
      const before = await probe.nestedShell();
      if (before === null || refused.has(before.image) || isCurrent(before) || !isAtPrompt(before)) return null;
      core.enter(before.pid);
      images.push(before.image);
      options.onEnter();
      const { depth } = tracker;
      const family = await integrate(core, {
        family: before.name,
        probe,
        signal,
        timeoutMs: taughtWithinMs,
        isAtPrompt: true,
      });
      // It may have ended while it was taught.
      if (tracker.depth !== depth) return null;
      if (family !== null) return family;
      refused.add(before.image);
      core.leave(null);
      return null;
    },
    leaveIfGone() {
      const { innerPid } = tracker;
      if (innerPid !== null && probe !== null && !probe.isAlive(innerPid)) core.leave(null);
    },
  };
}
