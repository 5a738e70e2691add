import { assessFiles, isKnownProgram, isOrdinary, type PolicyContext, phraseFor } from "../../policy/index.ts";
import type { Finding } from "../../protocol/index.ts";
import { type ActingName, actingNames } from "../acting/acting-names.ts";
import type { Act, TargetPlace } from "../contract/act.ts";
import type { JudgePlace, Opinion, Redact } from "../contract/judge.ts";
import { quoted } from "../record/quoted.ts";
import { shownOpinion } from "./shown-opinion.ts";

/** A harmless name can lead to a file that is danger to change: by a link, a pattern, or a folder that a copy goes to. */
export async function withWrittenFiles(
  opinion: Opinion,
  paths: readonly string[],
  act: Act,
  context: PolicyContext,
  place: JudgePlace,
): Promise<Opinion> {
  if (opinion.verdict !== "ask" || paths.length === 0) return opinion;
  const names = await otherNames(paths, act, place);
  return withFoundNames(opinion, names ?? [], { paths, act, context, ...place });
}

/**
 * The same for a line that a rule of a person allows. It spoke of names, and not of what else they are on the target:
 * the line stays allowed only where nothing was found, and the target could tell.
 */
export async function withAllowedWrites(
  opinion: Opinion,
  paths: readonly string[],
  act: Act,
  context: PolicyContext,
  place: JudgePlace,
): Promise<Opinion> {
  if (opinion.verdict !== "allow" || paths.length === 0) return opinion;
  const names = await otherNames(paths, act, place);
  const isHarmless = names !== null && areHarmlessNames(names, act.place ?? {});
  const asked: Opinion = { ...opinion, verdict: "ask" };
  const found = withFoundNames(asked, names ?? [], { paths, act, context, ...place });
  if (found.verdict !== "ask") return found;
  return isHarmless ? opinion : { ...found, findings: [otherNamesFinding(names, place.redact), ...found.findings] };
}

interface WrittenPlace extends Pick<JudgePlace, "redact"> {
  paths: readonly string[];
  act: Act;
  context: PolicyContext;
}

function withFoundNames(opinion: Opinion, names: readonly ActingName[], { paths, ...place }: WrittenPlace): Opinion {
  const { act, context, redact } = place;
  const about = { names: paths, ...(redact && { redact }) };
  const written = shownOpinion(assessFiles({ access: "write", paths }, context), act, about);
  return withActingNames(withWorse(opinion, written, context), names, place);
}

const otherNamesFinding = (names: readonly ActingName[] | null, redact?: Redact): Finding => {
  const other = names?.find((each) => each.by === "name");
  return {
    span: [0, 0],
    argv: [],
    via: [],
    risk: "write",
    level: "ask",
    ruleId: "file.other-names",
    say:
      names === null
        ? "The target did not say what takes up the written files by itself."
        : `A rule allows it, but the written file is more than its name says${other ? `: it is also ${quoted(other.name, redact)}` : ""}.`,
  };
};

/** The same where the file has a harmless name, and something takes it up by itself. */
export function withActingNames(
  opinion: Opinion,
  acting: readonly ActingName[],
  { act, context, redact }: { act: Act; context: PolicyContext } & Pick<JudgePlace, "redact">,
): Opinion {
  if (opinion.verdict !== "ask" || acting.length === 0) return opinion;
  const paths = acting.flatMap((each) => (each.by === "name" ? [each.name] : []));
  const about = { names: paths, ...(redact && { redact }) };
  const judged = shownOpinion(assessFiles({ access: "write", paths }, context), act, about);
  const underNames = judged.findings.map((each) => ({ ...each, say: `Under another name: ${each.say}` }));
  const named = acting.flatMap((each) => (each.by === "text" ? [namedFinding(each, redact)] : []));
  const guessed = acting.flatMap((each) => (each.by === "guess" ? [guessedFinding(each, redact)] : []));
  const programs = acting.flatMap((each) => (each.by === "program" ? [programFinding(each, redact)] : []));
  const told = {
    ...opinion,
    findings: [...guessed, ...programs.filter(({ level }) => level === "ask"), ...opinion.findings],
  };
  return withWorse(told, { ...judged, findings: [...underNames, ...named, ...programs] }, context);
}

/** Most folders that a setting names are only looked at, so this is a question like any other. */
const guessedFinding = ({ file, source }: { file: string; source: string }, redact?: Redact): Finding => ({
  span: [0, 0],
  argv: [],
  via: [],
  risk: "write",
  level: "ask",
  ruleId: "unattended.folder",
  say: `${quoted(file, redact)}, or a folder around it, may be named in ${quoted(source, redact)}, so the file may act without anyone starting it.`,
});

/** A name that policy lets run unasked in some form must not become another program. */
const programFinding = ({ file, program }: { file: string; program: string }, redact?: Redact): Finding => ({
  span: [0, 0],
  argv: [],
  via: [],
  risk: "escalate",
  level: isKnownProgram(program) ? "danger" : "ask",
  ruleId: "unattended.program",
  say: `${quoted(file, redact)} is in a folder of the terminal's PATH, so it runs whenever somebody types ${quoted(program, redact)}.`,
  safer: "Let a person make this change.",
});

const namedFinding = ({ file, source }: { file: string; source: string }, redact?: Redact): Finding => ({
  span: [0, 0],
  argv: [],
  via: [],
  risk: "escalate",
  level: "danger",
  ruleId: "unattended.named",
  say: `Changes ${quoted(file, redact)}, which is named by ${quoted(source, redact)} and so may act without anyone starting it.`,
  safer: "Let a person make this change.",
});

/**
 * Whether none of the other names is a setting or a program: what a home keeps in hidden folders, or in one for
 * programs. A plain link to the project is none.
 */
export function areHarmlessNames(acting: readonly ActingName[], { project, realHome, home }: TargetPlace): boolean {
  const below = (folder: string | undefined, path: string) =>
    folder !== undefined && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null;
  return acting.every((each) => {
    if (each.by !== "name") return false;
    const inProject = below(project, each.name);
    if (inProject !== null) return isOrdinary(inProject);
    const path = below(realHome, each.name) ?? below(home, each.name) ?? each.name;
    return isOrdinary(path) && !/(?:^|\/)s?bin\//.test(path);
  });
}

function withWorse(opinion: Opinion, judged: Opinion, context: PolicyContext): Opinion {
  // What a copy goes into is a folder, and was judged as one.
  const isWorse = ({ level, ruleId }: Finding) =>
    level === "deny" || (level === "danger" && ruleId !== "overwrite.directory");
  const worse = judged.findings.filter(isWorse);
  if (worse.length === 0) return opinion;
  const findings = [...worse, ...opinion.findings];
  const risksNow = { risks: [...new Set([...worse.map(({ risk }) => risk), ...opinion.risks])] };
  // A rule of a person refuses what the name leads to.
  if (worse.some(({ level }) => level === "deny")) return { ...opinion, verdict: "deny", ...risksNow, findings };
  return {
    ...opinion,
    verdict: "danger",
    ...risksNow,
    findings,
    phrase: phraseFor(findings, context),
  };
}

/** What takes up written files by itself although their names are harmless; null when the target could not tell. */
export async function otherNames(
  written: readonly string[],
  act: Act,
  { terminal, signal }: JudgePlace,
): Promise<ActingName[] | null> {
  return terminal ? actingNames(written, act.place?.project, { terminal, cwd: act.cwd, signal }) : [];
}
