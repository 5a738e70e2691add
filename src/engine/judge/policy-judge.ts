import {
  type Assessment,
  assess,
  assessFiles,
  assessKeys,
  type FileAccess,
  isEditedFreely,
  keysCover,
  marksOf,
  type PolicyContext,
  phraseFor,
  type Rule,
} from "../../policy/index.ts";
import type { Finding } from "../../protocol/index.ts";
import { containsTag, type Learned } from "../../secrets/index.ts";
import { unreadFiles } from "../basis/unread-files.ts";
import { onlyLooks } from "../conditions/only-looks.ts";
import { misplacedProgram } from "../conditions/program-places.ts";
import { unmetConditions } from "../conditions/unmet-conditions.ts";
import type { Act, FileUse } from "../contract/act.ts";
import type { Judge, Opinion } from "../contract/judge.ts";
import { withLeftVariables } from "../earlier-commands/left-variables.ts";
import { previewEffect } from "../effects/preview-effect.ts";
import { adriftNames, type Reached, reachedFiles, takesNamesFromText, textsIn } from "../effects/reached-files.ts";
import {
  bothPolicies,
  type HostPolicies,
  type HostPolicy,
  type HostUse,
  reachedByCommand,
  reachedByKeys,
  withHostPolicy,
  withHostsInFront,
  withReachedHost,
  withUnreadRules,
} from "../hosts/host-policy.ts";
import { mountedHosts } from "../hosts/network-mounts.ts";
import { withNamedRemotes } from "../hosts/repository-remotes.ts";
import { withSettingsRemotes } from "../hosts/settings-remotes.ts";
import { isPlainSecret } from "../record/shown-diff.ts";
import { privateFile } from "../secret-files/private-files.ts";
import { withSecretFiles } from "../secret-files/secret-output.ts";
import type { LookPlace } from "../target/real-paths.ts";
import { awaitedFinding } from "./awaited-files.ts";
import { linksUnknown, namesUnknown, nowhere, writesThroughLink } from "./found-on-target.ts";
import { memoryOpinion } from "./memory-opinion.ts";
import { type OwnFolders, withOwnFiles } from "./own-files.ts";
import { withOwnNames } from "./own-names.ts";
import { policyContext } from "./policy-context.ts";
import { judgedAsReached } from "./reached-names.ts";
import { ruledFinding } from "./ruled-files.ts";
import { withRuledPaths } from "./ruled-paths.ts";
import { shownOpinion } from "./shown-opinion.ts";
import { tagOpinion } from "./tag-opinion.ts";
import { areHarmlessNames, otherNames, withActingNames, withAllowedWrites, withWrittenFiles } from "./written-files.ts";

export interface PolicyJudgeOptions extends HostPolicies {
  dangerousPatterns: PolicyContext["dangerousPatterns"];
  /** Rules of people that hold now; asked for every act, since approvals may add some and files may change. */
  rules(session: string): readonly Rule[] | Promise<readonly Rule[]>;
  /** What a key string really types. */
  parseKeys(keys: string): string;
  ownFolders?: OwnFolders;
  /** Hides in a session what a file that is kept for secrets holds. */
  learnSecrets?(session: string, text: string): Learned;
  /** Hides in a session, with or without its name, what would be hidden of a file of any kind. */
  learnShown?(session: string, text: string): Learned;
  /** How long a person waits for the effect of a command to be counted. */
  effectTimeoutMs?: number;
}

/** Policy's opinion of an act: what it would do, what the host's own policy makes of that, and what it would change. */
export function createPolicyJudge(options: PolicyJudgeOptions): Judge {
  return async (act, place) => {
    if (containsTag(act.text) || act.bringsTag) return tagOpinion(act);
    const rules = await options.rules(act.session);
    const given = policyContext(act, { ...options, rules });
    const [there, mounted] = await Promise.all([
      options.hostPolicy(act.target, place),
      mountedHosts(act, given, place, options),
    ]);
    const host = withUnreadRules(bothPolicies(there, mounted), rules, act.target);
    const [held, context] = heldThere(act, given, host);
    return opinionOf(held, context, place, { ...options, heldBy: (opinion) => withHostPolicy(opinion, host) });
  };
}

/** What the policy of the act's own target makes of an opinion. */
interface Holding extends PolicyJudgeOptions {
  heldBy(opinion: Opinion): Opinion;
}

/** Where a host is held, nothing that was allowed for longer answers for the person. */
function heldThere(act: Act, context: PolicyContext, host: HostPolicy): [Act, PolicyContext] {
  if (host === "default") return [act, context];
  const rules = (context.rules ?? []).filter(({ effect }) => effect !== "allow");
  return [
    { ...act, approvedKeys: [] },
    { ...context, rules },
  ];
}

async function opinionOf(
  act: Act,
  context: PolicyContext,
  place: Parameters<Judge>[1],
  options: Holding,
): Promise<Opinion> {
  switch (act.kind) {
    case "command":
    case "check":
      return commandOpinion(act, context, place, options);
    case "keys":
      return options.heldBy(await keysOpinion(act, context, place, options));
    case "file":
    case "tool":
      // Without files it only looks at the terminal.
      if (!act.files) return options.heldBy({ verdict: "allow", risks: ["read"], findings: [] });
      if (act.files.isMemory) return options.heldBy(withHidden(memoryOpinion(act, act.files, context), act));
      return options.heldBy(await filesOpinion(act, act.files, context, place, options.ownFolders ?? noFolders));
  }
}

const noFolders: OwnFolders = { state: [], config: [] };

async function filesOpinion(
  act: Act,
  files: FileUse,
  context: PolicyContext,
  place: Parameters<Judge>[1],
  own: OwnFolders,
): Promise<Opinion> {
  const every = everyPath(files);
  const isWrite = files.access === "write";
  const names = isWrite ? await otherNames(files.real ?? [], act, place) : [];
  const judged = withHidden(shownOpinion(assessFiles(every, context), act, { names: every.paths, ...place }), act);
  const acting = withActingNames(judged, names ?? [], { act, context, ...place });
  const uses = isWrite ? (["written"] as const) : (["read", "searched"] as const);
  const reached = (files.real ?? []).flatMap((real) =>
    uses.map((use) => ({ use, real, isLinked: false, isFromLink: false, isFolder: false })),
  );
  const { terminal } = place;
  const open =
    terminal && !files.isHere
      ? await withPrivateFiles(acting, reached, act, { terminal, cwd: act.cwd, ...place })
      : acting;
  const opinion = await withOwnFiles(open, act, { reached, texts: files.paths, adrift: [] }, own);
  const areHarmless = names !== null && areHarmlessNames(names, act.place ?? {});
  if (!isWrite || !areHarmless || !isCovered(files, act.place?.project)) return opinion;
  // What a rule of a person asks about, a person is asked about.
  if (assessFiles(every, context).matched.some(({ effect }) => effect !== "allow")) return opinion;
  const real = files.real ?? [];
  const rests = (await awaitedFinding(real, act, context, place)) ?? (await ruledFinding(real, act, context, place));
  return rests ? { ...opinion, findings: [...opinion.findings, rests] } : { ...opinion, inProject: true };
}

/** Every file, as it really is, in the folder that a mode which accepts edits may cover, and none of them hidden. */
function isCovered({ paths, real }: FileUse, folder: string | undefined): boolean {
  const isInside = (path: string) => path.startsWith(`${folder}/`) && isEditedFreely(path.slice(`${folder}/`.length));
  return folder !== undefined && real?.length === paths.length && real.every(isInside);
}

async function commandOpinion(
  act: Act,
  context: PolicyContext,
  place: Parameters<Judge>[1],
  options: Holding,
): Promise<Opinion> {
  const written = assess(act.text, context);
  const { terminal, isUnasked = false, ...looking } = place;
  const looks = terminal && { terminal, cwd: act.cwd, ...looking };
  const host = await hostBehind(written, act, { ...place, looks: looks ?? null }, options);
  const [, held] = heldThere(act, context, host);
  const judged = held === context ? written : assess(act.text, held);
  const where = looks !== undefined && judged.verdict !== "deny" ? looks : null;
  const isLent = where !== null && isUnasked && judged.verdict === "allow" && onlyLooks(judged, act);
  // All looks at once: over ssh each of them is a round trip.
  const [unmet, reached, misplaced] = await Promise.all([
    where && judged.verdict === "allow"
      ? unmetConditions(judged.conditions, where, { isLent })
      : new Map<string, string>(),
    where ? reachedFiles(judged, where) : [],
    where ? misplacedProgram(judged, { ...where, project: act.place?.project }) : null,
  ]);
  // An allow that rests on a condition is one only where the target meets it.
  const assessment = unmet.size === 0 ? judged : assess(act.text, { ...held, unmet });
  const looked = await lookedUp(assessment, reached, act, held, { ...place, timeoutMs: options.effectTimeoutMs });
  const shown = where ? await withSecretFiles(looked, assessment, reached ?? [], { act, where, options }) : looked;
  const open = where ? await withPrivateFiles(shown, reached ?? [], act, where) : shown;
  const ruled = await withRuledPaths(open, assessment, held, where);
  // Of a line that a rule answers for in part, the rest is as proved as any other.
  const isMisplaced = ruled.verdict === "allow" && misplaced !== null;
  const found: Opinion = isMisplaced ? { ...ruled, verdict: "ask", findings: [misplaced, ...ruled.findings] } : ruled;
  const unread = unreadFiles(assessment, act.text);
  const named = where ? withOwnNames(found, assessment, act) : found;
  const opinion = {
    ...named,
    ...byRule(named, assessment),
    unread,
    ...(isLent && unmet.size === 0 && { onlyLooks: true }),
  };
  const reach = { reached: reached ?? [], texts: textsIn(assessment), adrift: adriftNames(assessment, act.cwd) };
  const own = await withOwnFiles(opinion, act, reach, options.ownFolders ?? noFolders);
  // The target's own policy first: once the line is asked about, it is not seen any more that it was proved to read.
  return withReachedHost(options.heldBy(own), host, assessment);
}

/** Files of the machine that are closed to others are not read unasked. A rule of a person has answered for them. */
async function withPrivateFiles(
  opinion: Opinion,
  reached: readonly Reached[],
  { place }: Pick<Act, "place">,
  where: LookPlace,
): Promise<Opinion> {
  if (opinion.verdict !== "allow") return opinion;
  const finding = await privateFile(reached, { ...where, project: place?.project });
  return finding === null ? opinion : { ...opinion, verdict: "ask", findings: [finding] };
}

/** The policy of the machines that a command line goes to, by its words or by settings on its target. */
async function hostBehind(
  written: Assessment,
  act: Act,
  { looks, ...place }: Parameters<Judge>[1] & { looks: LookPlace | null },
  options: PolicyJudgeOptions,
): Promise<HostPolicy> {
  if (options.reachedHostPolicy === undefined || options.holdsHosts?.() === false) return "default";
  const named = await withNamedRemotes(reachedByCommand(written, act.text, act.place?.project), written, looks);
  const use = await withSettingsRemotes(named, written, looks);
  return reachedHost(withLeftVariables(use, written, act), place, options);
}

/** The policy of another machine that an act reaches from the target it happens on. */
async function reachedHost(
  use: HostUse | null,
  { signal }: Parameters<Judge>[1],
  options: PolicyJudgeOptions,
): Promise<HostPolicy> {
  if (use === null || options.reachedHostPolicy === undefined) return "default";
  return options.reachedHostPolicy(use, { signal });
}

/** What the text says, and what there is to say of it on the target: links, and what would be changed. */
async function lookedUp(
  assessment: Assessment,
  reached: readonly Reached[] | null,
  act: Act,
  context: PolicyContext,
  place: Parameters<Judge>[1] & { timeoutMs: number | undefined },
): Promise<Opinion> {
  const opinion: Opinion = {
    verdict: assessment.verdict,
    risks: assessment.risks,
    findings: assessment.findings,
    ...(assessment.phrase !== null && { phrase: assessment.phrase }),
    ...marked(assessment, context),
  };
  const { terminal, signal, redact } = place;
  if (!terminal || assessment.verdict === "deny") return opinion;
  if (assessment.verdict === "allow") {
    // It may be any file, also one that a rule or a phrase would hold.
    if (reached === null)
      return { ...opinion, verdict: "danger", findings: [linksUnknown], phrase: phraseFor([linksUnknown], context) };
    if (takesNamesFromText(assessment)) return { ...opinion, verdict: "ask", findings: [namesUnknown] };
    const through = judgedAsReached(opinion, reached, { act, context, ...place });
    if (through.verdict !== "allow") return through;
    // Names are looked at below the folder that the line is in, and find goes through a link that it is given.
    const isListed = assessment.conditions.some(({ about }) => about === "names");
    if (isListed && reached.some(({ use, isLinked }) => use === "searched" && isLinked))
      return { ...opinion, verdict: "ask", findings: [namesUnknown] };
    // A rule of a person allows a name; where it leads nobody has said.
    const written = assessment.matched.length > 0 ? reached.filter(({ use }) => use === "written") : [];
    const led = written.find(({ isLinked }) => isLinked);
    if (led) return { ...opinion, verdict: "ask", findings: [writesThroughLink(led.real, place.redact)] };
    const acting = await withAllowedWrites(opinion, distinct(written), act, context, place);
    if (acting.verdict !== "allow") return acting;
    const awaited = await awaitedFinding(distinct(written), act, context, place);
    return awaited ? { ...opinion, verdict: "ask", findings: [awaited] } : opinion;
  }
  const [effect, written] = await Promise.all([
    previewEffect(assessment, {
      terminal,
      cwd: act.cwd,
      signal,
      ...(redact && { redact }),
      ...(act.place?.project && { project: act.place.project }),
      ...(place.timeoutMs !== undefined && { timeoutMs: place.timeoutMs }),
    }),
    withWrittenFiles(opinion, distinct((reached ?? []).filter(({ use }) => use === "written")), act, context, place),
  ]);
  return effect ? { ...written, effect } : written;
}

/** A rule of a person allows what it covers; that it only reads it does not prove. */
const byRule = ({ verdict }: Opinion, { matched }: Pick<Assessment, "matched">): { isByRule?: true } =>
  verdict === "allow" && matched.length > 0 ? { isByRule: true } : {};

function marked(assessment: Assessment, context: PolicyContext): { patterns?: string[] } {
  const patterns = marksOf(assessment, context);
  return patterns.length === 0 ? {} : { patterns };
}

const distinct = (reached: readonly Reached[]): string[] => [...new Set(reached.map(({ real }) => real))];

/** A link must not make a file what it is not: what it is called and what it really is are both judged. */
function everyPath({ access, paths, isSearch = false, real = [] }: FileUse): FileAccess {
  if (real === null) throw new Error("the target did not say where the file really is");
  return { access, paths: [...new Set([...paths, ...real])], isSearch };
}

/** A person decides about what they see; where a part of it is not shown they are told, and asked in earnest. */
function withHidden(opinion: Opinion, act: Act): Opinion {
  const { hidden = [] } = act;
  if (hidden?.length === 0 || opinion.verdict === "deny") return opinion;
  const isPlain = hidden?.every(isPlainSecret) === true;
  const finding: Finding = {
    ...nowhere,
    risk: "opaque",
    level: isPlain ? "ask" : "danger",
    ruleId: isPlain ? "file.secret" : "file.hidden",
    say: isPlain
      ? `Writes ${hidden.length === 1 ? "a value that looks like a secret and is" : `${hidden.length} values that look like secrets and are`} not shown here.`
      : "Writes text that is not shown here because it looks like a secret, and that is more than a word.",
    safer: "Reject it and ask for the file without secrets in it, or read the file before anything uses it.",
  };
  if (isPlain) return { ...opinion, findings: [...opinion.findings, finding] };
  const findings = [finding, ...opinion.findings];
  return {
    ...opinion,
    verdict: "danger",
    findings,
    phrase: opinion.phrase ?? phraseFor(findings, { target: act.target, shell: "unknown" }),
  };
}

/** Keys of a kind that a person has approved for the session are allowed, unless they are worse than ask. */
async function keysOpinion(
  act: Act,
  context: PolicyContext,
  place: Parameters<Judge>[1],
  options: PolicyJudgeOptions,
): Promise<Opinion> {
  const assessment = assessKeys(options.parseKeys(act.text), keysContext(act, context));
  const use = reachedByKeys(act, assessment, options.parseKeys);
  const host = withHostsInFront(await reachedHost(use, place, options), act);
  const reach = { reached: [], texts: textsIn(assessment), adrift: [] };
  const shown = shownOpinion(assessment, act, { names: [] });
  const opinion = await withOwnFiles(
    { ...shown, ...byRule(shown, assessment), ...marked(assessment, context) },
    act,
    reach,
    options.ownFolders ?? noFolders,
  );
  if (host !== "default") {
    return withHostPolicy(
      opinion,
      host.map((each) => ({ ...each, policy: "protected" as const })),
    );
  }
  const isApproved = opinion.verdict === "ask" && areKeysApproved(act, options);
  return isApproved ? { ...opinion, verdict: "allow", isByRule: true } : opinion;
}

/** Whether a person has approved such keys for the session. What they did not see is not among them. */
function areKeysApproved(act: Act, { parseKeys }: PolicyJudgeOptions): boolean {
  const { foreground, approvedKeys = [] } = act;
  if (!foreground?.program) return false;
  const reader = { program: foreground.program, waiting: foreground.waiting };
  const cover = keysCover(parseKeys(act.text), reader);
  return cover !== null && approvedKeys.some((keys) => keysCover(parseKeys(keys), reader) === cover);
}

/** Who gets the keys decides what they mean: null is the prompt of our own shell. */
function keysContext(act: Act, context: PolicyContext): PolicyContext {
  if (!act.foreground) return context;
  const { program, waiting } = act.foreground;
  return { ...context, foreground: program ?? "a program that could not be told", waiting };
}
