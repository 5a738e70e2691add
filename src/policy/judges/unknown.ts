import { type Flow, hole, readable, someFlow } from "../../shell/index.ts";
import { broughtTo, isUnread } from "../brought.ts";
import { judgedPath } from "../file-access.ts";
import { ask, danger, type Job, pathTarget, shown } from "../job.ts";
import { signs } from "../languages/code-signs.ts";
import { looksSecret } from "../paths.ts";
import { findsHiddenCommand } from "./hidden-command.ts";
import { meansHarm } from "./meaning.ts";
import { judgeTask } from "./project-tasks.ts";

/**
 * A program the table does not know. It is asked about; when its words mean harm, or it is handed a key file, that
 * is danger: what cannot be proved goes up.
 */
export function judgeUnknown(job: Job): Flow {
  const path = job.path.includes("/") ? judgedPath(job.path, job) : null;
  const written = path === null ? programNamed(job) : broughtTo(job, job.path);
  if (isUnread(written)) {
    danger(
      job,
      "opaque",
      "run.fetched",
      `Runs ${readable(job.path)}, which this command line has just fetched or decoded.`,
      "Fetch it first, read it, then run it.",
      { target: pathTarget(job.path) },
    );
    return someFlow;
  }
  if (takesUnread(job)) {
    danger(
      job,
      "opaque",
      "run.fetched",
      `${readable(job.path)} is given text that nobody has read, and may run it.`,
      "Fetch it first, read it, then run it.",
    );
    return someFlow;
  }
  if (!job.path.startsWith("./") && meansHarm(job)) return someFlow;
  const secret = job.args.find((arg) => looksSecret(judgedPath(arg.text.replace(/^[-\w]+=@?/, ""), job).path));
  if (secret !== undefined) {
    danger(
      job,
      "exfil",
      "unknown.secret",
      `Hands ${readable(secret.text)}, which holds keys or passwords, to a program that is not known here.`,
      "Leave secrets where they are.",
      { span: secret.span },
    );
    return someFlow;
  }
  if (judgeTask(job)) return someFlow;
  const sign = signs.find(({ pattern }) => pattern.test(job.stdin.text ?? ""));
  if (sign !== undefined)
    danger(
      job,
      sign.risk,
      sign.ruleId,
      `The text for ${job.name} ${sign.say}.`,
      "Use a plain command that can be checked.",
    );
  if (!job.path.startsWith("./") && findsHiddenCommand(job)) return someFlow;
  ask(
    job,
    "opaque",
    path === null ? "unknown.command" : "run.program",
    path === null ? `It is not known what ${job.name} does.` : `Runs the program ${shown(job)}.`,
  );
  return { ...someFlow, private: job.stdin.private, secret: job.stdin.secret };
}

/**
 * A program that is not known may be an interpreter: it runs what it gets when it gets nothing else (`tcc -run -`,
 * `nim e <(curl …)`), and an address in the place of a program is code from there.
 */
function takesUnread(job: Job): boolean {
  if (/^https?:\/\//.test(job.path)) return true;
  if (job.args.some((arg) => isUnread(arg.flow) && arg.text.includes(hole.pipe))) return true;
  const takesInput = job.args.every((arg) =>
    /^(?:-|\/dev\/stdin|--?(?:run|stdin|eval|script|exec|quiet|[a-zA-Z])|run|exec|eval|e|script)$/.test(arg.text),
  );
  return isUnread(job.stdin) && takesInput;
}

/** A file of that name, which this line has just put somewhere programs are found. */
const programNamed = (job: Job) => [...job.shell.files].find(([path]) => path.endsWith(`bin/${job.name}`))?.[1];
