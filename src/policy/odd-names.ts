import { readable } from "../shell/index.ts";
import type { Job } from "./job.ts";

/** A name by which it is not known what runs. */
export function oddName(given: Job, job: Job): { ruleId: string; say: string; safer: string } | null {
  if ((/[\ufdd0-\ufdef]/u.test(given.path) && !isHomePath(given.path)) || /[*?]|\[.+\]/.test(given.path))
    return {
      ruleId: "command.dynamic",
      say: `Which program runs is only known at run time (${readable(given.path)}).`,
      safer: "Write the program's name.",
    };
  const repeats = given.path === "r" && job.run.context.shell === "zsh";
  if (repeats || given.path.startsWith("!") || /^\^[^^]+\^/.test(given.path))
    return {
      ruleId: "command.history",
      say: `${given.path} is replaced by an earlier command of the shell's history.`,
      safer: "Write the command out.",
    };
  if (/[^\x20-\x7e]/.test(readable(job.name).replaceAll("…", "")))
    return {
      ruleId: "command.look-alike",
      say: `The command's name has letters outside plain ASCII (${readable(given.path)}); it may look like another one.`,
      safer: "Write the name in plain letters.",
    };
  if (given.path.startsWith("BASH_FUNC_"))
    return {
      ruleId: "shell.shadow",
      say: "Hands a function to the next shell, where a known name then does something else.",
      safer: "Call the command itself.",
    };
  return null;
}

const isHomePath = (path: string) => /^[\ufdd3\ufdd6]\/[^\ufdd0-\ufdef]+$/u.test(path);
