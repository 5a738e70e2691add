import type { Job } from "../job.ts";
import { type Answer, isProof, proves } from "../judgement.ts";

/** Judges the commands that rows cannot describe. Reports findings, and proves reading where it knows the whole grammar. */
export type Judge = (job: Job) => Answer;
export type Judges = Readonly<Record<string, Judge>>;

/**
 * Judges that know the whole grammar of their names and refuse every option and word that they do not know, or run parts
 * that are judged in their turn: what they do not report only reads. A row cannot say that of a language, of a built-in
 * or of a program that runs others.
 */
export const byGrammar = (judges: Judges): Judges =>
  Object.fromEntries(Object.entries(judges).map(([name, judge]) => [name, proving(judge)]));

function proving(judge: Judge): Judge {
  const prover: Judge = (job) => {
    const answer = judge(job);
    return isProof(answer) ? answer : proves("grammar", answer);
  };
  provers.add(prover);
  return prover;
}

const provers = new WeakSet<Judge>();
/** Whether a judge proves by itself. */
export const isProver = (judge: Judge): boolean => provers.has(judge);

/** The same judge for several names. */
export const named = (names: string, judge: Judge): Judges =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, judge]),
  );
