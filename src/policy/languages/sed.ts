export interface SedEffects {
  runs: boolean;
  writes: string[];
  reads: string[];
}

/** What people put between the parts of an expression. Of others, not every version of sed takes the same for the end. */
const delimiter = "[/|,#@!%:;_=~&\"'<>-]";

/**
 * An expression up to where `end` stands. Whether a delimiter in brackets ends it, and where some brackets end, differs
 * between versions: such brackets are not understood.
 */
const expression = (end: string): string => {
  const letter = String.raw`\[(?!${end}):[a-z]+:\]|(?!${end}|\[[:.=])[^\]\n]`;
  const brackets = String.raw`\[(?:\^|(?!\^))(?:\]|(?!\]))(?:${letter})*(?<!\\)\]`;
  return String.raw`(?:\\[^]|${brackets}|(?!${end})[^\\[\n])*${end}`;
};

/** An expression and its replacement, which has no brackets: the delimiter ends it wherever it stands unescaped. */
const change = (name: string): string => {
  const end = `\\k<${name}>`;
  return String.raw`(?<${name}>${delimiter})${expression(end)}(?:\\[^]|(?!${end})[^\\])*${end}`;
};

const address = (name: string): string =>
  String.raw`(?:\d+(?:~\d+)?|\$|[+~]\d+|\/${expression("\\/")}[IM]*|\\(?<${name}>${delimiter})${expression(`\\k<${name}>`)})`;

/**
 * The text of a, i and c goes on in the next line behind a single backslash. How many of them escape each other, and
 * whether the one behind the command counts, differs between versions: such a text is not understood.
 */
const oddText = String.raw`[ \t]*(?:\n|\\[ \t]+(?:\\|\n|$)|\\\n[ \t]*\\)`;

const verbs = [
  "[=dDgGhHnNpPxzF]",
  String.raw`[qQlL][ \t]*\d*`,
  // In busybox this sign is a part of the name, which ends at the next semicolon.
  String.raw`[btT:][ \t]*[\w.-]*(?![ \t]*#)`,
  String.raw`[aic](?!${oddText})(?:[^\n\\]|\\[^\n\\]|\\\n)*(?=\n|$)`,
  String.raw`[rR][ \t]*(?<reads>[^\n]*)`,
  String.raw`[wW][ \t]*(?<writes>[^\n]*)`,
  String.raw`(?<runs>e)[^\n]*`,
  `y${change("y")}`,
  String.raw`s${change("s")}(?<flags>[gpiIMm\de]{0,19})(?:w[ \t]*(?<saves>[^\n]*))?`,
];

const command = new RegExp(
  String.raw`#[^\n]*|(?:${address("from")}(?:\s*,\s*${address("to")})?)?[\s!]*` +
    String.raw`(?:[{}]|(?:${verbs.join("|")})[ \t]*(?=[;\n}#]|$))`,
  "y",
);

/** Reads a sed script by its grammar. Null when a part of it is not understood: then nothing is proved. */
export function readSed(script: string): SedEffects | null {
  // busybox ends a line at a carriage return.
  if (/[^\P{Cc}\t\n]/u.test(script)) return null;
  const effects: SedEffects = { runs: false, writes: [], reads: [] };
  for (let at = 0; ; at = command.lastIndex) {
    at += /^[\s;]*/.exec(script.slice(at))?.[0].length ?? 0;
    if (at === script.length) return effects;
    command.lastIndex = at;
    const groups = command.exec(script)?.groups;
    if (groups === undefined) return null;
    const { runs, flags = "", reads, writes, saves } = groups;
    if (runs !== undefined || flags.includes("e")) effects.runs = true;
    if (reads !== undefined) effects.reads.push(reads);
    for (const file of [writes, saves]) if (file !== undefined) effects.writes.push(file);
  }
}
