import type { LoopRounds } from "../shell/index.ts";
import { danger, type Job } from "./job.ts";

/** Judges a loop that never ends, or whose end is far away. */
export function judgeLoop(
  job: Job,
  { startsProcesses, fillsDisk, pauses, hasEnd }: LoopRounds & { hasEnd: boolean },
): undefined {
  const harm = (ruleId: string, say: string) => danger(job, "destructive", ruleId, say, "Give the loop an end.");
  if (startsProcesses) harm("bomb.loop", "Starts processes in an endless loop, until the machine stops responding.");
  else if (fillsDisk && !pauses && !hasEnd)
    harm("bomb.disk", "Writes more and more in an endless loop, until the disk is full.");
}
