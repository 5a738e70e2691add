import { shellCarriers, type WaitingKind } from "../../protocol/index.ts";
import type { Foreground } from "../contract/terminal.ts";
import { runningOf } from "../machine/shell-state.ts";
import type { ForegroundLook, ForegroundProbe } from "../probe/foreground-probe.ts";
import { endsLikePrompt } from "./integrate.ts";
import type { ShellCore } from "./shell-core.ts";

/** Another host may take seconds to answer, and whoever stops a command does not wait for that. */
const hurriedMs = 250;

/** What holds the keyboard: from the probe where there is one, else a guess from what is on the screen. */
export async function lookAtForeground(
  core: ShellCore,
  probe: ForegroundProbe | null,
  { isHurried = false } = {},
): Promise<Foreground> {
  const looking = probe?.look() ?? null;
  const look = isHurried ? await Promise.race([looking, inTime(hurriedMs)]) : await looking;
  const prompt = core.human.lastLine();
  return { program: look?.program ?? null, waiting: waitingKind(look, core, prompt), prompt };
}

function inTime(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms));
}

function waitingKind(look: ForegroundLook | null, core: ShellCore, prompt: string): WaitingKind {
  if (look !== null) {
    if (look.isShell && look.waiting === "prompt") return shellReads(core, prompt);
    // What is at the other end is only known by what it shows.
    const isCarried = look.waiting === "full-screen" && shellCarriers.has(look.program ?? "");
    return isCarried && endsLikePrompt(prompt) ? "prompt" : look.waiting;
  }
  if ((runningOf(core.tracker.shell.phase)?.innerPrompt ?? null) !== null) return "prompt";
  if (/pass(word|phrase)[^:]*: ?$/i.test(prompt)) return "password";
  if (/(\[[yn]\/[yn]\]|\?|:) ?$/i.test(prompt) && core.quietMs() > 300) return "line-input";
  return "working";
}

/**
 * The terminal's shell reads a line while a command of it runs: for that command (`read -e`, `select`, `vared`), or a
 * new shell has taken its place (`exec`). What looks like a prompt for commands is taken for one, to be careful.
 */
function shellReads(core: ShellCore, prompt: string): WaitingKind {
  return runningOf(core.tracker.shell.phase) !== null && !endsLikePrompt(prompt) ? "line-input" : "prompt";
}
