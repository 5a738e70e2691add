import type { Finding } from "../protocol/index.ts";
import type { Flow } from "../shell/index.ts";
import { ask, type Job, type Run } from "./job.ts";

/** That a command only reads, as a value. Nothing else becomes an allow. */
export interface Proof {
  /**
   * What proved it: a row of its program, a question that the program answers before it does anything, a grammar that
   * a judge knows whole, or that it runs nothing but parts that are judged themselves.
   */
  by: "row" | "answer" | "grammar" | "parts";
  /** What it prints. */
  flow: Flow;
}

/**
 * What is known of one command. There is no way to say nothing: it is a proof, or at least one finding. A line is allowed
 * only where the judgement of each of its commands is a proof (`conclude.ts`).
 */
export type Judgement = Proof | { findings: readonly [Finding, ...Finding[]]; flow: Flow };

/**
 * What a judge answers: a proof, which it makes where it has read everything, or only what the command prints. Then what
 * it does was reported, or it is not known, and a command of which nothing is known is asked about.
 */
export type Answer = Flow | Proof;

export const provedBy = (by: Proof["by"], flow: Flow): Proof => ({ by, flow });

export const isProved = (judgement: Judgement): judgement is Proof => !("findings" in judgement);

export const isProof = (answer: Answer): answer is Proof => "by" in answer;

export const flowOf = (answer: Answer): Flow => (isProof(answer) ? answer.flow : answer);

/** The same answer about what somebody else knows better to print. */
export const printing = (answer: Answer, flow: Flow): Answer => (isProof(answer) ? provedBy(answer.by, flow) : flow);

/** For a program that takes the same words as one that is known, and is not known itself. */
export const withoutProof =
  (judge: (job: Job) => Answer) =>
  (job: Job): Flow =>
    flowOf(judge(job));

/** Judges one command: whatever was reported counts, and without that only a proof does. */
export function judged(job: Job, judge: () => Answer): Judgement {
  const judgement = judgementOf(job, judge);
  job.run.judgements.push(judgement);
  return judgement;
}

function judgementOf(job: Job, judge: () => Answer): Judgement {
  const { findings } = job.run;
  const before = findings.length;
  const answer = judge();
  if (findings.length === before && isProof(answer)) return answer;
  if (findings.length === before) asksUnproved(job);
  const [first, ...others] = findings.slice(before) as [Finding, ...Finding[]];
  return { findings: [first, ...others], flow: flowOf(answer) };
}

export const asksUnproved = (job: Job): undefined =>
  ask(job, "opaque", "form.unproved", `${job.name} may change something: no form of it is known to only read.`);

/** What a command would be found to do, which is not known to run: none of it counts. */
export function onTrial({ findings, judgements }: Run, work: () => unknown): Finding[] {
  const [said, before] = [findings.length, judgements.length];
  work();
  judgements.splice(before);
  return findings.splice(said);
}
