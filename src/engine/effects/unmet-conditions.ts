import {
  type Condition,
  conditionKey,
  harmlessLines,
  isPartialClone,
  programSetting,
  type RepositorySetting,
  versionFiles,
  versionKeys,
  versionLines,
} from "../../policy/index.ts";
import { quoted, type Redact } from "../quoted.ts";
import { conditionScript } from "./condition-script.ts";
import { locate, pair, settingsInHex } from "./path-arguments.ts";
import type { LookPlace } from "./real-paths.ts";
import { namesOfPlace, whyElsewhere } from "./real-place.ts";

const lookTimeoutMs = 15_000;

/**
 * Which conditions of a verdict do not hold on the target, with the reason, by `conditionKey`. What the target does not
 * say does not hold.
 */
export async function unmetConditions(
  conditions: readonly Condition[],
  { terminal, cwd, signal, redact }: LookPlace,
): Promise<ReadonlyMap<string, string>> {
  if (conditions.length === 0) return new Map();
  const asked = conditions.flatMap((condition) => {
    const [kind = "", folder = ""] = pair(condition.about, locate(condition.folder.path, condition.folder.from, null));
    const names = namesOf(condition);
    return [kind, folder, String(names.length), ...names];
  });
  const patterns = [harmlessLines[".npmrc"], versionKeys, versionLines];
  const argv = ["sh", "-c", conditionScript, "cotty", ...patterns, cwd, ...asked];
  const result =
    cwd === "" ? null : await terminal.side(argv, { signal, timeoutMs: lookTimeoutMs, cwd }).catch(() => null);
  signal.throwIfAborted();
  const said = result?.exitCode === 0 ? answersIn(new TextDecoder().decode(result.stdout)) : [];
  // More or fewer answers than questions are none.
  const answers = said.length === conditions.length ? said : [];
  return new Map(
    conditions.flatMap((condition, index) => {
      const reason = whyUnmet(condition, answers[index] ?? [], redact);
      return reason === null ? [] : [[conditionKey(condition), reason] as const];
    }),
  );
}

function namesOf(condition: Condition): readonly string[] {
  switch (condition.about) {
    case "repository":
    case "landing":
    case "names":
    case "dashes":
    case "top":
      return [];
    case "compose":
      return condition.files;
    case "project":
      return [condition.project, ...condition.words];
    case "place":
      return namesOfPlace(condition);
    case "versions":
      return versionFiles;
    case "folder":
      return condition.without;
  }
}

/** The facts of each condition, in their order. */
function answersIn(text: string): string[][] {
  const answers: string[][] = [[]];
  for (const fact of text.split("\0")) {
    if (fact === "end") answers.push([]);
    else answers.at(-1)?.push(fact);
  }
  // What follows the last end is not an answer.
  return answers.slice(0, -1);
}

function whyUnmet(condition: Condition, facts: readonly string[], redact?: Redact): string | null {
  if (!facts.includes("known")) return unknownReason(condition);
  const file = facts.find((fact) => fact.startsWith("has "))?.slice("has ".length);
  switch (condition.about) {
    case "top":
      return file === undefined ? null : "git names files of the top folder here, which are other ones in this folder.";
    case "dashes":
    case "names":
      return file === undefined
        ? null
        : `A name in the list would be read as several, or as an option: ${quoted(file, redact)}`;
    case "compose":
      return file === undefined
        ? null
        : `${condition.program} loads ${quoted(file, redact)}, which may make it fetch or use something else.`;
    case "project":
      return file === undefined
        ? null
        : `A rule of ${quoted(condition.project, redact)} allows nothing outside of that project, and this is: ${quoted(file, redact)}`;
    case "place":
      return file === undefined
        ? whyElsewhere(condition, facts, redact)
        : `A rule for a folder allows nothing of which it cannot be told where it is: ${quoted(file, redact)}`;
    case "versions":
    case "folder":
      return file === undefined
        ? null
        : `${condition.program} obeys ${quoted(file, redact)}, which can make it run something else.`;
    case "landing": {
      const reason = whyGitRuns(condition, facts, redact);
      return reason === null ? null : `Prompts ask git about the folder they are in. ${reason}`;
    }
    case "repository":
      return whyGitRuns(condition, facts, redact);
  }
}

function whyGitRuns(condition: Condition, facts: readonly string[], redact?: Redact): string | null {
  if (facts.includes("outside")) return "git's list of the files here names some that are elsewhere, and reads them.";
  if (facts.includes("many")) return "This repository has more submodules than can be looked at.";
  const told = (about: string) => facts.find((fact) => fact.startsWith(`${about} `))?.slice(about.length + 1);
  const hook = told("hook");
  if (hook !== undefined) return `git runs the hook ${quoted(hook, redact)} of this repository.`;
  const link = told("link");
  if (link !== undefined)
    return `A file that git keeps for itself is a link to another one: ${quoted(link.trim(), redact)}`;
  const odd = told("odd");
  if (odd !== undefined) return `git may read something else here than was looked at: ${quoted(odd, redact)}`;
  const elsewhere = told("elsewhere");
  if (elsewhere !== undefined)
    return `The files of this repository are in another folder: ${quoted(elsewhere, redact)}`;
  const settings = settingsIn(facts);
  if (settings === null) return unknownReason(condition);
  if (settings.some(isPartialClone))
    return "git fetches what is missing in this repository from another machine: it is a partial clone.";
  const key = programSetting(settings);
  return key === null
    ? null
    : `The repository sets ${quoted(key, redact)}, which can make git run a program or look elsewhere.`;
}

/** Null where something was said that is not understood. */
function settingsIn(facts: readonly string[]): RepositorySetting[] | null {
  const listed = facts
    .flatMap((fact) => (/^(?:known|)$/.test(fact) ? [] : [fact]))
    .map((fact) => (fact.startsWith("settings ") ? settingsInHex(fact.slice("settings ".length)) : null));
  if (listed.includes(null)) return null;
  return listed
    .flatMap((each) => each ?? [])
    .map((setting) => {
      const at = setting.indexOf("\n");
      return at === -1 ? { key: setting, value: "true" } : { key: setting.slice(0, at), value: setting.slice(at + 1) };
    });
}

function unknownReason(condition: Condition): string {
  switch (condition.about) {
    case "repository":
    case "landing":
      return "The target did not say which programs this repository makes git run.";
    case "names":
    case "dashes":
    case "top":
      return "The target did not say which names are in this folder.";
    case "place":
      return "The target did not say where this really is.";
    case "project":
      return `The target did not say whether this is in ${condition.project}.`;
    case "compose":
    case "versions":
    case "folder":
      return `The target did not say what ${condition.program} finds in its folder.`;
  }
}
