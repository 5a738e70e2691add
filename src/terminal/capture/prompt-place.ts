import { setImmediate as nextTurn } from "node:timers/promises";
import { delay } from "../../base/index.ts";
import type { ForegroundLook, ForegroundProbe, KeyTaker } from "../foreground-probe.ts";
import type { ShellFamily } from "../shells/integrations.ts";
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
  /** The shell has just been taught and prompts: from now on its prompt is known by its place. Never takes long. */
  remember(): Promise<void>;
  /** Now, from the kernel; where that takes long, as it was seen since anything was printed or typed. */
  whoReads(family: ShellFamily): Promise<Reader>;
  /**
   * Where there are no marks: false when the kernel says that something else than a prompt holds the keyboard. `isShell`:
   * it must read as a shell does; else whatever was logged in to may read its commands as it likes.
   */
  mayBePrompt(options: { isShell: boolean; isHurried?: boolean }): Promise<boolean>;
  /** The same as `whoReads`, once a shell that is busy drawing has had a moment to finish that. */
  whoSettles(family: ShellFamily, options?: { withinMs?: number }): Promise<Reader>;
}

const never = new AbortController().signal;
/** Another host may take longer to tell; then it is learned at the next calm prompt. */
const rememberedWithinMs = 3000;
const firstPauseMs = 10;
/** A shell that is given one command after the other has no calm moment, and is not looked at for ever. */
const mostLooks = 20;
const settledWithinMs = 600;
const lookAgainMs = 60;
/** A shell that has just printed its prompt reads within less than any timer. */
const looksAtOnce = 8;

export function createPromptPlace(core: ShellCore, probe: ForegroundProbe | null): PromptPlace {
  const { tracker, keyboard, conditions } = core;
  /** Null: not known yet. */
  let place: { image: string; readsAt: string } | null = null;
  let learning = 0;
  /** When the shell was last seen to read, by what was printed and typed until then: it reads until something comes. */
  let seen: { reader: Reader; at: number } | null = null;
  /** A look that is under way: who asks meanwhile is told the same. */
  let looking: { reader: Promise<Reader>; at: number } | null = null;

  async function learn(): Promise<void> {
    const mine = ++learning;
    place = null;
    const isCalm = () => tracker.isAtPrompt && !keyboard.mayHaveText;
    for (let looks = 1; looks <= mostLooks && probe !== null && core.exit === null; looks++) {
      await conditions.until(() => isCalm() || null, { timeoutMs: Number.POSITIVE_INFINITY });
      const at = core.activity();
      const look = await probe.look();
      if (look === null || mine !== learning) return;
      // Whatever has happened meanwhile has printed something.
      if (look.isShell && isCalm() && core.activity() === at) {
        seen = { reader: "prompt", at };
        place = { image: look.shellImage, readsAt: look.shellReadsAt };
        probe.learnPrompt(place);
        return;
      }
      await delay(firstPauseMs * looks, { signal: never });
    }
  }

  async function lookOnce(family: ShellFamily): Promise<Reader> {
    if (probe?.isCheap === true) return await lookNow(family);
    const at = core.activity();
    if (seen?.at === at) return seen.reader;
    if (looking?.at !== at) looking = { at, reader: lookSlowly(family, at) };
    return await looking.reader;
  }

  async function lookSlowly(family: ShellFamily, at: number): Promise<Reader> {
    const reader = await lookNow(family);
    if (looking?.at === at) looking = null;
    const reads = reader === "prompt" || reader === "shell";
    if (core.activity() === at) seen = reads ? { reader, at } : null;
    return reader;
  }

  function lookNow(family: ShellFamily): Promise<Reader> {
    return tracker.depth > 0 ? lookInside() : lookOutside(family);
  }

  async function lookOutside(family: ShellFamily): Promise<Reader> {
    const taker = (await probe?.keyTaker()) ?? null;
    if (taker === null) return "unknown";
    // Another program in the shell's place (`exec`) knows nothing of ours.
    if (!taker.isShell || (place !== null && place.image !== taker.shellImage)) return "elsewhere";
    if (place !== null && place.readsAt !== "" && taker.shellReadsAt !== "") {
      return place.readsAt === taker.shellReadsAt ? "prompt" : "elsewhere";
    }
    // Its place cannot be told, so the line settings have to tell.
    const look = isLook(taker) ? taker : ((await probe?.look()) ?? null);
    if (look === null) return "unknown";
    if (family === "sh" && look.isSurelyPrompt) return "prompt";
    return look.mayBePrompt ? "shell" : "elsewhere";
  }

  async function lookInside(): Promise<Reader> {
    if (probe === null) return "unknown";
    const nested = await probe.nestedShell();
    if (nested === null || nested.pid !== tracker.innerPid || nested.isAtPrompt === false) return "elsewhere";
    return nested.isAtPrompt === true ? "prompt" : "shell";
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
      return place?.image ?? "";
    },
    async remember() {
      await Promise.race([learn(), delay(rememberedWithinMs, { signal: never })]);
    },
    whoReads: lookOnce,
    async whoSettles(family, { withinMs = settledWithinMs } = {}) {
      const end = core.now() + withinMs;
      for (let looks = 1; ; looks++) {
        const reader = await lookOnce(family);
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

function isLook(taker: KeyTaker | ForegroundLook): taker is ForegroundLook {
  return "mayBePrompt" in taker;
}
