import { setImmediate as nextTurn } from "node:timers/promises";
import type { ForegroundLook, ForegroundProbe, KeyTaker } from "../probe/foreground-probe.ts";
import type { ShellFamily } from "../shells/shells.ts";
import { createPlaceMemory, type PlaceMemory } from "./place-memory.ts";
import type { ShellCore } from "./shell-core.ts";

/**
 * `prompt`: the shell reads a command line, for certain. `shell`: the shell itself reads a line, for whatever.
 * `elsewhere`: something else holds the keyboard, or the shell reads for something else. `unknown`: nobody can tell.
 */
export type Reader = "prompt" | "shell" | "elsewhere" | "unknown";

/**
 * Tells a prompt from what only looks like one: a question that a hook of the user's asks before the prompt, a program
 * or a question behind a key (fzf on Ctrl+R), an unfinished search, `read -e`, `vared`. No mark is printed by any of
 * them, and each would take a command for its answer. A shell reads every prompt from one and the same place in its own
 * code, and the kernel shows that place.
 */
export interface PromptPlace {
  /** Which run of a program the terminal's own shell is; empty: not known. */
  readonly image: string;
  /** The shell has just been integrated and prompts: from now on its prompt is known by its place. Never takes long. */
  remember(): Promise<void>;
  /** Now, from the kernel; where that takes long, as it was seen since anything was printed or typed. */
  whoReads(): Promise<Reader>;
  /**
   * Where there are no marks: false when the kernel says that something else than a prompt holds the keyboard. `isShell`:
   * it must read as a shell does; else whatever was logged in to may read its commands as it likes.
   */
  mayBePrompt(options: { isShell: boolean; isHurried?: boolean }): Promise<boolean>;
  /** The same as `whoReads`, once a shell that is busy drawing has had a moment to finish that. */
  whoSettles(options?: { withinMs?: number }): Promise<Reader>;
}

const settledWithinMs = 600;
const lookAgainMs = 60;
/** A shell that has just printed its prompt reads within less than any timer. */
const looksAtOnce = 8;

export function createPromptPlace(core: ShellCore, probe: ForegroundProbe | null): PromptPlace {
  const { tracker, conditions } = core;
  /** When the shell was last seen to read, by what was printed and typed until then: it reads until something comes. */
  let seen: { reader: Reader; at: number } | null = null;
  /** A look that is under way: who asks meanwhile is told the same. */
  let looking: { reader: Promise<Reader>; at: number } | null = null;

  const memory = createPlaceMemory(core, probe, (at) => {
    seen = { reader: "prompt", at };
  });

  async function lookOnce(): Promise<Reader> {
    if (probe?.isCheap === true) return await lookNow();
    const at = core.activity.count();
    if (seen?.at === at) return seen.reader;
    if (looking?.at !== at) looking = { at, reader: lookSlowly(at) };
    return await looking.reader;
  }

  async function lookSlowly(at: number): Promise<Reader> {
    const reader = await lookNow();
    if (looking?.at === at) looking = null;
    const reads = reader === "prompt" || reader === "shell";
    if (core.activity.count() === at) seen = reads ? { reader, at } : null;
    return reader;
  }

  async function lookNow(): Promise<Reader> {
    if (probe === null) return "unknown";
    const { outside, family } = tracker.shell;
    return outside === null ? await readerOutside(probe, memory, family) : await readerInside(probe, outside.pid);
  }

  async function mayBePrompt(isShell: boolean): Promise<boolean> {
    const isIt = isShell ? await probe?.isShellAtPrompt() : (await probe?.look())?.isShell;
    return isIt ?? true;
  }

  return {
    async mayBePrompt({ isShell, isHurried = false }) {
      const end = core.now() + (isHurried ? 0 : settledWithinMs);
      for (;;) {
        if (await mayBePrompt(isShell)) return true;
        if (core.now() >= end || core.exit !== null) return false;
        await conditions.until(() => null, { timeoutMs: lookAgainMs });
      }
    },
    get image() {
      return memory.place?.image ?? "";
    },
    remember: memory.remember,
    whoReads: lookOnce,
    async whoSettles({ withinMs = settledWithinMs } = {}) {
      const end = core.now() + withinMs;
      for (let looks = 1; ; looks++) {
        const reader = await lookOnce();
        if (reader !== "elsewhere" || core.now() > end || core.exit !== null) return reader;
        if (looks < looksAtOnce && probe?.isCheap === true) await nextTurn();
        else
          await conditions.until(() => null, {
            timeoutMs: Math.min(lookAgainMs, 2 ** Math.max(0, looks - looksAtOnce)),
          });
      }
    },
  };
}

/** Who has the keyboard of the terminal's own shell. */
async function readerOutside(probe: ForegroundProbe, memory: PlaceMemory, family: ShellFamily | null): Promise<Reader> {
  const taker = await probe.keyTaker();
  const { place } = memory;
  if (taker === null) return "unknown";
  // Another program in the shell's place (`exec`) knows nothing of ours.
  if (!taker.isShell || (place !== null && place.image !== taker.shellImage)) return "elsewhere";
  if (place !== null && place.readsAt !== "" && taker.shellReadsAt !== "") {
    return place.readsAt === taker.shellReadsAt ? "prompt" : "elsewhere";
  }
  // Its place cannot be told, so the line settings have to tell.
  const look = isLook(taker) ? taker : await probe.look();
  if (look === null) return "unknown";
  if (family === "sh" && look.isSurelyPrompt) return "prompt";
  return look.mayBePrompt ? "shell" : "elsewhere";
}

/** Who has that of a shell inside it. */
async function readerInside(probe: ForegroundProbe, pid: number): Promise<Reader> {
  const nested = await probe.nestedShell();
  if (nested === null || nested.pid !== pid || nested.isAtPrompt === false) return "elsewhere";
  return nested.isAtPrompt === true ? "prompt" : "shell";
}

function isLook(taker: KeyTaker | ForegroundLook): taker is ForegroundLook {
  return "mayBePrompt" in taker;
}
