import type { AssessedCommand, Assessment } from "../../policy/index.ts";

const nameOf = ({ argv }: AssessedCommand) => argv[0]?.split("/").at(-1) ?? "";

/** They print whole lines of what they read, or nothing of it. */
const keepsLines = new Set(
  `grep egrep fgrep ggrep rgrep zgrep rg ag ack ugrep git cat tac nl head tail sort uniq wc tee
  find gfind bfs fd fdfind xargs gxargs ls dir vdir tree du df stat file readlink realpath test [ cd pushd popd pwd dirs
  basename dirname which type command hash true false : echo sleep date time timeout nice ionice stdbuf
  sh bash dash zsh`.split(/\s+/),
);
const greps = /^(?:[efgrz]*grep|rg|ag|ack|ugrep)$/;
const printsParts = /^-[a-zA-Z0-9]*o|^--o|^--rep/;
const countsBytes = /^-[a-zA-Z]*c|^--b|^[-+]\d+c/;
/** A value that the shell cuts, turns or counts: `${x#*=}`, `${x:0:3}`, `${#x}`. */
const cutsValue = /\$\{[^}]*[:#%/^,@~]/;

/**
 * Whether a line can print less than whole lines of what it reads, or other letters for them. A secret that is cut off
 * from its name is still known by its value; a piece of it, or the whole turned round, is not.
 */
export function cutsLines({ commands }: Pick<Assessment, "commands">, text: string): boolean {
  return cutsValue.test(text) || commands.some(cuts);
}

function cuts(command: AssessedCommand): boolean {
  const name = nameOf(command);
  const options = command.argv.slice(1).map((word) => word ?? "");
  if (!keepsLines.has(name)) return true;
  if (name === "rg" && options.some((word) => /^-[a-zA-Z0-9]*r/.test(word))) return true;
  // Marks inside a line: [-k-]{+R+}
  if (name === "git" && options.some((word) => /^--(?:word|color-w)/.test(word))) return true;
  if (greps.test(name) || (name === "git" && options.includes("grep")))
    return options.some((word) => printsParts.test(word));
  return (name === "head" || name === "tail") && options.some((word) => countsBytes.test(word));
}

/**
 * Patterns that every name has to fit which a line's one search finds, as far as nothing else in the line reads files;
 * none where that cannot be told.
 */
export function requiredNames({ commands }: Pick<Assessment, "commands">): string[] {
  const [search, ...others] = commands.filter(mayGoDeep);
  if (search === undefined || others.length > 0) return [];
  const isFed = ({ argv, via }: AssessedCommand) =>
    via.length > 0 || argv.slice(1).every((word) => word !== null && /^(?:-.*|\d+)$/s.test(word));
  if (!commands.every((each) => each === search || nameOf(each) === "xargs" || isFed(each))) return [];
  const argv = search.argv.map((word) => word ?? "");
  if (greps.test(nameOf(search))) {
    const included = argv.flatMap((word) => /^--include=(.+)$/s.exec(word)?.[1] ?? []);
    return included.length === 1 ? included : [];
  }
  // Only what stands before an action narrows it.
  const action = argv.findIndex((word) => /^-(?:exec|ok|print|fprint|ls|fls)/.test(word));
  const tests = action === -1 ? argv : argv.slice(0, action);
  if (!/find$/.test(nameOf(search)) || argv.some((word) => /^(?:-o|-or|,|!|-not)$/.test(word))) return [];
  return tests.flatMap((word, at) => (word === "-name" ? (tests[at + 1] ?? []) : []));
}

function mayGoDeep(command: AssessedCommand): boolean {
  const name = nameOf(command);
  if (/^(?:[efgz]*grep|diff)$/.test(name)) {
    return command.argv.some((word) => word === null || /^-[a-zA-Z0-9]*[rRd]|^--(?:rec|der|dir)/.test(word));
  }
  return /^(?:g?find|bfs|fd|fdfind|rgrep|rg|ag|ack|ugrep|git)$/.test(name);
}
