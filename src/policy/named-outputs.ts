import { hole } from "../shell/index.ts";
import { mayWriteUnattended } from "./file-access.ts";
import type { Job } from "./job.ts";
import { wrappers } from "./runners/wrapper-rows.ts";

const namesOutput =
  /^(?:-o|-O|-P|--?out(?:put|file)?(?:-\w+)*|--\w*-?dest(?:ination)?(?:-\w+)*|--prefix|--target-dir(?:ectory)?)$/;
/** Options that take a text, settings or an input, or nothing at all, for every program that has them. */
const namesNoOutput =
  /^(?:-m|--(?:message|title|body|body-file|subject|config|rcfile|cached|staged|check|dry-run|include|exclude|ignore|ignore-path|input|input-file|no-[\w-]+))$/;
/** The same for single programs. */
const inputsOf: Readonly<Record<string, string>> = {
  docker: "-f --file",
  podman: "-f --file",
  "docker-compose": "-f --file",
  kubectl: "-f --filename -k",
  helm: "-f --values",
  make: "-f",
  act: "-W --workflows",
  "pre-commit": "-c",
  logrotate: "-f -d -v",
  vim: "-u",
  nvim: "-u",
  tmux: "-f",
};

/** Wrappers that have judges of their own. */
const isWrapper =
  /^(?:command|flock|setarch|env|sudo|doas|pkexec|run0|dzdo|gksudo|runuser|chroot|nsenter|unshare|capsh|busybox|toybox|find|fd|fdfind|xargs|parallel)$/;

/**
 * Where a command that does more than read may be told to put something. Every program has its own names for that
 * (`-o`, `--outFile`, `--junitxml`), so a word behind any option counts, unless the option is known to name no output.
 * git has a judge for all that it writes, what a wrapper starts is judged by itself, and HEAD is mostly a commit.
 */
export function judgeOutputs(job: Job, isHarmless: (option: string) => boolean): undefined {
  const isJudgedElsewhere = job.name === "git" || isWrapper.test(job.name) || wrappers.has(job.name);
  const isInput = (option: string) =>
    namesNoOutput.test(option) || inputsOf[job.name]?.split(" ").includes(option) === true || isHarmless(option);
  const mayName = (option: string, value: string) =>
    namesOutput.test(option) ||
    (!isJudgedElsewhere && /^-{1,2}\w/.test(option) && !/^head$/i.test(value) && !isInput(option));
  job.args.forEach((arg, at) => {
    const [, option = "", value] = /^(--?[\w-]+(?==)|-\w(?=[^=]))=?(.+)$/s.exec(arg.text) ?? [];
    if (value !== undefined && mayName(option, value))
      mayWriteUnattended(job, { ...arg, text: value.replace(/^~(?=\/)/, hole.home) });
    const before = job.args[at - 1]?.text ?? "";
    if (!before.includes("=") && mayName(before, arg.text)) mayWriteUnattended(job, arg);
  });
}
