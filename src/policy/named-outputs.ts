import { hole } from "../shell/index.ts";
import { mayWriteUnattended } from "./file-access.ts";
import type { Job } from "./job.ts";
import type { Habits } from "./programs/program.ts";

const namesOutput =
  /^(?:-o|-O|-P|--?out(?:put|file)?(?:-\w+)*|--\w*-?dest(?:ination)?(?:-\w+)*|--prefix|--target-dir(?:ectory)?)$/;
/** Options that take a text, settings or an input, or nothing at all, for every program that has them. */
const namesNoOutput =
  /^(?:-m|--(?:message|title|body|body-file|subject|config|rcfile|cached|staged|check|dry-run|include|exclude|ignore|ignore-path|input|input-file|no-[\w-]+))$/;

/**
 * Where a command that does more than read may be told to put something. Every program has its own names for that
 * (`-o`, `--outFile`, `--junitxml`), so a word behind any option counts, unless the option is known to name no output.
 * HEAD is mostly a commit.
 */
export function judgeOutputs(job: Job, habits: Habits, isHarmless: (option: string) => boolean): undefined {
  const inputs = habits.inputs?.split(" ") ?? [];
  const isInput = (option: string) => namesNoOutput.test(option) || inputs.includes(option) || isHarmless(option);
  const mayName = (option: string, value: string) =>
    namesOutput.test(option) ||
    (habits.findsOutputs !== true && /^-{1,2}\w/.test(option) && !/^head$/i.test(value) && !isInput(option));
  const how = habits.makesFolders === true ? "create" : "write";
  job.args.forEach((arg, at) => {
    const [, option = "", value] = /^(--?[\w-]+(?==)|-\w(?=[^=]))=?(.+)$/s.exec(arg.text) ?? [];
    if (value !== undefined && mayName(option, value))
      mayWriteUnattended(job, { ...arg, text: value.replace(/^~(?=\/)/, hole.home) }, how);
    const before = job.args[at - 1]?.text ?? "";
    if (!before.includes("=") && mayName(before, arg.text)) mayWriteUnattended(job, arg, how);
  });
}
