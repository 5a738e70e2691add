import { createHash } from "node:crypto";
import type { Judgement } from "../../session/index.ts";
import type { Terminal } from "../../terminal/index.ts";
import { lookAtBasis, uncompared } from "../basis/basis.ts";
import type { Act } from "../contract/act.ts";
import type { Judge, JudgePlace, Opinion, Redact } from "../contract/judge.ts";
import { redactValue } from "../record/redact-event.ts";
import { askOwnNames, comparedNames, findingsOf, restsOnOwnNames, withoutAliases } from "./own-names.ts";

/** Whatever is judged may be stored and shown. */
type ShownPlace = JudgePlace & { redact: Redact };

/** Binds an opinion to the exact bytes and place it was formed about. A judge that fails is a reason to be careful. */
export async function judgeAct(judge: Judge, act: Act, place: ShownPlace): Promise<Opinion & Judgement> {
  const digest = digestOf(act);
  try {
    const opinion = await judge(act, place);
    return { ...(isShown(act, place) ? opinion : withoutSecrets(opinion, place)), digest };
  } catch (error) {
    place.signal.throwIfAborted();
    const finding = {
      risk: "opaque" as const,
      level: "danger" as const,
      ruleId: "engine.judge-failed",
      span: [0, act.text.length] as [number, number],
      argv: [],
      via: [],
      say: `Policy could not judge this (${place.redact(error instanceof Error ? error.message : String(error))}), so what it does is not known.`,
    };
    return { verdict: "danger", risks: ["opaque"], findings: [finding], digest, phrase: "run unread" };
  }
}

/** Sentences also quote the act itself. One that holds a secret is refused, or a person runs it, who is not asked. */
const isShown = ({ text }: Act, { redact }: ShownPlace): boolean => redact(text) === text;

function withoutSecrets(opinion: Opinion, { redact }: ShownPlace): Opinion {
  const { findings, effect } = opinion;
  const shown = redactValue({ findings, ...(effect && { effect }) }, redact) as Pick<Opinion, "findings" | "effect">;
  return { ...opinion, ...shown };
}

/**
 * The judgement that a person is asked about, bound to what is there as well: the folder that the shell is really in, and
 * the files that it would run. `isAsked` says whether a person decides; nobody waits for a look otherwise, and only then
 * settings may be lent to git.
 */
export async function judgeBound(
  judge: Judge,
  act: Act,
  place: ShownPlace & { terminal: Terminal; isAsked(judged: Judgement): boolean },
): Promise<{ act: Act; judged: Opinion & Judgement }> {
  const first = await judgeAct(judge, act, place);
  const isCommand = act.kind === "command" || act.kind === "check";
  if (!isCommand || !place.isAsked(first)) return { act, judged: first };
  const names = await askOwnNames(first, act, place);
  // What the shell told before may not hold any more.
  const isOutdated = restsOnOwnNames(first) && names !== null;
  const unasked = isOutdated ? await judgeAct(judge, { ...act, ownNames: withoutAliases(names) }, place) : first;
  if (!place.isAsked(unasked)) return { act, judged: unasked };
  const isLent = unasked.onlyLooks === true && place.isAsked(unasked);
  const asking = { ...place, isUnasked: false };
  const judged = isLent ? await judgeAct(judge, act, asking) : unasked;
  if (!place.isAsked(judged)) return { act, judged };
  const { cwd, ...looked } = await lookAtBasis(judged.unread ?? [], { ...place, cwd: act.cwd });
  const basis = { ...looked.basis, ...(names !== null && names.length > 0 && { names: comparedNames(names) }) };
  const bound = { ...act, cwd, basis };
  // Its folder was renamed, and the name that the shell still has for it may lead to another one.
  const again = cwd === act.cwd ? judged : await judgeAct(judge, bound, asking);
  const told = uncompared(basis);
  const others = again.findings.filter((finding) => names === null || !restsOnOwnNames({ findings: [finding] }));
  const findings = [...others, ...findingsOf(names ?? [], place.redact), ...(told === null ? [] : [told])];
  return { act: bound, judged: { ...again, findings, basis, digest: digestOf(bound) } };
}

/** What holds a secret in clear text is refused: it would stand in the log, on the screen and in the shell's history. */
export function secretJudgement(act: Act): Judgement {
  const finding = {
    risk: "exfil" as const,
    level: "deny" as const,
    ruleId: "secret.in-command",
    span: [0, 0] as [number, number],
    argv: [],
    via: [],
    say: "It contains a secret in clear text.",
    safer: "Use a variable or a file on the target that holds the value.",
  };
  return { verdict: "deny", risks: ["exfil"], findings: [finding], digest: digestOf(act) };
}

export function digestOf(act: Act): string {
  const { kind, text, target, cwd, shell, content, files, basis } = act;
  const more = kind === "keys" ? [programOf(act)] : (files?.real ?? []);
  const bound = [kind, text, target, cwd, shell, content ?? null, ...more, ...(basis ? [basis] : [])];
  return createHash("sha256").update(JSON.stringify(bound)).digest("hex");
}

/** Who gets keys: null for a program that could not be told, undefined at a prompt of the shell. */
export function programOf({ foreground }: Pick<Act, "foreground">): string | null | undefined {
  return foreground ? foreground.program : undefined;
}
