/** One command as policy resolved it: words, null where only the run decides, and where it stands in the text. */
export interface ResolvedCommand {
  argv: (string | null)[];
  span: [number, number];
  via: string[];
}

/** Paths a command would change, as the shell would expand them. */
export interface Affected {
  /** What is done to them, for the sentence: "deletes", "moves". */
  verb: string;
  patterns: PathPattern[];
  /** Everything below the named folders is touched too. */
  isRecursive: boolean;
}

export interface PathPattern {
  text: string;
  isGlob: boolean;
}

export type AffectedAnswer = { known: true; affected: Affected[] } | { known: false; why: string } | null;

const verbs: Record<string, string> = {
  rm: "deletes",
  rmdir: "deletes",
  unlink: "deletes",
  shred: "overwrites and deletes",
  truncate: "truncates",
  chmod: "changes the permissions of",
  chown: "changes the owner of",
  chgrp: "changes the group of",
  mv: "moves",
  cp: "overwrites",
  tee: "overwrites",
};

/** How many operands at the front are not paths. */
const notPaths: Record<string, number> = { chmod: 1, chown: 1, chgrp: 1 };

/**
 * The paths that deletes, moves, permission changes and overwrites in a command would touch; null when it has none of
 * those. What cannot be known from the text is said, never guessed.
 */
export function affectedPaths(command: string, commands: readonly ResolvedCommand[]): AffectedAnswer {
  const affected: Affected[] = [];
  let isRelevant = false;
  for (const { argv, span, via } of commands) {
    const name = argv[0]?.split("/").at(-1) ?? "";
    const verb = verbs[name];
    if (verb === undefined) continue;
    isRelevant = true;
    if (via.some((wrapper) => !/^(sudo|doas|env|nice|time|timeout|command)\b/.test(wrapper))) {
      return { known: false, why: `it runs through ${via.join(", ")}` };
    }
    if (argv.includes(null)) return { known: false, why: "a path is only known when it runs" };
    const raw = command.slice(span[0], span[1]);
    const words = argv as string[];
    affected.push({ verb, patterns: operandsOf(name, words, raw), isRecursive: isRecursive(name, words) });
  }
  return isRelevant ? { known: true, affected } : null;
}

function operandsOf(name: string, argv: string[], raw: string): PathPattern[] {
  const operands: string[] = [];
  let onlyOperands = false;
  for (const word of argv.slice(1)) {
    if (!onlyOperands && word === "--") onlyOperands = true;
    else if (onlyOperands || !word.startsWith("-") || word === "-") operands.push(word);
  }
  const paths = operands.slice(notPaths[name] ?? 0);
  // Of a copy only the end is changed: what is there already.
  const touched = name === "cp" ? paths.slice(-1) : paths;
  return touched.map((text) => ({ text, isGlob: /[*?[]/.test(text) && isUnquoted(text, raw) }));
}

function isRecursive(name: string, argv: string[]): boolean {
  if (name === "mv") return true;
  return argv.some((word) => word === "--recursive" || /^-[a-zA-Z]*[rR]/.test(word));
}

/** A pattern in quotes is a name. The text shows it: quoted, it does not stand there by itself. */
function isUnquoted(text: string, raw: string): boolean {
  const at = raw.indexOf(text);
  if (at === -1) return false;
  return !/["'\\]/.test(raw.charAt(at - 1)) && !/["']/.test(raw.charAt(at + text.length));
}
