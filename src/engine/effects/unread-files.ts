import type { AssessedCommand, Assessment, PathWord } from "../../policy/index.ts";
import { operand } from "./path-arguments.ts";

/** Programs that run what a file of the folder says, without being told its name. */
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
  docker: ["compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml", "Dockerfile"],
};

/** What an option is given behind its name (`--file=run.sh`). */
const optionValue = /^-[^=]*=(.+)$/s;

/**
 * The files whose content decides what a command line does, as arguments of the look: policy has read the line and not
 * them, so a person approves them as they are. Every word of a command that policy could not read counts, since each
 * program has its own way to name a script; a word that is not a file is found to be none.
 */
export function unreadFiles({ commands, findings }: Pick<Assessment, "commands" | "findings">): string[] {
  const unread = findings.filter(({ risk, ruleId }) => risk === "opaque" || ruleId.startsWith("persistence."));
  // `cat run.sh | sh`: what runs comes from another command of the line.
  const isPiped = unread.some(({ ruleId }) => ruleId === "run.unread");
  const isUnread = ({ span }: AssessedCommand) =>
    isPiped || unread.some((finding) => finding.span[0] < span[1] && span[0] < finding.span[1]);
  const found = new Map<string, string[]>();
  for (const command of commands) {
    for (const word of [...(isUnread(command) ? namedBy(command) : []), ...besides(command)]) {
      const pair = operand("", word, baseOf(command));
      // A wrapper and what it runs name the same words.
      if (pair !== null) found.set(pair.join("\0"), pair);
    }
  }
  return [...found.values()].flat();
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

function besides({ argv }: AssessedCommand): PathWord[] {
  const name = argv[0]?.split("/").at(-1) ?? "";
  const files = Object.hasOwn(folderFiles, name) ? folderFiles[name] : undefined;
  return (files ?? []).map((path) => ({ from: "here", path }));
}

/** Null: in the folder of the shell, or one that only the run decides; then the names are looked up in the shell's. */
function baseOf({ cwd }: AssessedCommand): PathWord | null {
  return cwd === null || (cwd.path === "" && cwd.from === "here") ? null : cwd;
}
