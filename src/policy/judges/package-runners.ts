import { type Flow, someFlow } from "../../shell/index.ts";
import { effectPrograms } from "../effects/index.ts";
import { judgeByRows } from "../effects/judge-effects.ts";
import type { Job } from "../job.ts";
import { operandsOf, optionValue } from "../options.ts";
import { programs } from "../programs/index.ts";
import { runsShellText } from "../runners/shell-text.ts";
import { judges } from "./index.ts";
import type { Judges } from "./judge.ts";
import { judgeTask } from "./project-tasks.ts";

/** Packages that are fetched where they are not there, and run. */
function npx(job: Job): Flow {
  const text = optionValue(job.args, "-c", "--call");
  if (text !== null) return runsShellText(job, text.text, "npx -c");
  if (judgeTask(job)) return someFlow;
  const [name] = operandsOf(job.args);
  const at = name === undefined ? job.args.length : job.args.indexOf(name);
  // The package is usually a program that is known under its own name: `npx rimraf ~`.
  if (name !== undefined && (judges.has(name.text) || effectPrograms.has(name.text) || programs.has(name.text)))
    job.run.runArgv(job.args.slice(at), job, { via: job.name, stdin: job.stdin });
  // What stands behind it is the package's own, and may well be an address.
  return judgeByRows({ ...job, args: job.args.slice(0, at + 1) }) ?? someFlow;
}

export const packageRunnerJudges: Judges = { npx, bunx: npx, pnpx: npx, uvx: npx };
