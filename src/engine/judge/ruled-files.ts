import { posix } from "node:path";
import type { PolicyContext, Rule } from "../../policy/index.ts";
import type { Finding } from "../../protocol/index.ts";
import type { Act } from "../contract/act.ts";
import type { JudgePlace } from "../contract/judge.ts";
import { quoted } from "../record/quoted.ts";
import { realPaths } from "../target/real-paths.ts";
import { namesOfCommand, namesOfWord, type WordName } from "./ruled-words.ts";

/** A name in a rule that allows. */
interface RuledName extends WordName {
  rule: Rule;
}

/**
 * Why these files may not be changed unasked: a rule, or an approval for longer, lets a command run that names one of
 * them. A person let `flake8 --config lint/flake8.ini` or `sh scripts/check.sh` run as they were, and what is in such a
 * file decides what runs. `paths` are real ones. Null where no rule names them.
 */
export async function ruledFinding(
  paths: readonly string[],
  act: Act,
  { rules = [] }: PolicyContext,
  { terminal, signal, redact }: JudgePlace,
): Promise<Finding | null> {
  const names = rules.filter(({ effect }) => effect === "allow").flatMap(namesIn);
  const project = act.place?.project ?? "";
  const found = names.find((name) => paths.some((path) => isCalled(path, name, project)));
  if (found !== undefined) return namedBy(found.rule, redact);
  // By another name: through a link, or from the folder that the rule is for.
  const placed = names.flatMap((name) =>
    basesOf(name.rule, act).map((base) => ({ ...name, path: join(base, name.path) })),
  );
  if (placed.length === 0 || terminal === undefined) return null;
  const real = await realPaths(
    placed.map(({ path }) => path),
    { terminal, cwd: act.cwd, signal },
  );
  const at = placed.findIndex(
    (name, index) => real === null || paths.some((path) => isAt(path, { ...name, path: real[index] ?? "/" })),
  );
  const rule = placed[at]?.rule;
  return rule === undefined ? null : namedBy(rule, redact);
}

function namesIn(rule: Rule): RuledName[] {
  const { cmd = [], options = [] } = rule.when;
  const values = options.flatMap((option) => (typeof option === "string" ? [option] : [...option]));
  return [...namesOfCommand(cmd), ...values.flatMap(namesOfWord)].map((name) => ({ rule, ...name }));
}

/** Wherever the rule holds: in any folder of a project, where it names none. */
function isCalled(path: string, { path: name, reach, rule }: RuledName, project: string): boolean {
  if (reach === "direct" || /^(?:\/|~|\.\.)/.test(name)) return false;
  const isLong = name.includes("/");
  // The folders around the project are called as they are.
  const [written, called] = [isLong ? path : path.slice(project.length), name].map(folded);
  if (written === undefined || called === undefined) return false;
  if (written.endsWith(`/${called}`)) return true;
  if (reach === "itself" || (!isLong && holdsInNamedFolders(rule))) return false;
  return written.includes(`/${called}/`) || isStem(written.slice(written.lastIndexOf(`/${called}.`) + 1), called);
}

const holdsInNamedFolders = ({ when: { folder } }: Rule): boolean =>
  folder !== undefined && !folder.some((each) => /[*?]/.test(each));

function isAt(path: string, { path: name, reach }: RuledName): boolean {
  const [written, called] = [path, name].map(folded);
  if (written === undefined || called === undefined) return false;
  if (reach === "direct") return posix.dirname(written) === called;
  return written === called || (reach === "deep" && (written.startsWith(`${called}/`) || isStem(written, called)));
}

/** Many file systems open `Tools` as `tools`. */
const folded = (path: string): string => path.toLowerCase();

/** `lib/a` names `lib/a.py`. */
const isStem = (path: string, name: string): boolean =>
  path.startsWith(`${name}.`) && !path.slice(name.length).includes("/");

function basesOf({ when: { folder = [] } }: Rule, { cwd, place }: Act): string[] {
  const folders = [...folder.filter((each) => !/[*?]/.test(each)), cwd, place?.project ?? ""];
  return [...new Set(folders.filter((each) => each !== ""))];
}

const join = (base: string, path: string): string => (/^[/~]/.test(path) ? path : posix.join(base, path));

function namedBy({ id }: Rule, redact: JudgePlace["redact"]): Finding {
  return {
    span: [0, 0],
    argv: [],
    via: [],
    risk: "write",
    level: "ask",
    ruleId: "file.ruled",
    say: `The rule ${quoted(id, redact)} lets a command run unasked that names this file.`,
    safer: "Read the change: what that command does may depend on it.",
  };
}
