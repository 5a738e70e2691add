import type { OwnName } from "../../protocol/index.ts";
import { runningOf } from "../machine/shell-state.ts";
import type { ForegroundProbe } from "../probe/foreground-probe.ts";
import { lookAtForeground } from "./foreground.ts";
import type { ShellCore } from "./shell-core.ts";
import type { ShellSessionState } from "./shell-session.ts";

/** A prompt of something that is not ours is believed once nothing moves any more. */
export const quietPromptMs = 250;

/** How long the user's own prompt hooks may work in silence (direnv) before the PATH is given up for this look. */
const hooksWithinMs = 1500;

interface Shown {
  probe: ForegroundProbe | null;
  hasStarted: boolean;
  cwd: string | null;
  reader(): string;
  /** The shell is at its prompt, and nothing of it is under way. */
  isIdle(): Promise<boolean>;
}

/** What a terminal is doing now, as others are told. */
export async function sessionState(
  core: ShellCore,
  { probe, hasStarted, cwd, reader, isIdle }: Shown,
): Promise<ShellSessionState> {
  const { tracker } = core;
  const keyboard = { holder: core.keyboard.holder, mayHaveText: core.keyboard.line.name !== "empty" };
  if (core.exit !== null) return { name: "closed", foreground: null, cwd: null, keyboard };
  if (!hasStarted) return { name: "starting", foreground: await lookAtForeground(core, probe), cwd: null, keyboard };
  const path = { ...(await settledPath(core)), reader: reader(), ...lending(core) };
  if (await isIdle()) return { name: "ready", foreground: null, cwd, keyboard, ...path };
  const foreground = await lookAtForeground(core, probe);
  const isPrompt = foreground.waiting === "prompt" && core.quietMs() > quietPromptMs;
  const { command } = tracker;
  const begun = command !== null && runningOf(tracker.shell.phase) !== null ? { commandFrom: command.from } : {};
  return { name: isPrompt ? "foreign-prompt" : "running", foreground, cwd, keyboard, ...begun, ...path };
}

/** Only a shell that was taught so: by marks it says that it was. */
function lending({ tracker }: ShellCore): { lendsSettings?: true; ownNames?: OwnName[] } {
  const { family, loaded, ownNames } = tracker.shell;
  return family !== null && loaded !== null ? { lendsSettings: true, ownNames: [...ownNames] } : {};
}

/** The PATH that the next command will have. The user's prompt hooks may change it until the prompt is complete. */
async function settledPath(core: ShellCore): Promise<{ searchPath?: string }> {
  const { tracker, conditions } = core;
  const isSettled = () => tracker.shell.phase.name !== "prompt-due" || core.exit !== null || null;
  const timeoutMs = Math.max(0, hooksWithinMs - core.quietMs());
  if (isSettled() === null && (await conditions.until(isSettled, { timeoutMs })) === null) return {};
  // Without its hooks a shell would not tell of a change.
  const { searchPath, hasLostHooks } = tracker.shell;
  return searchPath === null || hasLostHooks ? {} : { searchPath };
}
