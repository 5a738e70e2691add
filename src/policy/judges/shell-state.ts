import { isUnreadCode, mayBecomeOption, someFlow } from "../../shell/index.ts";
import { ask, danger, type Job } from "../job.ts";
import { operandsOf } from "../options.ts";
import type { Judges } from "./judge.ts";

/** Whether a built-in is given nothing but words that make it show something, in every shell. */
export const shows = (job: Job, options: RegExp, operands: RegExp | null): boolean =>
  job.args.every(
    (arg) =>
      !mayBecomeOption(arg) &&
      !isUnreadCode(arg) &&
      (options.test(arg.text) || (operands !== null && !arg.text.startsWith("-") && operands.test(arg.text))),
  );

/** Built-ins that show what the shell keeps, and change it when they are given more. */
export const shellStateJudges: Judges = {
  ulimit: (job) => {
    if (!shows(job, /^-[aHSbcdefiklmnpqrstuvxPRT]+$/, null))
      ask(job, "write", "shell.limit", "Changes a limit of the shell.");
    return someFlow;
  },
  umask: (job) => {
    const mode = operandsOf(job.args)[0]?.text;
    if (mode !== undefined && (/^0*[0-7]{0,2}[0145]$/.test(mode) || /(?:^|,)[ugo]*[oa][ugo]*[+=][rx]*w/.test(mode)))
      danger(job, "escalate", "perms.umask", "Lets everyone write to files made from now on.", "umask 022");
    else if (!shows(job, /^-[Sp]+$/, null))
      ask(job, "write", "shell.umask", "Changes the permissions of files made from now on.");
    return someFlow;
  },
  // `jobs -x` is a wrapper: it runs what follows.
  jobs: (job) => {
    const at = job.args.findIndex((arg) => /^-[a-z]*x/.test(arg.text));
    if (at !== -1 && at < job.args.length - 1)
      return job.run.runArgv(job.args.slice(at + 1), job, { via: "jobs -x", stdin: job.stdin });
    if (!shows(job, /^-[lnprsd]+$/, /^%?[\w?+-]+$/))
      ask(job, "opaque", "option.unknown", "It is not known what jobs does with these words.");
    return someFlow;
  },
  // zsh puts every other word on the stack, and -c empties it.
  dirs: (job) => {
    if (!shows(job, /^-[lpv]+$/, null))
      ask(job, "write", "shell.folders", "Changes the folders that popd and ~1 lead to.");
    return someFlow;
  },
};
