import { namesSecret } from "../secrets/index.ts";
import { ask, type Job } from "./job.ts";

/** Parameters in which zsh keeps what was typed, done and set. */
const zshRecords =
  /^(?:history|historywords|dirstack|jobtexts|jobdirs|jobstates|BUFFER|CUTBUFFER|killring|commands|parameters|options|widgets|keymaps|termcap|terminfo|sysparams|mapfile|saliases|galiases|aliases|dis_\w+|nameddirs|userdirs|usergroups|zsh_\w+|funcfiletrace|functrace|funcsourcetrace)$/;

const integrationName = /^__(?:ct_|cotty)/;

/**
 * Whether a variable holds the marks by which the shell tells Cotty what it does: whoever knows them can fake the end of
 * a command, a prompt or a folder. In zsh `$functions` holds the text of every function.
 */
function namesMarks(name: string): boolean {
  return (
    integrationName.test(name) ||
    /^(?:R?PS[0-9]|R?PROMPT[0-9]?|prompt|PROMPT_(?:COMMAND|EOL_MARK)|(?:dis_)?functions)$/.test(name)
  );
}

/** Names whose functions a built-in may print: a name that is written out, and not one of Cotty's own. */
export const printableName = /^(?!__(?:ct_|cotty))[\w.+:@/-]+$/;

/** Judges a command line that uses the value of a variable. The job is named after the variable. */
export function judgeVariableUse(job: Job): undefined {
  const { path: name, shell, run } = job;
  // A value that the line itself assigned is in the line, and was judged there.
  if (namesSecret(name) && !shell.variables.has(name))
    ask(job, "read", "secret.variable", `Uses $${name}, which usually holds a credential.`);
  if (namesMarks(name))
    ask(
      job,
      "opaque",
      "terminal.marks",
      `Reads $${name}, where Cotty keeps the marks that tell when a command has ended and where the shell is.`,
    );
  const isZsh = run.context.shell === "zsh" || shell.reader === "zsh";
  if (isZsh && zshRecords.test(name))
    ask(job, "read", "private.history", `Prints $${name}, which zsh fills with what was typed and set before.`);
}
