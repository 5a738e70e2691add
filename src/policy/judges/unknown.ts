import { type Flow, hole, readable, someFlow } from "../../shell/index.ts";
import { tell } from "../effects/tell.ts";
import { fetchedTo, isUnread } from "../fetched-files.ts";
import { judgedPath } from "../file-access.ts";
import { danger, type Job, shown } from "../job.ts";
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
  const name = readable(job.path);
  const isOfProject = job.path.startsWith("./");
  const written = job.path.includes("/") ? fetchedTo(job, job.path) : programNamed(job);
  if (isUnread(written)) {
    tell(job, "runs-unread", "run.fetched", `Runs ${name}, which this command line has just fetched or decoded.`);
    return someFlow;
  }
  if (takesUnread(job)) {
    tell(job, "runs-unread", "run.fetched", `${name} is given text that nobody has read, and may run it.`);
    return someFlow;
  }
  if (!isOfProject && meansHarm(job)) return someFlow;
  const secret = job.args.find((arg) => looksSecret(judgedPath(arg.text.replace(/^[-\w]+=@?/, ""), job).path));
  if (secret !== undefined) {
    const say = `Hands ${readable(secret.text)}, which holds keys or passwords, to a program that Cotty does not know.`;
    tell(job, "exposes", "unknown.secret", say, { at: secret });
    return someFlow;
  }
  if (judgeTask(job)) return someFlow;
  const sign = signs.find(({ pattern }) => pattern.test(job.stdin.text ?? ""));
  if (sign !== undefined) {
    const say = `The text for ${job.name} ${sign.say}.`;
    danger(job, sign.risk, sign.ruleId, say, "Use a plain command that can be checked.");
  }
  if (!isOfProject && findsHiddenCommand(job)) return someFlow;
  if (job.path.includes("/")) tell(job, "starts", "run.program", `Runs the program ${shown(job)}.`);
  else tell(job, "starts", "unknown.command", `Cotty does not know what ${job.name} does.`);
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
