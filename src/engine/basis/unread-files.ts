import type { AssessedCommand, Assessment, PathWord } from "../../policy/index.ts";
import { operand } from "../target/path-arguments.ts";
import { codeFolders, copiedFolders } from "./code-folders.ts";
import { movedNames } from "./moved-names.ts";
import { namedInputs } from "./named-inputs.ts";

/** Programs that run what a file of the folder says, without being told its name; `.` is every source that lies there. */
const folderFiles: Record<string, readonly string[]> = {
  make: ["GNUmakefile", "makefile", "Makefile"],
  gmake: ["GNUmakefile", "makefile", "Makefile"],
  ninja: ["build.ninja"],
  cmake: ["CMakeLists.txt"],
  just: ["justfile", "Justfile", ".justfile"],
  task: ["Taskfile.yml", "Taskfile.yaml"],
  rake: ["Rakefile"],
  invoke: ["tasks.py"],
  nox: ["noxfile.py"],
  tox: ["tox.ini"],
  gradle: ["build.gradle", "build.gradle.kts"],
  mvn: ["pom.xml"],
  cargo: ["Cargo.toml", "build.rs"],
  npm: ["package.json"],
  pnpm: ["package.json"],
  yarn: ["package.json"],
  bun: ["package.json"],
  vagrant: ["Vagrantfile"],
  go: ["."],
  terraform: ["."],
  tofu: ["."],
  pulumi: ["."],
  kubectl: [],
  kustomize: [],
  helm: [],
  "ansible-playbook": ["ansible.cfg"],
  docker: ["compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml", "Dockerfile"],
};

/** What an option is given behind its name (`--file=run.sh`). */
const optionValue = /^-[^=]*=(.+)$/s;

/**
 * The files whose content decides what a command line does, as arguments of the look: policy has read the line and not
 * them, so a person approves them as they are. Every word of a command that policy could not read counts, since each
 * program has its own way to name a script; a word that is not a file is found to be none. Of a folder the files count
 * that a program would begin with (`node .`, `make -C sub`). Of every other command the files count that it may take in.
 * A name that the line itself brings there is looked up where it may come from. What nobody names is compared by trees of
 * folders (`code-folders.ts`).
 */
export function unreadFiles(
  assessment: Pick<Assessment, "commands" | "findings" | "files" | "values" | "verdict">,
  text: string,
): string[] {
  const { commands, findings, files, values } = assessment;
  const unread = findings.filter(({ risk, ruleId }) => risk === "opaque" || ruleId.startsWith("persistence."));
  // `cat run.sh | sh`: what runs comes from another command of the line.
  const isPiped = unread.some(({ ruleId }) => ruleId === "run.unread");
  const isUnread = ({ span, argv }: AssessedCommand) =>
    isPiped || Object.hasOwn(folderFiles, programOf(argv)) || unread.some((finding) => overlaps(finding.span, span));
  const found = new Map<string, string[]>();
  for (const command of commands) {
    const named = isUnread(command) ? namedBy(command) : [];
    const guessed = isUnread(command) ? guessesOf(command, named) : [];
    const isInline = findings.some(({ ruleId, span }) => ruleId === "code.inline" && overlaps(span, command.span));
    const inEach = (kind: string, names: readonly PathWord[]) =>
      basesOf(command).flatMap((base) => names.map((word) => operand(kind, word, base)));
    const pairs = [
      ...inEach("", [...named, ...besides(command)]),
      ...inEach("file-", [...(isInline ? importable : []), ...hooksOf(command)]),
      ...inEach("maybe-", guessed),
      ...movedTo(named, command, commands),
    ];
    // A wrapper and what it runs name the same words.
    for (const pair of pairs) if (pair !== null) found.set(pair.join("\0"), pair);
  }
  return [
    codeFolders(assessment),
    copiedFolders(assessment),
    ...found.values(),
    namedInputs({ commands, files, values }, text),
  ].flat();
}

const overlaps = (one: readonly [number, number], other: readonly [number, number]): boolean =>
  one[0] < other[1] && other[0] < one[1];

const pattern = (text: string): PathWord => ({ from: "here", path: text, pattern: text });

/** Code on the command line takes in modules by names that only its language can find: any source beside it may be one. */
const importable = "*.py */__init__.py *.js *.cjs *.mjs *.ts */index.js *.rb *.pm *.pl *.php *.lua *.r *.R *.sh"
  .split(" ")
  .map(pattern);

/** A person stands at most so deep below the top of a repository, or its hooks are not part of what they approve. */
const maxDepth = 6;
const hookPatterns = Array.from({ length: maxDepth }, (_, depth) => "../".repeat(depth)).flatMap((up) =>
  [".git/hooks/*", ".git/config", ".husky/*", ".githooks/*"].map((name) => pattern(up + name)),
);

/** git runs hooks that nobody named. */
const hooksOf = ({ argv }: AssessedCommand): readonly PathWord[] => (programOf(argv) === "git" ? hookPatterns : []);

/** These names begin where the line begins, whatever folder it went to meanwhile. */
function movedTo(named: readonly PathWord[], command: AssessedCommand, commands: readonly AssessedCommand[]) {
  const moved = movedNames(named, command, commands);
  return moved === null ? [["unfinished", ""]] : moved.map((word) => operand("maybe-", word, null));
}

function namedBy({ words, input }: AssessedCommand): PathWord[] {
  const inside = words.flatMap((word) => {
    const path = word && optionValue.exec(word.path)?.[1];
    return path ? [{ from: "here" as const, path }] : [];
  });
  // A program without a slash in its name is found on the shell's path, not here.
  const isName = (word: PathWord, at: number) => at === 0 && !word.path.includes("/");
  const isFile = (word: PathWord | null, at: number) =>
    word !== null && word.path !== "" && !word.path.startsWith("-") && !isName(word, at);
  const plain = words.filter(isFile);
  return [...plain, ...inside, ...(input ? [input] : [])].filter((word) => word !== null);
}

/** What a word may stand for although no file has its name: `node build` (build.js), `-m my.tool`, `-Csub`. */
function guessesOf({ words }: AssessedCommand, named: readonly PathWord[]): PathWord[] {
  const here = (path: string): PathWord => ({ from: "here", path });
  const attached = words.flatMap((word) => {
    const path = word && /^-[a-zA-Z]([^-=].*)$/s.exec(word.path)?.[1];
    return path ? [here(path)] : [];
  });
  const modules = [...named, ...attached].flatMap(({ path }) => {
    if (!/^\w+(?:\.\w+)+$/.test(path)) return [];
    const parts = path.split(".");
    const packages = parts.slice(0, -1).map((_, at) => here(`${parts.slice(0, at + 1).join("/")}/__init__.py`));
    return [here(parts.join("/")), ...packages];
  });
  const plain = [...named, ...attached, ...modules].filter(
    ({ path, pattern }) => pattern === undefined && !/[\\/]$|\\|^\.*$/.test(path),
  );
  const withEnding = plain.map((word) => ({ ...word, pattern: `${word.path.replaceAll(/[*?[]/g, "[$&]")}.*` }));
  return [...attached, ...modules, ...withEnding];
}

const programOf = (argv: AssessedCommand["argv"]) => argv[0]?.split("/").at(-1) ?? "";

function besides({ argv }: AssessedCommand): PathWord[] {
  const name = programOf(argv);
  const files = Object.hasOwn(folderFiles, name) ? folderFiles[name] : undefined;
  return (files ?? []).map((path) => ({ from: "here", path }));
}

/** Null: in the folder of the shell, or one that only the run decides; then the names are looked up in the shell's. */
const basesOf = ({ folders }: AssessedCommand): (PathWord | null)[] =>
  folders.map((folder) => (folder === null || (folder.path === "" && folder.from === "here") ? null : folder));
