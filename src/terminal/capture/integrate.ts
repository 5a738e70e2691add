import { randomBytes } from "node:crypto";
import { delay } from "../../base/index.ts";
import { depthOf } from "../machine/shell-state.ts";
import { plainTextOf } from "../machine/typed-line.ts";
import type { ForegroundProbe } from "../probe/foreground-probe.ts";
import {
  carriedLines,
  familyOfVersions,
  fishOpening,
  isTooOld,
  neutralProbe,
  posixOpening,
  scriptLines,
} from "../shells/integrations.ts";
import { familyOf, type ShellFamily } from "../shells/shells.ts";
import type { ShellCore } from "./shell-core.ts";

export interface IntegrateOptions {
  /** Null: not known. Then nothing is typed unless a line editor shows that a shell is reading. */
  family: ShellFamily | null;
  probe: ForegroundProbe | null;
  signal: AbortSignal;
  timeoutMs: number;
  /** It is known to be at its prompt, whatever that looks like. */
  isAtPrompt?: boolean;
}

const answerWithinMs = 3000;
const loadedWithinMs = 8000;
/** A line editor has painted its prompt when it has been quiet for this long after it began to read. */
const editorQuietMs = 15;
const promptQuietMs = 60;
const silenceMs = 1000;
const markedPromptMs = 1000;
const longestMs = 30_000;
const giveUpKey = "\x03";
export const killLineKey = "\x15";
/** To the end of the line, and kill it. A shell without a line editor leaves both to the terminal, which kills the line. */
export const emptyLineKeys = `\x05${killLineKey}`;

/**
 * Makes the shell at the prompt print marks, by typing: that is the same here and over ssh, the user's own rc
 * files have run exactly as always, and nothing is written anywhere. Answers with the shell's family, or null when it
 * did not work; then the shell is as it was.
 */
export async function integrate(core: ShellCore, options: IntegrateOptions): Promise<ShellFamily | null> {
  const depth = depthOf(core.tracker.shell);
  const family = await typeIntegration(core, options);
  // A shell inside the shell may have ended meanwhile; this says nothing of the one outside.
  if (depthOf(core.tracker.shell) === depth) core.tracker.step({ kind: "integrated", family });
  return family;
}

async function typeIntegration(core: ShellCore, options: IntegrateOptions): Promise<ShellFamily | null> {
  const isShown =
    options.isAtPrompt === true || ((await promptShown(core, options)) && (await isReallyShell(core, options)));
  if (!isShown) return null;
  const unlock = core.keyboard.lock();
  const halfTyped = plainTextOf(core.keyboard.line);
  try {
    // Whatever stands on the line would be run together with ours; it is typed again afterwards.
    if (core.keyboard.line.name !== "empty") core.keyboard.write(killLineKey);
    core.keyboard.forgetText();
    const nonce = randomBytes(12).toString("hex");
    core.scanner.setNonce(nonce);
    core.tracker.step({ kind: "integrating" });
    core.visibility.hide();
    const family = familyNow(options) ?? (await askWhichShell(core, nonce, options.signal));
    const loaded =
      family === null
        ? null
        : ((await load(core, family, nonce, options.signal)) ?? (await loadOther(core, family, nonce, options.signal)));
    // Whatever did not take our line may have kept it.
    if (loaded === null) core.keyboard.leaveText();
    return loaded;
  } finally {
    core.visibility.show();
    if (halfTyped !== null) core.keyboard.typeBack(halfTyped);
    unlock();
  }
}

/** A start-up file may have put another shell in the place of the one that was started (`exec fish`). */
function familyNow({ family, probe, isAtPrompt }: IntegrateOptions): ShellFamily | null {
  // The probe names the terminal's own shell; who is known to be at its prompt may be one inside it.
  const seen = isAtPrompt === true ? null : familyOf(probe?.shellName ?? "");
  // One and the same line finds out which of the others it is.
  return family !== null && (seen === "fish" || family === "fish") ? (seen ?? family) : family;
}

/** The same where nobody could look: the shell is asked in words that all of them know. */
async function loadOther(
  core: ShellCore,
  tried: ShellFamily,
  nonce: string,
  signal: AbortSignal,
): Promise<ShellFamily | null> {
  if (core.tracker.shell.versions !== null || !core.isEditorReading || core.exit !== null) return null;
  const family = await askWhichShell(core, nonce, signal);
  if (family === null) core.keyboard.write(`${giveUpKey}${emptyLineKeys}`);
  await quiet(core, promptQuietMs, signal);
  return family === null || family === tried ? null : await load(core, family, nonce, signal);
}

async function askWhichShell(core: ShellCore, nonce: string, signal: AbortSignal): Promise<ShellFamily | null> {
  core.tracker.step({ kind: "asking", about: "versions" });
  core.keyboard.write(neutralProbe(nonce));
  const versions = await core.conditions.until(() => core.tracker.shell.versions, {
    timeoutMs: answerWithinMs,
    signal,
  });
  if (versions === null) return null;
  await quiet(core, promptQuietMs, signal);
  return familyOfVersions(versions);
}

async function load(
  core: ShellCore,
  family: ShellFamily,
  nonce: string,
  signal: AbortSignal,
): Promise<ShellFamily | null> {
  const versions = await open(core, family, nonce, signal);
  if (versions === null) return null;
  // A shell started under one name may have become another one in its rc file.
  const real = familyOfVersions(versions);
  if (isTooOld(versions)) {
    core.keyboard.write(carriedLines(["."], "\r"));
    await quiet(core, promptQuietMs, signal);
    return null;
  }
  if (real !== "fish") core.keyboard.write(carriedLines([...scriptLines(real, nonce, core.history), "."], "\r"));
  const { tracker } = core;
  // A prompt that the user made readonly has no mark of this nonce; the hook before it has.
  const isLoaded = () =>
    tracker.isAtPrompt || (tracker.shell.loaded !== null && tracker.shell.phase.name === "prompt-due") || null;
  if ((await patiently(core, isLoaded, { quietMs: loadedWithinMs, signal })) === null) {
    core.keyboard.write(giveUpKey);
    return null;
  }
  await core.conditions.until(() => tracker.isAtPrompt || null, { timeoutMs: markedPromptMs, signal });
  return real;
}

async function open(core: ShellCore, family: ShellFamily, nonce: string, signal: AbortSignal) {
  const openings = [family === "fish" ? fishOpening(nonce, core.history) : posixOpening(nonce)];
  if (family === "bash") openings.push(posixOpening(nonce, "builtin"));
  for (const opening of openings) {
    core.tracker.step({ kind: "asking", about: "versions" });
    core.keyboard.write(opening);
    const versions = await patiently(core, () => core.tracker.shell.versions, { quietMs: answerWithinMs, signal });
    if (versions !== null) return versions;
    // Whatever took our line must not wait for the rest of it, nor take the next command for that.
    core.keyboard.write(giveUpKey);
    // What does not prompt again is told nothing more.
    await quiet(core, promptQuietMs, signal);
    if (!core.isEditorReading) return null;
    // bash keeps the line of a key that runs a command (`bind -x`), Ctrl+C or not.
    core.keyboard.write(emptyLineKeys);
    await quiet(core, promptQuietMs, signal);
  }
  return null;
}

/** A busy machine may be slow, but then it still prints now and then: only silence tells that no answer will come. */
async function patiently<T>(
  core: ShellCore,
  look: () => T | null,
  { quietMs, signal }: { quietMs: number; signal: AbortSignal },
): Promise<T | null> {
  const begin = core.now();
  for (let leftMs = quietMs; leftMs > 0; leftMs = quietMs - Math.min(core.quietMs(), core.now() - begin)) {
    const answer = await core.conditions.until(look, { timeoutMs: leftMs, signal });
    if (answer !== null || signal.aborted || core.exit !== null || core.now() - begin > longestMs) return answer;
  }
  return look();
}

async function promptShown(core: ShellCore, options: IntegrateOptions): Promise<boolean> {
  const end = core.now() + options.timeoutMs;
  while (core.now() < end && core.exit === null && !options.signal.aborted) {
    const quietMs = core.quietMs();
    if (core.isEditorReading && quietMs >= editorQuietMs) return true;
    if (options.family === null) {
      if (quietMs >= silenceMs && looksLikePrompt(core)) return false;
    } else {
      if (quietMs >= promptQuietMs && looksLikePrompt(core)) return true;
      if (quietMs >= silenceMs && (await isShellReading(options.probe))) return true;
    }
    await delay(10, { signal: options.signal }).catch(() => {});
  }
  return false;
}

/** How often what looks like a prompt is looked at before it is believed to be something else. */
const looksForShell = 3;
const lookAgainMs = 300;

/**
 * A question of a start-up file and a menu of an appliance look like a prompt from here. They are told by looking at the
 * process, and never typed at.
 */
async function isReallyShell(core: ShellCore, { probe, signal, family }: IntegrateOptions): Promise<boolean> {
  if (probe === null) return true;
  for (let look = 0; look < looksForShell && core.exit === null && !signal.aborted; look++) {
    const isShell = await probe.isShellAtPrompt();
    // What cannot be told is taken for what the host says of itself.
    if (isShell ?? family !== null) return true;
    // Something of the user's start-up files may still run.
    await delay(lookAgainMs, { signal }).catch(() => {});
    await quiet(core, promptQuietMs, signal);
  }
  return false;
}

/** Without a probe a long silence after the start of a known shell is all there is to go by. */
async function isShellReading(probe: ForegroundProbe | null): Promise<boolean> {
  const look = await probe?.look();
  return look === undefined || look === null ? true : look.isShell && look.waiting === "prompt";
}

function looksLikePrompt(core: ShellCore): boolean {
  return !core.human.isAtLineStart() && endsLikePrompt(core.human.lastLine());
}

export function endsLikePrompt(line: string): boolean {
  return /[$#%>❯»λ]$/.test(line);
}

async function quiet(core: ShellCore, ms: number, signal: AbortSignal): Promise<void> {
  while (core.quietMs() < ms && core.exit === null && !signal.aborted) {
    await delay(Math.max(1, ms - core.quietMs()), { signal }).catch(() => {});
  }
}
