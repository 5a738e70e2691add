import { neverAborted } from "../../base/index.ts";
import { readNumber } from "../machine/mark-fields.ts";
import type { ForegroundProbe } from "../probe/foreground-probe.ts";
import { isTooOld } from "../shells/integrations.ts";
import type { ShellFamily } from "../shells/shells.ts";
import { fishClearKey, shClearLine } from "./hand-over.ts";
import { type IntegrateOptions, integrate } from "./integrate.ts";
import type { PromptPlace } from "./prompt-place.ts";
import type { ShellCore } from "./shell-core.ts";
import type { ShellPresence } from "./shell-presence.ts";
import type { FinishedCommand, TrackedCommand } from "./tracked-command.ts";

/** Keeps the shell one that prints marks: the first integration, and what users' settings and broken lines make necessary. */
export interface Repairs {
  /** What the shell should be, where integration is wanted and it is known; null: nothing is typed on a guess. */
  readonly wanted: ShellFamily | null;
  start(wanted: ShellFamily | null, options: { signal: AbortSignal; timeoutMs: number }): Promise<void>;
  /** Resolves when everything is put right that has to be before the next command. */
  settled(): Promise<void>;
  onFinished(finished: FinishedCommand): void;
  /** Our hooks or keys are gone: integrates the shell again, quietly, with fresh numbers. */
  reintegrate(): Promise<void>;
  /** Ends a command of the sh family: its only mark after a line that was given up is the prompt, and that is gone. */
  integrateAtPrompt(command: TrackedCommand): Promise<void>;
  /** What failed at the start (a question of the user's settings, a busy machine) may work at a later prompt. */
  retry(signal: AbortSignal): Promise<void>;
}

const readyWithinMs = 3000;
const clearedWithinMs = 2000;
const readsWithinMs = 2000;
const lookAgainMs = 50;
const mostRetries = 3;

export function createRepairs(
  core: ShellCore,
  { probe, place, presence }: { probe: ForegroundProbe | null; place: PromptPlace; presence: ShellPresence },
): Repairs {
  const { tracker, keyboard, conditions } = core;
  let wanted: ShellFamily | null = null;
  let retriesLeft = mostRetries;
  let settling: Promise<void> = Promise.resolve();
  const untilPrompt = (options: { timeoutMs: number; signal?: AbortSignal }) =>
    conditions.until(() => tracker.isAtPrompt || null, options);

  async function integrateShell(given: Omit<IntegrateOptions, "probe">): Promise<void> {
    const unlock = keyboard.lock();
    const family = await integrate(core, { ...given, probe });
    if (family !== null && tracker.shell.outside === null) await place.remember();
    unlock();
  }

  async function reintegrate(): Promise<void> {
    const signal = AbortSignal.timeout(readyWithinMs * 2);
    const isAtPrompt = await untilPrompt({ timeoutMs: readyWithinMs, signal });
    const { family } = tracker.shell;
    if (isAtPrompt !== null && family !== null) await integrateShell({ family, signal, timeoutMs: readyWithinMs });
  }

  async function clearLine(): Promise<void> {
    const isAtPrompt = await untilPrompt({ timeoutMs: readyWithinMs });
    if (isAtPrompt === null || !(await presence.isReading())) return;
    const unlock = keyboard.lock();
    core.visibility.hide();
    tracker.step({ kind: "line-typed" });
    keyboard.write(shClearLine);
    await untilPrompt({ timeoutMs: clearedWithinMs });
    core.visibility.show();
    unlock();
  }

  return {
    get wanted() {
      return wanted;
    },
    settled: () => settling,
    async start(family, options) {
      wanted = family;
      await integrateShell({ family, ...options });
    },
    onFinished({ command, how, hasBegun }) {
      const isOurs = command.by === "agent";
      const wasRefused = tracker.shell.family === "fish" && isOurs && !hasBegun && how !== "incomplete";
      if (wasRefused && presence.mayBeBack()) keyboard.write(fishClearKey);
      if (tracker.shell.hasLostHooks) settling = reintegrate();
      else if (how === "abandoned" && isOurs) settling = clearLine();
    },
    async reintegrate() {
      settling = reintegrate();
      await settling;
    },
    async integrateAtPrompt(command) {
      const to = core.human.offset();
      if (tracker.command === command) tracker.step({ kind: "withdrawn" });
      await integrateShell({ family: "sh", isAtPrompt: true, signal: neverAborted, timeoutMs: readyWithinMs });
      const isMarked = tracker.shell.family !== null;
      const exitCode = isMarked ? readNumber(tracker.shell.versions?.at(-1) ?? "") : null;
      const confidence = isMarked ? "marks" : "heuristic";
      tracker.end(command, { how: "ended", exitCode, cwd: tracker.shell.cwd, to, confidence });
    },
    async retry(signal) {
      const { versions } = tracker.shell;
      if (wanted === null || retriesLeft === 0 || (versions !== null && isTooOld(versions))) return;
      const end = core.now() + readsWithinMs;
      while ((await probe?.look())?.mayBePrompt !== true) {
        if (probe === null || core.now() > end || signal.aborted || core.exit !== null) return;
        await conditions.until(() => null, { timeoutMs: lookAgainMs, signal });
      }
      retriesLeft--;
      await integrateShell({ family: wanted, signal, timeoutMs: readyWithinMs });
    },
  };
}
