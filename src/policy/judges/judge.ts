import type { Flow } from "../../shell/index.ts";
import type { Job } from "../job.ts";

/** Judges the commands that a row of the table cannot describe. Reports findings; returns what would be printed. */
export type Judge = (job: Job) => Flow;
export type Judges = Readonly<Record<string, Judge>>;
