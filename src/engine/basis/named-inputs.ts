import { type AssessedCommand, type Assessment, knownFolders, type PathWord } from "../../policy/index.ts";
import { operand } from "../target/path-arguments.ts";

/** Programs to which it is nothing what is in the files they are given: they move, remove and mark them. */
const blindPrograms = new Set(
  "rm rmdir unlink shred mv ln touch truncate mkdir mkfifo chmod chown chgrp chattr setfacl kill pkill killall".split(
    " ",
  ),
);

/** As many letters as fit into one argument over ssh. Beyond it nothing is known, and nothing can be approved. */
const maxLetters = 90_000;

/**
 * Whatever a line may take in, as arguments of the look, whichever program gets it: every word, every value of a variable,
 * every file it reads, and the names inside of these (`-c core.pager=./run.sh`, `.read x.sql`, `PATH=./bin:…`). What is no
 * file on the target is found to be none.
 */
export function namedInputs(
  { commands, files, values }: Pick<Assessment, "commands" | "files" | "values">,
  text: string,
): string[] {
  const blind = new Set(commands.filter(isBlind).flatMap(wordsOf));
  const words = commands.filter((command) => !isBlind(command)).flatMap(wordsOf);
  const read = files.flatMap(({ access, file }) => (access === "read" && file !== null ? namesOf(file) : []));
  const programs = commands.flatMap(({ words: [first] }) => (first && !first.path.includes("/") ? [first.path] : []));
  const found = values
    .filter(({ name }) => /^path$/i.test(name))
    .flatMap(({ text: path }) => path.split(":").flatMap((place) => programs.map((name) => `${place.trim()}/${name}`)));
  // Of what the shell could not be followed through only the text is known.
  const spoken = [text, text.replaceAll(/['"\\]/g, "")]
    .map((each) => each.replaceAll(/\$(?:HOME\b|\{HOME\})/g, "~").replaceAll(/\$(?:PWD\b|\{PWD\})/g, "."))
    .flatMap(piecesOf)
    .filter((piece) => !blind.has(piece));
  const given = values.flatMap((value) => piecesOf(value.text));
  const names = [...words.flatMap(piecesOf), ...read, ...given, ...found, ...spoken].filter(isName);
  const lines = [...new Set(basesOf(commands).flatMap((base) => names.map((name) => below(base, name))))].join("\n");
  if (lines.length > maxLetters) return ["unfinished", ""];
  return [...(lines === "" ? [] : ["names", lines]), ...patternsOf(commands)];
}

const isBlind = ({ argv }: AssessedCommand): boolean => blindPrograms.has(argv[0]?.split("/").at(-1) ?? "");

/** The program's own name is looked for elsewhere, unless it is a path. */
const wordsOf = ({ words }: AssessedCommand): string[] =>
  words.flatMap((word, at) => (word === null || (at === 0 && !word.path.includes("/")) ? [] : namesOf(word)));

const namesOf = ({ from, path, pattern }: PathWord): string[] =>
  pattern !== undefined ? [] : [from === "home" ? `~/${path}` : path];

/** A word as it is, and whatever in it may be the name of a file. */
function piecesOf(text: string): string[] {
  const pieces = text.split(/[\s'"`=:;,|&<>(){}![\]$\\@]+/);
  // `-S./run.vim`, `${x:-run.sh}`
  const behind = pieces.flatMap((piece) => (/^[-+?]./.test(piece) ? [piece.slice(1), piece.slice(2)] : []));
  return [text, ...pieces, ...behind];
}

const isName = (name: string): boolean =>
  name.length <= 1024 && !name.includes("\n") && !name.startsWith("-") && !/^[./~]*$/.test(name);

/** Every folder that the line goes to. */
const basesOf = (commands: readonly AssessedCommand[]): string[] => [
  ...new Set(["", ...commands.flatMap(({ folders }) => knownFolders(folders).flatMap(namesOf))]),
];

function below(base: string, name: string): string {
  if (/^(?:\/|~\/)/.test(name)) return name;
  return `${/^(?:\/|~\/)/.test(base) ? "" : "./"}${base === "" ? "" : `${base}/`}${name}`;
}

function patternsOf(commands: readonly AssessedCommand[]): string[] {
  const pairs = commands
    .filter((command) => !isBlind(command))
    .flatMap(({ words, folders }) =>
      words.flatMap((word) =>
        word?.pattern === undefined
          ? []
          : folders.map((folder) => operand("file-", word, folder?.path ? folder : null)),
      ),
    );
  return [...new Map(pairs.flatMap((pair) => (pair === null ? [] : [[pair.join("\0"), pair]]))).values()].flat();
}
