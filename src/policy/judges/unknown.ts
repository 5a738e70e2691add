import { literal, readable } from "../arg.ts";
import { judgedPath } from "../file-access.ts";
import { type Flow, someFlow } from "../flow.ts";
import { ask, danger, type Job, pathTarget, shown } from "../job.ts";
import { looksSecret } from "../paths.ts";
import { signs } from "./code-signs.ts";
import { findsHiddenCommand } from "./hidden-command.ts";
import { judgeTask } from "./project-tasks.ts";

const destroyWords =
  /^(?:.*[:._-])?(?:delete|destroy|destroyall|purge|wipe|erase|drop|dropdb|truncate|terminate|nuke|obliterate|shred|decommission|uninstall-all|prune-all|factory-reset|flushall|flushdb|undefine|deprovision|teardown|delete-all|force-delete|delete_\w+|unregister|deletelocalsnapshots|zap|secure-erase|sanitize|mkfs|format|reset-all|forget|kill-all)(?:[:._-].*)?$/i;

/** Whether a sub-command's or option's name says that something is gone afterwards. */
export const saysDestroy = (word: string): boolean => destroyWords.test(word.replace(/^--?/, ""));

/**
 * A program the table does not know. It is asked about; when one of its first words says that it destroys, or it is
 * handed a key file, that is danger: what cannot be proved goes up.
 */
export function judgeUnknown(job: Job): Flow {
  const path = job.path.includes("/") ? judgedPath(job.path, job) : null;
  const written = path === null ? programNamed(job) : fetchedAt(job, path.path);
  if (written?.fetched === true || written?.decoded === true) {
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
  const words = job.args.filter((arg) => !arg.text.startsWith("-")).slice(0, 3);
  const options = job.args.filter((arg) => arg.text.startsWith("--") && !arg.text.includes("="));
  const word = [...words, ...options]
    .map((arg) => literal(arg))
    .find((text) => text !== null && /^[-\w:.]+$/.test(text) && saysDestroy(text));
  if (word !== undefined && word !== null && !job.path.startsWith("./")) {
    danger(
      job,
      "destructive",
      "unknown.destroys",
      `${job.name} is not known here, and "${word}" says that something is gone afterwards.`,
      "Name exactly what goes, and let a person decide.",
    );
    return someFlow;
  }
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

/** The file itself, or the folder it is in, when this line has brought it. */
const fetchedAt = (job: Job, path: string) =>
  job.shell.files.get(path) ??
  [...job.shell.files].find(([folder, flow]) => flow.fetched && path.startsWith(`${folder}/`))?.[1];

/** A file of that name, which this line has just put somewhere programs are found. */
const programNamed = (job: Job) => [...job.shell.files].find(([path]) => path.endsWith(`bin/${job.name}`))?.[1];
