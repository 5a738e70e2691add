import { createHash } from "node:crypto";
import type { Basis, Foreground, StepKind, Target } from "../protocol/index.ts";
import type { Judgement } from "../session/index.ts";
import type { Terminal } from "../terminal/index.ts";
import type { CommandInFront } from "./command-in-front.ts";
import { lookAtBasis } from "./effects/basis.ts";
import type { OpenAct } from "./open-acts.ts";
import type { Redact } from "./quoted.ts";
import { redactValue } from "./redact-event.ts";
import type { HiddenText } from "./shown-diff.ts";
import type { TargetPlace } from "./target-place.ts";

/** An act somebody wants to happen, exactly, and where. */
export interface Act {
  kind: StepKind;
  /** The exact text: a command, a key string, or what is done to which file. */
  text: string;
  /** What else an approval is bound to: the content to be written, and what was there before. */
  content?: string;
  /** Files it reads or writes without a shell. */
  files?: FileUse;
  /** What of the content nobody is shown, because it looks like a secret; null where that cannot be told. */
  hidden?: readonly HiddenText[] | null;
  /** The content brings the stand-in of a secret into the file. */
  bringsTag?: boolean;
  /** Who would get the keys: null at a prompt of the shell. */
  foreground?: Foreground | null;
  /** For keys at a prompt of the shell: nothing stands on its line. */
  isLineEmpty?: boolean;
  /** For keys into a program: what the log says of the command that it belongs to. */
  inFront?: CommandInFront;
  /** Variables that earlier commands of the session have set in this terminal, and that programs may obey. */
  leftVariables?: readonly string[];
  /** What else they have left in its shell: `a trap`, `a function`. */
  leftState?: readonly string[];
  /** Keys into this program that a person has approved for the rest of the session. */
  approvedKeys?: readonly string[];
  target: Target;
  cwd: string;
  shell: string;
  /** Which shell would read it (`TerminalState.reader`); left out where the terminal does not say. */
  reader?: string;
  agent: string;
  /** Whose rules hold. */
  session: string;
  /** What the target itself says of its folders. */
  place?: TargetPlace;
  /** What is there and decides what it does, where a person is asked. */
  basis?: Basis;
}

export interface FileUse {
  access: "read" | "write";
  paths: string[];
  /** Everything below the paths is searched. */
  isSearch?: boolean;
  /** Where the paths really lead on the target, every link followed; null when it could not tell. */
  real?: string[] | null;
  /** The file of what the agent remembers, through the one tool that may add to it. */
  isMemory?: boolean;
  /** On the machine that Cotty runs on, whatever the target is. */
  isHere?: boolean;
}

/** Policy's answer to an act, before it is bound to a digest and to what is there. */
export interface Opinion extends Omit<Judgement, "digest" | "basis"> {
  /** Files that decide what it does and that policy has not read, as arguments of the look (`effects/basis.ts`). */
  unread?: readonly string[];
}

/** Says what an act would do. It may look at the target (read-only), so it takes time. */
export type Judge = (act: Act, place: JudgePlace) => Promise<Opinion>;

export interface JudgePlace {
  signal: AbortSignal;
  /** Where the act would happen, to look at what is there. */
  terminal?: Terminal;
  /** What still runs in any session, and must find what it rests on. */
  openActs?: () => Promise<readonly OpenAct[]>;
  /** For what its sentences quote; see `quoted.ts`. */
  redact?: Redact;
}

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
 * the files that it would run. `isAsked` says whether a person decides; nobody waits for a look otherwise.
 */
export async function judgeBound(
  judge: Judge,
  act: Act,
  place: ShownPlace & { terminal: Terminal; isAsked(judged: Judgement): boolean },
): Promise<{ act: Act; judged: Judgement }> {
  const judged = await judgeAct(judge, act, place);
  const isCommand = act.kind === "command" || act.kind === "check";
  if (!isCommand || !place.isAsked(judged)) return { act, judged };
  const { basis, cwd } = await lookAtBasis(judged.unread ?? [], { ...place, cwd: act.cwd });
  const bound = { ...act, cwd, basis };
  // Its folder was renamed, and the name that the shell still has for it may lead to another one.
  const again = cwd === act.cwd ? judged : await judgeAct(judge, bound, place);
  return { act: bound, judged: { ...again, basis, digest: digestOf(bound) } };
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
