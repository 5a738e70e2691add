import {
  type Condition,
  conditionKey,
  harmlessLines,
  isPartialClone,
  programSetting,
  promptFiles,
  promptSteps,
  type RepositorySetting,
  versionFiles,
  versionKeys,
  versionLines,
} from "../../policy/index.ts";
import { gitLooks } from "../../protocol/index.ts";
import type { Redact } from "../contract/judge.ts";
import { quoted } from "../record/quoted.ts";
import { locate, pair, settingsInHex } from "../target/path-arguments.ts";
import type { LookPlace } from "../target/real-paths.ts";
import { conditionScript } from "./condition-script.ts";
import { isSwitchedOff } from "./only-looks.ts";
import { namesOfPlace, whyElsewhere } from "./real-place.ts";

const lookTimeoutMs = 15_000;

/**
 * Which conditions of a verdict do not hold on the target, with the reason, by `conditionKey`. What the target does not
 * say does not hold. `isLent`: git will have the settings that are lent to a line which only looks.
 */
export async function unmetConditions(
  conditions: readonly Condition[],
  { terminal, cwd, signal, redact }: LookPlace,
  { isLent = false } = {},
): Promise<ReadonlyMap<string, string>> {
  if (conditions.length === 0) return new Map();
  const asked = conditions.flatMap((condition) => {
    const [kind = "", folder = ""] = pair(condition.about, locate(condition.folder.path, condition.folder.from, null));
    const names = namesOf(condition);
    return [kind, folder, String(names.length), ...names];
  });
  const { rust, go, dotnet } = promptSteps;
  const patterns = [harmlessLines[".npmrc"], versionKeys, versionLines, rust, go, dotnet];
  const argv = ["sh", "-c", conditionScript, "cotty", ...patterns, cwd, isLent ? gitLooks : "", ...asked];
  const result =
    cwd === "" ? null : await terminal.side(argv, { signal, timeoutMs: lookTimeoutMs, cwd }).catch(() => null);
  signal.throwIfAborted();
  const facts = result?.exitCode === 0 ? answersIn(new TextDecoder().decode(result.stdout)) : [];
  // More or fewer answers than questions are none.
  const answers = facts.length === conditions.length ? facts : [];
  const unmet = conditions.flatMap((condition, index) => {
    const reason = whyUnmet(condition, answers[index] ?? [], redact);
    return reason === null ? [] : [{ condition, key: conditionKey(condition), reason }];
  });
  const reasons = new Map(unmet.map(({ key, reason }) => [key, reason]));
  // What git would run is said once, where the line itself runs git.
  for (const { condition, key, reason } of unmet) {
    const own = reasons.get(conditionKey({ about: "repository", folder: condition.folder }));
    if (condition.about === "landing" && own !== undefined && reason === promptsGit(own)) reasons.delete(key);
  }
  return reasons;
}

const promptsGit = (reason: string): string => `Prompts ask git about the folder they are in. ${reason}`;

function namesOf(condition: Condition): readonly string[] {
  switch (condition.about) {
    case "repository":
    case "names":
    case "dashes":
    case "top":
      return [];
    case "landing":
      return promptFiles;
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
      if (file !== undefined)
        return `Prompts ask programs for their versions, and ${quoted(file, redact)} can make another one run there.`;
      const reason = whyGitRuns(condition, facts, redact);
      return reason === null ? null : promptsGit(reason);
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
    .map((fact) => {
      const lent = fact.startsWith("lent ") ? settingsOf(fact.slice("lent ".length)) : null;
      if (lent !== null) return lent.filter((setting) => !isSwitchedOff(setting));
      return fact.startsWith("settings ") ? settingsOf(fact.slice("settings ".length)) : null;
    });
  return listed.includes(null) ? null : listed.flatMap((each) => each ?? []);
}

function settingsOf(hex: string): RepositorySetting[] | null {
  const settings = settingsInHex(hex)?.map((setting) => {
    const at = setting.indexOf("\n");
    return at === -1 ? { key: setting, value: "true" } : { key: setting.slice(0, at), value: setting.slice(at + 1) };
  });
  return settings ?? null;
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
