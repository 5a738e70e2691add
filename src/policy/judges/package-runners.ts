import { type Arg, type Flow, readable, someFlow } from "../../shell/index.ts";
import { effectPrograms } from "../effects/index.ts";
import { ask, danger, type Job } from "../job.ts";
import { operandsOf } from "../options.ts";
import { programs } from "../programs/index.ts";
import { runsShellText } from "../runners/shell-text.ts";
import { judges } from "./index.ts";
import type { Judges } from "./judge.ts";
import { judgeTask } from "./project-tasks.ts";
import { fromStranger } from "./stranger.ts";

/** Packages that are fetched where they are not there, and run. */
function npx(job: Job): Flow {
  const [name] = operandsOf(job.args);
  const code = job.args.findIndex((arg) => arg.text === "-c" || arg.text === "--call");
  const text: Arg | undefined = code === -1 ? undefined : job.args[code + 1];
  if (text !== undefined) return runsShellText(job, text.text, "npx -c");
  if (judgeTask(job)) return someFlow;
  // The package is usually a program that is known under its own name: `npx rimraf ~`.
  const at = name === undefined ? -1 : job.args.indexOf(name);
  if (name !== undefined && (judges.has(name.text) || effectPrograms.has(name.text) || programs.has(name.text)))
    job.run.runArgv(job.args.slice(at), job, { via: job.name, stdin: job.stdin });
  // The package may be an option's value: `uvx --from git+https://… tool`.
  const stranger = job.args
    .slice(0, at === -1 ? job.args.length : at + 1)
    .find((arg) => fromStranger(arg.text.replace(/^--[\w-]+=/, "")));
  if (stranger !== undefined)
    danger(
      job,
      "opaque",
      "run.fetched",
      `Fetches ${readable(stranger.text)} and runs it at once; nobody has read it.`,
      "Install it by name from the registry, or read it first.",
    );
  ask(
    job,
    "opaque",
    "packages.run",
    `Runs the package ${readable(name?.text ?? "")}, which is fetched when it is not there.`,
  );
  return someFlow;
}

export const packageRunnerJudges: Judges = { npx, bunx: npx, pnpx: npx, uvx: npx };
