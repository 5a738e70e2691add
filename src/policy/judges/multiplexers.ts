import { type Arg, type Flow, isUnreadCode, someFlow } from "../../shell/index.ts";
import { ask, danger, type Job } from "../job.ts";
import { judgeOption } from "../judge-spec.ts";
import { hasOption, operandsOf, parseArgs } from "../options.ts";
import { runsShellText } from "../runners/shell-text.ts";
import { optionTable } from "../spec.ts";
import { type Judges, withHabits } from "./judge.ts";

const tmuxOptions = optionTable({ options: "-2CDhlNuUvV -T= ?-f= ?-L= ?-S= -c=!" });

const tmuxReads =
  /^(?:ls|list-(?:sessions|windows|panes|clients|commands|keys)|display-message|show-(?:options|window-options|hooks|messages)|info|has-session)$/;
const showsCopies = /^(?:show-environment|showenv|show-buffer|showb|list-buffers|lsb|choose-buffer)$/;

/** Every word counts: which server and which settings it uses, each command of the line, what stands in a format. */
function tmux(job: Job): Flow {
  const { options, operands } = parseArgs(job.args, tmuxOptions, { stopAtOperand: true });
  for (const option of options) judgeOption(job, option, { strict: true, title: "tmux" });
  if (job.args.some((arg) => arg.text.includes("#("))) {
    danger(job, "opaque", "code.spawns", "#(…) in a format makes tmux run a command.", "Use formats without #( ).");
    return someFlow;
  }
  const verbs = operands.filter((_, index) => index === 0 || operands[index - 1]?.text.endsWith(";"));
  const only = operands.some((arg) => arg.text.endsWith(";")) ? "" : (operands[0]?.text ?? "");
  if (showsCopies.test(only)) {
    ask(job, "read", "private.environment", "Prints variables or copied text, which often hold secrets.");
    return { ...someFlow, secret: true };
  }
  if (tmuxReads.test(only) && !job.args.some((arg) => isUnreadCode(arg) || arg.many === true)) return someFlow;
  return multiplexes(job, operands, verbs);
}

const screen = (job: Job): Flow =>
  job.args.length === 1 && /^-(?:ls|list)$/.test(job.args[0]?.text ?? "") ? someFlow : multiplexes(job, job.args, []);

const typesThere = /^(?:send|paste-buffer|run|if|pipe|source|set-hook|respawn|bind|confirm|command-prompt)/;
const typeWords =
  /^(?:send-keys|send|paste-buffer|run-shell|run|if-shell|pipe-pane|source-file|set-hook|respawn-\w+|-X|stuff|exec)$/;
const opensShell = /^(?:new(?:-session|-window)?|neww|split(?:-window|w)?|splitw|-[a-zA-Z]*[dDmS]\w*)$/;

/** Commands typed into another terminal run there as if a person had typed them. */
function multiplexes(job: Job, args: readonly Arg[], verbs: readonly Arg[]): Flow {
  // Names of files and sessions are no sub-commands: `screen -dmS x ./run.sh`.
  const words = args
    .filter((arg, index) => !/[./\s]/.test(arg.text) && !/^-[a-zA-Z]*[StL]$/.test(args[index - 1]?.text ?? ""))
    .map((arg) => arg.text);
  const has = (word: RegExp) => words.some((text) => word.test(text));
  if (verbs.some((arg) => typesThere.test(arg.text)) || has(typeWords))
    danger(
      job,
      "opaque",
      "terminal.types",
      `${job.name} types or runs text in another terminal, where nothing is checked.`,
      "Run the command here.",
    );
  else if (has(/^(?:kill-server|quit)$/) || (has(/^kill-session$/) && !hasOption(args, "-t")))
    danger(job, "lockout", "lockout.terminal", "Ends terminals, maybe this one.", "Name the window.");
  else {
    ask(job, "opaque", "terminal.multiplexer", `Opens another terminal through ${job.name}.`);
    const command = has(opensShell) ? (operandsOf(args).at(-1)?.text ?? "") : "";
    if (/\s/.test(command)) runsShellText({ ...job, args }, command, job.name);
  }
  return someFlow;
}

export const multiplexerJudges: Judges = { ...withHabits({ inputs: "-f" }, { tmux }), screen };
