import type { Job } from "../job.ts";
import type { Answer } from "../judgement.ts";

/** Judges the commands that rows cannot describe. Reports findings, and proves reading where it knows the whole grammar. */
export type Judge = (job: Job) => Answer;
export type Judges = Readonly<Record<string, Judge>>;
