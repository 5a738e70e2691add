import type { ShellFamily } from "../shells/integrations.ts";
import { carriedLines, carriedText } from "../shells/integrations.ts";
import type { OutputLimits } from "../terminal.ts";
import type { Prepared } from "./command-tracker.ts";
import { isPlainText, killLineKey } from "./integrate.ts";
import type { ShellCore } from "./shell-core.ts";
import type { TrackedCommand } from "./tracked-command.ts";

export type HandedOver =
  | { kind: "submitted"; command: TrackedCommand; savedLine: SavedLine }
  | { kind: "context-changed"; cwd: string | null }
  /** The shell says that it reads for a question. */
  | { kind: "busy" }
  | { kind: "no-answer" }
  /** Without marks: the screen did not show the prompt with exactly the command behind it. Nothing was run. */
  | { kind: "not-shown" };

/** A half-typed line of the person: kept by the shell itself, or known from what was typed, or none. */
export type SavedLine = { kind: "none" } | { kind: "in-shell" } | { kind: "typed"; text: string };

const prepareKey = "\x1b[7711~";
const pasteKey = "\x1b[7712~";
const fishPasteKey = "\x1b[200~";
const endOfPaste = "\x1b[201~";
export const giveBackKey = "\x1b[7713~";
/** Enter, unless the shell has moved. */
const runKey = "\x1b[7718~";
const bashRunKey = "\x1b[78~";
/**
 * bash: prepares, reads the command up to `endOfQuick` and runs it, but answers only when something is not as it was at
 * the last prompt. No command holds that character, and where our keys are gone it does nothing at a prompt.
 */
const bashQuickKey = "\x1b[77~";
const endOfQuick = "\x1e";
/** Were our paste key gone, these would run a part of the text or complete it. Such a text is given only after an answer. */
const actsAsKeys = /[\n\t]/;
/** What bash may take for its history; only an answered prepare switches that off. */
const historyCharacters = /[!^]/;
const fishRunKey = "\x1b[7714~";
const fishTabKey = "\x1b[7715~";
/** fish keeps a line that it refused, for its author to mend; the agent's is not for the person to find. */
export const fishClearKey = "\x1b[7716~";
const answerWithinMs = 2000;

/** Ends what an abandoned command left open in the sh family; its D tells the folder. */
export const shTidyLine = " { __ct_end; } 2>/dev/null\n";
// With a line feed, not a return: a program may have left the terminal without the mapping from one to the other.
const shReadLine = ' __ct_read;eval "$__ct_g";{ __ct_end; } 2>/dev/null\n';

/**
 * Gives a command to the shell at its prompt: asks it to get ready (it answers with its folder and puts a half-typed
 * line aside), and then hands the text over in a way that no character of it can be taken for a key. A person's keys
 * wait meanwhile.
 */
export async function handOver(
  core: ShellCore,
  family: ShellFamily,
  text: string,
  options: { expectCwd?: string | undefined; limits?: OutputLimits | undefined },
): Promise<HandedOver> {
  const unlock = core.keyboard.lock();
  try {
    return await (family === "sh" ? carry(core, text, options) : paste(core, family, text, options));
  } finally {
    unlock();
  }
}

type Options = Parameters<typeof handOver>[3];

async function paste(core: ShellCore, family: ShellFamily, text: string, options: Options): Promise<HandedOver> {
  const { tracker, keyboard } = core;
  const isExpected = options.expectCwd === undefined || options.expectCwd === tracker.cwd;
  if (keyboard.isUntouched && tracker.isAtPrompt && isExpected && !actsAsKeys.test(text)) {
    const handed = await pasteAtOnce(core, family, text, options);
    if (handed !== null) return handed;
  }
  let prepared = await ask(core, prepareKey);
  if (prepared === null) return { kind: "no-answer" };
  if (prepared.isBusy) return { kind: "busy" };
  if (isElsewhere(prepared, options)) {
    keyboard.write(giveBackKey);
    return { kind: "context-changed", cwd: prepared.cwd };
  }
  // It has moved since its last word, to where the command belongs: its run key works only where it said it is.
  if (!prepared.isWhereItSaid) {
    keyboard.write(giveBackKey);
    prepared = await ask(core, prepareKey);
    if (prepared?.isWhereItSaid !== true || isElsewhere(prepared, options)) return { kind: "no-answer" };
  }
  const command = tracker.submit(text, { by: "agent", limits: options.limits });
  // Never Enter itself: a key of the user's may stand in for that.
  keyboard.write(pasteKeys(family, text));
  keyboard.handedOver(text);
  return { kind: "submitted", command, savedLine: { kind: prepared.hasSavedLine ? "in-shell" : "none" } };
}

/**
 * Where nobody has typed since the last command, and the shell has said where it is, one round is enough: the shell
 * itself throws the line away when it is elsewhere by now. Null: it was thrown away; ask first.
 */
async function pasteAtOnce(
  core: ShellCore,
  family: ShellFamily,
  text: string,
  options: Options,
): Promise<HandedOver | null> {
  const { tracker, keyboard } = core;
  const command = tracker.submit(text, { by: "agent", limits: options.limits });
  // A shell that turns bracketed paste off has taken the line; where it does not do that, it has to answer.
  const isQuick = family === "bash" && core.isEditorReading && !historyCharacters.test(text);
  // What runs or has run must not be given again, though its answer went with the shell that gave it (an inner `exit`).
  const hasRun = () => command.hasBegun || command.finished !== null;
  const isTaken = () => hasRun() || (isQuick && (command.hasLeftEditor || tracker.command !== command));
  tracker.forgetPrepared();
  keyboard.write(isQuick ? quickKeys(text) : `${prepareKey}${pasteKeys(family, text)}`);
  const look = () => tracker.prepared ?? (isTaken() ? "taken" : null);
  const prepared = await core.conditions.until(look, { timeoutMs: answerWithinMs });
  keyboard.handedOver(text);
  if (prepared === "taken") return { kind: "submitted", command, savedLine: { kind: "none" } };
  if (prepared?.isWhereItSaid === true) {
    return { kind: "submitted", command, savedLine: { kind: prepared.hasSavedLine ? "in-shell" : "none" } };
  }
  tracker.withdraw(command);
  if (prepared === null) return { kind: "no-answer" };
  if (prepared.isBusy) return { kind: "busy" };
  keyboard.write(giveBackKey);
  return null;
}

function quickKeys(text: string): string {
  return `${bashQuickKey}${text}${endOfQuick}`;
}

function runKeyOf(family: ShellFamily): string {
  return family === "bash" ? bashRunKey : runKey;
}

function pasteKeys(family: ShellFamily, text: string): string {
  return family === "fish" ? fishKeys(text) : `${pasteKey}${text}${endOfPaste}${runKeyOf(family)}`;
}

function fishKeys(text: string): string {
  return `${fishPasteKey}${text.replaceAll("\t", fishTabKey)}${endOfPaste}${fishRunKey}`;
}

/** The sh family: the command goes as base64 to a reading function, and the person sees it painted as if typed. */
async function carry(core: ShellCore, text: string, options: Options): Promise<HandedOver> {
  const { halfTyped, mayHaveText } = core.keyboard;
  core.visibility.hide();
  // Whatever stands on the line would be run together with ours.
  const prepared = await ask(core, `${mayHaveText ? killLineKey : ""}${shReadLine}`);
  core.keyboard.forgetText();
  if (prepared === null) {
    core.visibility.show();
    return { kind: "no-answer" };
  }
  if (isElsewhere(prepared, options)) {
    core.keyboard.write(carriedLines(["!"], "\n"));
    return { kind: "context-changed", cwd: prepared.cwd };
  }
  const command = core.tracker.submit(text, { by: "agent", limits: options.limits });
  core.painted = `${text.replaceAll("\n", "\r\n")}\r\n`;
  core.keyboard.write(carriedText(text));
  await core.conditions.until(() => command.hasBegun || core.tracker.command !== command || null, {
    timeoutMs: answerWithinMs,
  });
  return {
    kind: "submitted",
    command,
    savedLine: isPlainText(halfTyped) ? { kind: "typed", text: halfTyped } : { kind: "none" },
  };
}

async function ask(core: ShellCore, keys: string): Promise<Prepared | null> {
  core.tracker.forgetPrepared();
  core.keyboard.write(keys);
  return await core.conditions.until(() => core.tracker.prepared, { timeoutMs: answerWithinMs });
}

function isElsewhere(prepared: Prepared, { expectCwd }: Options): boolean {
  return expectCwd !== undefined && prepared.cwd !== expectCwd;
}
