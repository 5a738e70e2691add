import { shellCarriers, type WaitingKind } from "../protocol/index.ts";

/** A program that gets keys, and what it does with the keyboard. */
export interface KeyReader {
  program: string;
  waiting?: WaitingKind | undefined;
}

const shells = /^-?(?:ba|z|da|k|mk|a|fi|c|tc|rba|ya)?sh$/;

/** Text there is a command: it is a shell, it reads as only shells do, or it shows a shell that runs elsewhere. */
export function isShellPrompt({ program, waiting }: KeyReader): boolean {
  return shells.test(program) || waiting === "prompt";
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

const pager = /^(?:less|more|most|man|pager)$/;
/** Moving, searching for plain words and leaving, which ends it: what follows would be for the shell. */
const pagerKeys = new RegExp(
  String.raw`^(?:${down}|[ \d\rjkfbdugGnNhr\u0003\u000c]|[/?][\p{L}\p{N} ._,-]*\r)*q?$`,
  "u",
);
const vi = /^(?:n?vi|vim?|nvim|view|vimdiff|rvim)(?:\.\w+)?$/;
const viLeaves = /^\u001b{0,2}:(?:q|qa|q!|qa!|w|wq|wq!|wqa|x|xa)\r$/;

/** Words, keys of the line and Escape at the end. Behind Escape a letter is a command (Alt). */
const words =
  /^(?:\u001b[[O][A-DHF]|\u001b\[[356]~|[\p{L}\p{N} ._,/+\-\r\n\t\u0001\u0005\u0008\u000b\u000c\u0015\u0017\u007f])*\u001b{0,2}$/u;
/** They may end or stop a program, and what follows is for the shell. */
const ends = /^[\u0003\u0004\u001a]+$/;

/** Programs with a language of their own that nobody here reads, and the lines of it that are known to start nothing. */
const commandTakers = new Map<string, RegExp | null>([
  ...each(
    "gdb lldb gdb-multiarch",
    /^(?:bt|backtrace|where|info|list|l|next|n|step|s|continue|c|finish|up|down|frame|f|break|b|help|quit|q)(?: [\w ./:*+-]*)?$/,
  ),
  ...each("ed red ex", /^(?:[\d,.$;]*[pnl=]?|q)$/),
  ...each("ftp tnftp sftp lftp", /^(?:ls|dir|pwd|lpwd|cd|help|bye|quit|exit|status)(?: [\w./-]+)?$/),
  ...each(
    `R julia tclsh wish iex erl beam.smp octave octave-cli jshell java ghci ghc scala gnuplot maxima deno bun crystal sbcl
    clisp racket guile dc swift gp sage pwsh nu elvish xonsh kotlinc groovysh`,
    null,
  ),
]);

function each(names: string, harmless: RegExp | null): [string, RegExp | null][] {
  return names.split(/\s+/).map((name) => [name, harmless]);
}

const versioned: readonly (readonly [name: RegExp, language: string])[] = [
  [/^(?:i|b|pt|pti)?python[\d.]*$|^pypy[\d.]*$/i, "python3 -c"],
  [/^node(?:js)?$/, "node -e"],
  [/^(?:irb|ruby|pry)[\d.]*$/, "ruby -e"],
  [/^php[\d.]*$/, "php -r"],
  [/^lua(?:jit)?[\d.]*$/, "lua -e"],
  [/^perl[\d.]*$/, "perl -e"],
  [/^psql$/, "psql -c"],
  [/^(?:mysql|mariadb)$/, "mysql -e"],
  [/^sqlite3$/, "sqlite3 x"],
  [/^mongosh?$/, "mongosh --eval"],
  [/^redis-cli$/, "redis-cli"],
  [/^cqlsh$/, "cqlsh -e"],
];

/** How to hand typed text to the judge of the language that a program speaks; null: there is no judge for it. */
export function languageOf(program: string): string | null {
  return versioned.find(([name]) => name.test(program))?.[1] ?? null;
}

const takesCommands = (program: string): boolean => commandTakers.has(program) || languageOf(program) !== null;

/**
 * Whether keys may make a program start another one, or open and write files of their choice. Only what is known not to
 * is left out: each kind of program has its closed list of keys, and of a program that nobody knows plain words are one.
 */
export function mayStartProgram(typed: string, { program, waiting }: KeyReader): boolean {
  if (ends.test(typed)) return false;
  const language = languageOf(program);
  if (language !== null) return linesOf(typed).some((line) => !isOfLanguage(line, language));
  if (pager.test(program)) return !pagerKeys.test(typed);
  if (vi.test(program) && viLeaves.test(typed)) return false;
  const harmless = commandTakers.get(program);
  if (harmless !== undefined)
    return !linesOf(typed).every((line) => /^[ynq]?$/i.test(line) || harmless?.test(line) === true);
  const shown = waiting === "line-input" ? typed.replaceAll("@", "") : typed;
  return !words.test(shown);
}

const linesOf = (typed: string): string[] => typed.split(/[\r\n]/).map((line) => line.trim());

const psqlLooks = /^\\(?:d\w*\+?|l\+?|x|q|a|t|timing|conninfo|h|\?)(?: [\w .*]*)?;?$/;
const sqliteLooks =
  /^\.(?:tables|schema|headers|mode|databases|indexes|help|quit|exit|width|timer|show)(?: [\w %-]*)?$/;
const mysqlWords =
  /^(?:select|show|describe|desc|explain|insert|update|delete|create|alter|drop|truncate|replace|set|use|begin|start|commit|rollback|with|grant|revoke|analyze|optimize|call|lock|unlock|help|status|quit|exit|from|where|and|or|order|group|limit|join|left|inner|on|values|having|union|\(|\)|;|$)(?!\w)/i;

/** A client has commands beside its language, and some of them start programs: only the known harmless ones are left out. */
function isOfLanguage(line: string, language: string): boolean {
  switch (language) {
    case "psql -c":
      return psqlLooks.test(line) || !line.includes("\\");
    case "mysql -e":
      return mysqlWords.test(line) && !/\\(?![Ggcqs](?!\w))/.test(line);
    case "sqlite3 x":
      return !line.startsWith(".") || sqliteLooks.test(line);
    case "python3 -c":
      // ipython: `!program`, `x = !program`, `%magic`.
      return !/!(?!=)|(?:^|=)\s*%/.test(line);
    default:
      return !/^[.!%:\\]/.test(line) || /^\.(?:exit|help|break|clear)$/.test(line);
  }
}
