import { posix } from "node:path";
import { makeVisible } from "../../base/index.ts";
import { assess, type Condition, type PolicyContext } from "../../policy/index.ts";
import type { Finding } from "../../protocol/index.ts";
import type { Act } from "../contract/act.ts";
import type { JudgePlace, OpenAct, Redact } from "../contract/judge.ts";
import { quoted } from "../record/quoted.ts";
import { realPaths } from "../target/real-paths.ts";

/**
 * Why files may not be changed unasked: a command that still runs rests on one of them. Null where none does. `paths`
 * are real ones. Targets are not compared: two names may be one machine, and the same path on another only asks.
 */
export async function awaitedFinding(
  paths: readonly string[],
  act: Act,
  context: PolicyContext,
  { openActs, terminal, signal, redact }: JudgePlace,
): Promise<Finding | null> {
  const open = paths.length === 0 ? [] : ((await openActs?.()) ?? []);
  const needs = open.map((each) => needsOf(each, context));
  const names = [...new Set(needs.flatMap(({ files, folders }) => [...files, ...folders]))];
  if (names.length === 0) return null;
  const real = terminal ? await realPaths(names, { terminal, cwd: act.cwd, signal }) : names;
  const found = (name: string) => real?.[names.indexOf(name)];
  const project = act.place?.project;
  const changed = project === undefined ? paths.map((path) => posix.dirname(path)) : [project];
  const at = needs.findIndex(({ files, folders }) => {
    if (files.length + folders.length > 0 && real === null) return true;
    const isFile = (file: string) => paths.some((path) => isPart(path, found(file)) || isPart(makeVisible(path), file));
    const isAround = (folder: string) => changed.some((each) => areNested(each, found(folder) ?? "/"));
    return files.some(isFile) || folders.some(isAround);
  });
  const awaiting = open[at];
  return awaiting ? stillRuns(awaiting, redact) : null;
}

/** The files that a person approved with a command, and the folders in and above which its conditions looked. */
function needsOf({ text, cwd, basis, isByPolicy }: OpenAct, context: PolicyContext) {
  const files = (basis?.files ?? []).map(({ path }) => posix.resolve(cwd, path.replace(/\/\*$/, "")));
  const conditions = isByPolicy ? assess(text, { ...context, cwd, unmet: new Map() }).conditions : [];
  // That something is in its project is not undone by a change of what is in there.
  const looked = conditions.filter(({ about }) => about !== "project");
  return { files, folders: looked.map((condition) => folderOf(condition, cwd, context)) };
}

function folderOf({ folder: { from, path } }: Condition, cwd: string, { realHome, home }: PolicyContext): string {
  return posix.resolve(from === "home" ? (realHome ?? home ?? "/") : cwd, path);
}

/** Of a folder, the files that lie directly in it were part of the approval. */
const isPart = (path: string, name: string | undefined): boolean => path === name || posix.dirname(path) === name;

const areNested = (one: string, other: string): boolean => isIn(one, other) || isIn(other, one);

const isIn = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);

const shownLength = 80;

function stillRuns({ text }: OpenAct, redact?: Redact): Finding {
  const shown = quoted(text, redact);
  const command = shown.length > shownLength ? `${shown.slice(0, shownLength)}…` : shown;
  return {
    span: [0, 0],
    argv: [],
    via: [],
    risk: "write",
    level: "ask",
    ruleId: "file.awaited",
    say: `"${command}" is still running, and it was let run for what is here now.`,
    safer: "Wait until it has ended.",
  };
}
