import type { ForegroundProbe } from "../foreground-probe.ts";
import type { ShellSessionState } from "../shell-session.ts";
import { lookAtForeground } from "./foreground.ts";
import type { ShellCore } from "./shell-core.ts";

/** A prompt of something that is not ours is believed once nothing moves any more. */
export const quietPromptMs = 250;

interface Shown {
  probe: ForegroundProbe | null;
  hasStarted: boolean;
  cwd: string | null;
  /** The shell is at its prompt, and nothing of it is under way. */
  isIdle(): Promise<boolean>;
}

/** What a terminal is doing now, as others are told. */
export async function sessionState(
  core: ShellCore,
  { probe, hasStarted, cwd, isIdle }: Shown,
): Promise<ShellSessionState> {
  const { tracker } = core;
  const keyboard = { holder: core.keyboard.holder, mayHaveText: core.keyboard.mayHaveText };
  if (core.exit !== null) return { name: "closed", foreground: null, cwd: null, keyboard };
  if (!hasStarted) return { name: "starting", foreground: await lookAtForeground(core, probe), cwd: null, keyboard };
  // Without its hooks a shell would not tell of a change.
  const path = tracker.searchPath === null || tracker.hasLostHooks ? {} : { searchPath: tracker.searchPath };
  if (await isIdle()) return { name: "ready", foreground: null, cwd, keyboard, ...path };
  const foreground = await lookAtForeground(core, probe);
  const isPrompt = foreground.waiting === "prompt" && core.quietMs() > quietPromptMs;
  const begun = tracker.command?.hasBegun === true ? { commandFrom: tracker.command.from } : {};
  return { name: isPrompt ? "foreign-prompt" : "running", foreground, cwd, keyboard, ...begun, ...path };
}
