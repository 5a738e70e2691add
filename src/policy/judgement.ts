import type { Finding } from "../protocol/index.ts";
import type { Flow } from "../shell/index.ts";
import { ask, type Job } from "./job.ts";

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

/** What is known of one command. There is no way to say nothing: it is a proof, or at least one finding. */
export type Judgement = Proof | { findings: readonly [Finding, ...Finding[]]; flow: Flow };

/**
 * What a judge answers: a proof, or only what the command prints. Then what it does was reported, or it is not known, and
 * a command of which nothing is known is asked about.
 */
export type Answer = Flow | Proof;

export const proves = (by: Proof["by"], flow: Flow): Proof => ({ by, flow });

export const isProof = (answer: Answer): answer is Proof => "by" in answer;

export const flowOf = (answer: Answer): Flow => (isProof(answer) ? answer.flow : answer);

/** Judges one command: whatever was reported counts, and without that only a proof does. */
export function judged(job: Job, judge: () => Answer): Judgement {
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
