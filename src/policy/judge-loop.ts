import type { LoopRounds } from "../shell/index.ts";
import { habitsOf } from "./habits.ts";
import { danger, type Job } from "./job.ts";

/** Judges a loop that never ends, or whose end is far away. */
export function judgeLoop(
  job: Job,
  { startsProcesses, appends, commands, hasEnd }: LoopRounds & { hasEnd: boolean },
): undefined {
  const harm = (ruleId: string, say: string) => danger(job, "destructive", ruleId, say, "Give the loop an end.");
  const does = (what: "fills" | "pauses") => commands.some((name) => habitsOf(name).loop === what);
  if (startsProcesses) harm("bomb.loop", "Starts processes in an endless loop, until the machine stops responding.");
  else if ((appends || does("fills")) && !does("pauses") && !hasEnd)
    harm("bomb.disk", "Writes more and more in an endless loop, until the disk is full.");
}
