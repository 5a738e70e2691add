import { shellCarriers, type WaitingKind } from "../protocol/index.ts";
import { clients, commandTakers, editorsLikeVi, pagers, shellPrograms } from "./programs/keyboard.ts";

/** A program that gets keys, and what it does with the keyboard. */
export interface KeyReader {
  program: string;
  waiting?: WaitingKind | undefined;
}

/** Text there is a command: it is a shell, it reads as only shells do, or it shows a shell that runs elsewhere. */
export function isShellPrompt({ program, waiting }: KeyReader): boolean {
  return shellPrograms.test(program) || waiting === "prompt";
}

const down = String.raw`\u001b(?:[\[O][ABHF]|\[[56]~)`;
const moves = new RegExp(`^(?:${down})+$`, "u");

/**
 * What an approval for the session covers besides these very keys; null: nothing, they are asked about each time. The
 * set is closed: keys that only move up and down on a screen, and one answer of one letter, again. Every other key
 * means what the program decides, alone or together with keys before it, so nobody has seen what would be allowed.
 */
export function keysCover(typed: string, reader: KeyReader): string | null {
  if (isShellPrompt(reader) || shellCarriers.has(reader.program) || takesCommands(reader.program)) return null;
  switch (reader.waiting) {
    case "full-screen":
      if (moves.test(typed)) return "moves";
      return /^[yYnNq \u0003]$/.test(typed) ? `answer ${typed}` : null;
    case "line-input":
      return /^[yYnNq][\r\n]?$|^\u0003$/.test(typed) ? `answer ${typed}` : null;
    default:
      return null;
  }
}

/** Moving, searching for plain words and leaving, which ends it: what follows would be for the shell. */
const pagerKeys = new RegExp(
  String.raw`^(?:${down}|[ \d\rjkfbdugGnNhr\u0003\u000c]|[/?][\p{L}\p{N} ._,-]*\r)*q?$`,
  "u",
);
const viLeaves = /^\u001b{0,2}:(?:q|qa|q!|qa!|w|wq|wq!|wqa|x|xa)\r$/;

/** Words, keys of the line and Escape at the end. Behind Escape a letter is a command (Alt). */
const words =
  /^(?:\u001b[[O][A-DHF]|\u001b\[[356]~|[\p{L}\p{N} ._,/+\-\r\n\t\u0001\u0005\u0008\u000b\u000c\u0015\u0017\u007f])*\u001b{0,2}$/u;
/** They may end or stop a program, and what follows is for the shell. */
const ends = /^[\u0003\u0004\u001a]+$/;

const clientOf = (program: string) => clients.find(({ names }) => names.test(program));

/** How to hand typed text to the judge of the language that a program speaks; null: there is no judge for it. */
export const languageOf = (program: string): string | null => clientOf(program)?.language ?? null;

const takesCommands = (program: string): boolean => commandTakers.has(program) || clientOf(program) !== undefined;

/**
 * Whether keys may make a program start another one, or open and write files of their choice. Only what is known not to
 * is left out: each kind of program has its closed list of keys, and of a program that nobody knows plain words are one.
 */
export function mayStartProgram(typed: string, { program, waiting }: KeyReader): boolean {
  if (ends.test(typed)) return false;
  const client = clientOf(program);
  if (client !== undefined) return linesOf(typed).some((line) => !client.isHarmless(line));
  if (pagers.test(program)) return !pagerKeys.test(typed);
  if (editorsLikeVi.test(program) && viLeaves.test(typed)) return false;
  const harmless = commandTakers.get(program);
  if (harmless !== undefined)
    return !linesOf(typed).every((line) => /^[ynq]?$/i.test(line) || harmless?.test(line) === true);
  const shown = waiting === "line-input" ? typed.replaceAll("@", "") : typed;
  return !words.test(shown);
}

const linesOf = (typed: string): string[] => typed.split(/[\r\n]/).map((line) => line.trim());
