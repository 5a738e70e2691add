import type { OwnName } from "../../protocol/index.ts";
import type { OutputLimits } from "../contract/values.ts";
import { type Prepared, runningOf } from "../machine/shell-state.ts";
import { plainTextOf } from "../machine/typed-line.ts";
import { type Asked, meaningOf, wordsIn } from "../shells/challenges.ts";
import { carriedLines, carriedText } from "../shells/integrations.ts";
import type { ShellFamily } from "../shells/shells.ts";
import { killLineKey } from "./integrate.ts";
import type { ShellCore } from "./shell-core.ts";
import type { TrackedCommand } from "./tracked-command.ts";

export type HandedOver =
  | { kind: "submitted"; command: TrackedCommand; savedLine: SavedLine }
  | { kind: "context-changed"; cwd: string | null; savedLine?: SavedLine }
  /** The shell says that it reads for a question. */
  | { kind: "busy" }
  | { kind: "no-answer" }
  /** Without marks: the screen did not show the prompt with exactly the command behind it. Nothing was run. */
  | { kind: "not-shown" };

/** A half-typed line of the person: kept by the shell itself, or known from what was typed, or none. */
export type SavedLine = { kind: "none" } | { kind: "in-shell" } | { kind: "typed"; text: string };

/** The digits of a challenge follow, for fish a key each before it. */
const prepareKey = "\x1b[7711~";
const pasteKey = "\x1b[7712~";
const fishPasteKey = "\x1b[200~";
const endOfPaste = "\x1b[201~";
export const giveBackKey = "\x1b[7713~";
/** Enter, unless the shell has moved. */
const runKey = "\x1b[7718~";
const bashRunKey = "\x1b[78~";
/** bash: prepares what is not as the last prompt left it, and does not look after its keys. */
const bashQuickKey = "\x1b[7719~";
/**
 * bash: takes the command up to `endOfTake` and runs it. No command holds that character, and where our keys are gone it
 * does nothing at a prompt.
 */
const bashTakeKey = "\x1b[77~";
const endOfTake = "\x1e";
/** Were our keys gone, these would run a part of the text or complete it. Then the shell binds them again first. */
const actsAsKeys = /[\n\t]/;
/** What bash may take for its history; only the prepare key switches that off. */
const historyCharacters = /[!^]/;
const fishRunKey = "\x1b[7714~";
/** fish: behind a paste of words, says what they are, and takes them off the line. */
const fishNamesKey = "\x1b[7722~";
const fishTabKey = "\x1b[7715~";
/** fish keeps a line that it refused, for its author to mend; the agent's is not for the person to find. */
export const fishClearKey = "\x1b[7716~";
const answerWithinMs = 2000;

/** Ends what an abandoned command left open in the sh family; its D tells the folder. */
export const shClearLine = `${killLineKey} { __ct_end; } 2>/dev/null\n`;
// With a line feed, not a return: a program may have left the terminal without the mapping from one to the other.
const shReadLine = (words: readonly string[]) =>
  ` __ct_read ${words.map((word) => `'${word}'`).join(" ")};eval "$__ct_g";{ __ct_end; } 2>/dev/null\n`;

/**
 * Gives a command to the shell at its prompt: asks it to get ready (it puts a half-typed line aside, and answers with its
 * folder and the digits of this very question), and only then hands the text over, in a way that no character of it can
 * be taken for a key. So whatever marks have said before, nothing but the shell is given a command. A person's keys wait
 * meanwhile.
 */
export async function handOver(
  core: ShellCore,
  text: string,
  options: Asked & { expectCwd?: string | undefined; limits?: OutputLimits | undefined },
): Promise<HandedOver> {
  const { family } = core.tracker.shell;
  if (family === null) return { kind: "no-answer" };
  const unlock = core.keyboard.lock();
  try {
    return await (family === "sh" ? carry(core, text, options) : paste(core, family, text, options));
  } finally {
    unlock();
  }
}

type Options = Parameters<typeof handOver>[2];

/**
 * What the shell makes of these words for its owner; null: it did not say. A half-typed line is back behind that, in the
 * sh family by `saved`.
 */
export async function askOwnNames(
  core: ShellCore,
  words: readonly string[],
): Promise<{ names: readonly OwnName[] | null; saved: SavedLine }> {
  const { family } = core.tracker.shell;
  const nothing = { names: null, saved: { kind: "none" } } as const;
  if (family === null) return nothing;
  const unlock = core.keyboard.lock();
  try {
    const asked = { ownNames: words };
    if (family === "sh") {
      const halfTyped = plainTextOf(core.keyboard.line);
      core.visibility.hide();
      const line = shReadLine([core.tracker.challenge(asked), ...words]);
      const prepared = await answerTo(core, `${killLineKey}${line}`);
      core.keyboard.forgetText();
      if (prepared === null) core.visibility.show();
      else letGo(core);
      return { names: prepared?.ownNames ?? null, saved: typedLine(halfTyped) };
    }
    const prepared = await ask(core, family, prepareKey, asked);
    if (prepared === null) core.keyboard.leaveText();
    else if (!prepared.isBusy) core.keyboard.write(giveBackKey);
    return { ...nothing, names: prepared?.ownNames ?? null };
  } finally {
    unlock();
  }
}

async function paste(core: ShellCore, family: ShellFamily, text: string, options: Options): Promise<HandedOver> {
  const { tracker, keyboard } = core;
  const hasOwnKeys = keyboard.isUntouched && !actsAsKeys.test(text) && !historyCharacters.test(text);
  const isQuick = family === "bash" && hasOwnKeys;
  const { searchPath } = tracker.shell;
  let prepared = await ask(core, family, isQuick ? bashQuickKey : prepareKey, options);
  if (prepared === null) {
    // Where our keys are gone, the digits stand on the line.
    keyboard.leaveText();
    return { kind: "no-answer" };
  }
  if (prepared.isBusy) return { kind: "busy" };
  // What the command's names lead to was looked up with the PATH of before.
  if (isAnother(prepared, options) || tracker.shell.searchPath !== searchPath) {
    keyboard.write(giveBackKey);
    return { kind: "context-changed", cwd: prepared.cwd };
  }
  // It has moved since its last word, to where the command belongs: its run key works only where it said it is.
  if (!prepared.cwdUnchanged) {
    keyboard.write(giveBackKey);
    prepared = await ask(core, family, prepareKey, options);
    if (prepared?.cwdUnchanged !== true || isAnother(prepared, options)) return { kind: "no-answer" };
  }
  const command = tracker.submit(text, { limits: options.limits });
  // Never Enter itself: a key of the user's may stand in for that.
  keyboard.write(isQuick ? `${bashTakeKey}${text}${endOfTake}` : pasteKeys(family, text));
  keyboard.handedOver(text);
  return { kind: "submitted", command, savedLine: { kind: prepared.hasSavedLine ? "in-shell" : "none" } };
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
  const halfTyped = plainTextOf(core.keyboard.line);
  const { searchPath } = core.tracker.shell;
  core.visibility.hide();
  // Whatever stands on the line would be run together with ours: also what nobody typed, an answer of the terminal's.
  const digits = core.tracker.challenge(options);
  const prepared = await answerTo(core, `${killLineKey}${shReadLine([digits, ...wordsIn(options)])}`);
  core.keyboard.forgetText();
  if (prepared === null) {
    core.visibility.show();
    return { kind: "no-answer" };
  }
  if (isAnother(prepared, options) || core.tracker.shell.searchPath !== searchPath) {
    letGo(core);
    return { kind: "context-changed", cwd: prepared.cwd, savedLine: typedLine(halfTyped) };
  }
  const command = core.tracker.submit(text, { limits: options.limits });
  core.visibility.paint(`${text.replaceAll("\n", "\r\n")}\r\n`);
  core.keyboard.write(carriedText(text, digits));
  const isTaken = () => core.tracker.command !== command || runningOf(core.tracker.shell.phase) !== null || null;
  await core.conditions.until(isTaken, { timeoutMs: answerWithinMs });
  return {
    kind: "submitted",
    command,
    savedLine: typedLine(halfTyped),
  };
}

/** The shell that reads for a command of ours is given none, and goes on to its next prompt. */
function letGo({ tracker, keyboard }: ShellCore) {
  tracker.step({ kind: "line-typed" });
  keyboard.write(carriedLines(["!"], "\n"));
}

const typedLine = (text: string | null): SavedLine => (text === null ? { kind: "none" } : { kind: "typed", text });

async function ask(core: ShellCore, family: ShellFamily, key: string, options: Options): Promise<Prepared | null> {
  const digits = core.tracker.challenge(options);
  const words = meaningOf(options) === null ? null : wordsIn(options).join(" ");
  return await answerTo(core, question(family, { key, digits, words }));
}

/** Null for the words: it is asked about none, and none are read. */
function question(family: ShellFamily, { key, digits, words }: { key: string; digits: string; words: string | null }) {
  switch (family) {
    case "fish":
      return `${fishDigits(digits)}${key}${words === null ? "" : `${fishPasteKey}${words}${endOfPaste}${fishNamesKey}`}`;
    case "zsh":
      // A widget can read only as much as it is told.
      return `${key}${digits}${words === null ? "" : `${String(words.length).padStart(4, "1000")}${words}`}`;
    case "bash":
    case "sh":
      return `${key}${digits}${words === null ? "" : `${words}${endOfTake}`}`;
  }
}

function fishDigits(challenge: string): string {
  return [...challenge].map((digit) => `\x1b[773${digit}~`).join("");
}

async function answerTo(core: ShellCore, question: string): Promise<Prepared | null> {
  core.keyboard.write(question);
  const look = () => {
    const { handshake } = core.tracker.shell;
    return handshake.name === "answered" ? handshake.prepared : null;
  };
  return await core.conditions.until(look, { timeoutMs: answerWithinMs });
}

/** It is not the folder that the command was approved for, or its words are not what they usually are. */
function isAnother(prepared: Prepared, { expectCwd, onlyLooks, usualWords }: Options): boolean {
  const isElsewhere = expectCwd !== undefined && prepared.cwd !== expectCwd;
  const isUsual = prepared.ownNames !== null && prepared.ownNames.length === 0;
  return isElsewhere || (meaningOf({ onlyLooks, usualWords }) !== null && !isUsual);
}
