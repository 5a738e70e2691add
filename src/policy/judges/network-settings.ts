import { type Flow, someFlow } from "../../shell/index.ts";
import { judgeByRows } from "../effects/judge-effects.ts";
import { ask, type Job } from "../job.ts";
import { operandsOf } from "../options.ts";
import type { Judges } from "./judge.ts";

/** `ip netns exec NAME COMMAND` runs a command where other addresses and filters apply. */
function ip(job: Job): Flow {
  const [object, verb, , command] = operandsOf(job.args);
  if (object?.text !== "netns" || verb?.text !== "exec" || command === undefined) return judgeByRows(job) ?? someFlow;
  ask(job, "write", "network.namespace", "Runs a command in another network namespace.");
  const argv = job.args.slice(job.args.indexOf(command));
  return job.run.runArgv(argv, job, { via: "ip netns exec", stdin: job.stdin });
}

export const networkSettingJudges: Judges = { ip };
