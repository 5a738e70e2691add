import { type Flow, mayBecomeOption, noFlow, someFlow } from "../../shell/index.ts";
import { ask, danger, type Job, shown } from "../job.ts";
import { type Answer, provedBy } from "../judgement.ts";
import { hasOption, operandsOf } from "../options.ts";
import { judgeNameValue } from "../suspicion.ts";

/** `set`, `shopt` and their kin: options of the shell, and variables where that is what they set. */
export function settings(job: Job): Answer {
  const words = job.args.map((arg) => arg.text);
  // fish assigns with `set NAME VALUE…`.
  const [variable, ...values] = operandsOf(job.args);
  if (job.run.context.shell === "fish" && job.name === "set" && variable !== undefined && values.length > 0)
    judgeNameValue(job, { ...variable, text: `${variable.text}=${values.map((arg) => arg.text).join(":")}` });
  const shoptReads =
    job.name === "shopt" && job.args.every((arg) => !mayBecomeOption(arg) && /^(?:-[opq]+|\w+)$/.test(arg.text));
  if (endsHistory(words)) {
    danger(
      job,
      "destructive",
      "audit.history",
      "Stops the shell from recording what is done.",
      "Leave the history on.",
    );
  } else if (job.name === "set" && (words.length === 0 || isOnly(words, "-o", "posix"))) {
    ask(job, "read", "private.environment", "Prints all variables, which often hold secrets.");
    return { ...someFlow, secret: true };
  } else if (isOnly(words, "-o") || isOnly(words, "+o") || shoptReads) {
    return provedBy("grammar", someFlow);
  } else ask(job, "write", "shell.option", `Changes an option of the shell (${shown(job)}).`);
  return noFlow;
}

const isOnly = (words: readonly string[], ...these: readonly string[]): boolean =>
  words.length === these.length && these.every((word, at) => words[at] === word);

/** `set +o history`, `shopt -u cmdhist`. */
function endsHistory(words: readonly string[]): boolean {
  const unsets = words.findIndex((word) => /^-\w*u/.test(word));
  return words.some(
    (word, at) =>
      (word === "history" && /^\+\w*o$/.test(words[at - 1] ?? "")) ||
      (unsets !== -1 && at > unsets && /^(?:histappend|cmdhist|history)$/.test(word)),
  );
}

export function history(job: Job): Flow {
  if (hasOption(job.args, "-c", "-d", "-w"))
    danger(job, "destructive", "audit.history", "Removes the record of what was done.", "Leave the history as it is.");
  else ask(job, "read", "private.history", "Prints typed commands, which often hold secrets.");
  return { ...someFlow, private: true, secret: true };
}

export function fixCommand(job: Job): Flow {
  if (hasOption(job.args, "-l"))
    ask(job, "read", "private.history", "Prints typed commands, which often hold secrets.");
  else
    danger(
      job,
      "opaque",
      "command.history",
      "Runs an earlier command of the shell's history again.",
      "Write the command out.",
    );
  return someFlow;
}
