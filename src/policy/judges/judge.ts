import type { Job } from "../job.ts";
import type { Answer } from "../judgement.ts";
import type { Habits } from "../programs/program.ts";

/**
 * Judges the commands that rows cannot describe: a language, a built-in, a program that runs others. It reports findings.
 * One that knows the whole grammar of its names, and refuses every option and word that it does not know, proves that
 * the rest only reads, where it has read it (`provedBy`).
 */
export type Judge = (job: Job) => Answer;
export type Judges = Readonly<Record<string, Judge>>;

/** The same judge for several names. */
export const named = (names: string, judge: Judge): Judges =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, judge]),
  );

const habits = new Map<string, Habits>();

/** Judges with what is to be known of their names besides, for commands that have no row. */
export function withHabits(some: Habits, judges: Judges): Judges {
  for (const name of Object.keys(judges)) habits.set(name, { ...habits.get(name), ...some });
  return judges;
}

export const judgeHabits = (name: string): Habits | undefined => habits.get(name);
