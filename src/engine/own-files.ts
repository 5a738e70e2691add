import { posix } from "node:path";
import type { AssessedCommand, AssessedRedirect, PathWord } from "../policy/index.ts";
import type { Finding } from "../protocol/index.ts";
import type { Act, Opinion } from "./judge.ts";

/** Where Cotty keeps its own things on this machine, wherever the person has put them. Absolute, links followed. */
export interface OwnFolders {
  /** Sessions, raw output of terminals (secrets included), tokens, who may decide. */
  state: readonly string[];
  /** Rules, settings, and perhaps keys. */
  config: readonly string[];
}

/** Commands that only look at names. */
const looksAtNames = new Set(
  "ls dir stat du df find cd pwd readlink realpath basename dirname test [ which".split(" "),
);

/**
 * Policy knows these folders by their usual names; here they are known by where they are. Whoever can write there can
 * decide in the place of a person, and raw output there is not cleaned: so to touch the state is danger, and so is to
 * change the configuration.
 */
export function withOwnFiles(
  opinion: Opinion,
  act: Act,
  line: { commands: readonly AssessedCommand[]; redirects: readonly AssessedRedirect[] } | { paths: readonly string[] },
  own: OwnFolders,
): Opinion {
  if (act.target !== "local" || opinion.verdict === "deny") return opinion;
  const touched = "paths" in line ? line.paths.map((path) => absolute(fromText(path), null, act)) : named(line, act);
  const isIn = (folders: readonly string[]) =>
    folders.some((folder) => touched.some((text) => `${text}/`.includes(`${folder}/`)));
  if (isIn(own.state)) return raise(opinion, "danger", stateFinding, act);
  if (!isIn(own.config)) return opinion;
  return raise(opinion, opinion.verdict === "allow" ? "ask" : "danger", configFinding, act);
}

/** Every word of the line that may be a path; an option or an address may have one inside it. */
function named(
  { commands, redirects }: { commands: readonly AssessedCommand[]; redirects: readonly AssessedRedirect[] },
  act: Act,
): string[] {
  const words = commands.flatMap(({ argv, words, cwd }) =>
    looksAtNames.has(argv[0] ?? "") ? [] : words.flatMap((word) => (word ? [absolute(word, cwd, act), word.path] : [])),
  );
  return [...words, ...redirects.flatMap(({ file, cwd }) => (file ? [absolute(file, cwd, act)] : []))];
}

function absolute(word: PathWord, base: PathWord | null, act: Act): string {
  const home = act.place?.home ?? "/nonexistent";
  const folder =
    base === null || base.path === "" ? act.cwd : posix.resolve(base.from === "home" ? home : act.cwd, base.path);
  return posix.resolve("/", word.from === "home" ? home : folder, word.path);
}

function fromText(path: string): PathWord {
  return path === "~" || path.startsWith("~/") ? { from: "home", path: path.slice(2) } : { from: "here", path };
}

const about = { span: [0, 0] as [number, number], argv: [], via: [], risk: "escalate" as const };
const stateFinding = {
  ...about,
  ruleId: "cotty.state",
  say: "Touches Cotty's own records: what was decided and by whom, and the unchanged output of terminals.",
  safer: "Use cotty show, cotty search and cotty export to look at sessions.",
};
const configFinding = {
  ...about,
  ruleId: "cotty.config",
  say: "Touches Cotty's own configuration, which holds its rules and perhaps keys.",
  safer: "Use cotty config to look at it, and let a person change it.",
};

function raise(opinion: Opinion, level: "ask" | "danger", finding: Omit<Finding, "level">, act: Act): Opinion {
  const findings = [{ ...finding, level } as Finding, ...opinion.findings];
  if (level === "ask" || opinion.verdict === "danger") {
    return { ...opinion, verdict: opinion.verdict === "danger" ? "danger" : "ask", findings };
  }
  return { ...opinion, verdict: "danger", findings, phrase: `escalate on ${act.target}` };
}
