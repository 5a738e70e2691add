import { type Flow, isUnreadCode, someFlow } from "../../shell/index.ts";
import { ask, danger, type Job } from "../job.ts";
import { judgeOption } from "../judge-spec.ts";
import { hasOption, operandsOf, parseArgs } from "../options.ts";
import { runsShellText } from "../runners/shell-text.ts";
import { optionTable } from "../spec.ts";
import type { Judges } from "./judge.ts";

const tmuxOptions = optionTable({ options: "-2CDhlNuUvV -T= ?-f= ?-L= ?-S= -c=!" });

const tmuxReads =
  /^(?:ls|list-(?:sessions|windows|panes|clients|commands|keys)|display-message|show-(?:options|window-options|hooks|messages)|info|has-session)$/;
const showsCopies = /^(?:show-environment|showenv|show-buffer|showb|list-buffers|lsb|choose-buffer)$/;
const runsThere = /^(?:send|paste-buffer|run|if|pipe|source|set-hook|respawn|bind|confirm|command-prompt)/;

/** Every word counts: which server and which settings it uses, each command of the line, what stands in a format. */
function tmux(job: Job): Flow {
  const parsed = parseArgs(job.args, tmuxOptions, { stopAtOperand: true });
  for (const option of parsed.options) judgeOption(job, option, { strict: true, title: "tmux" });
  if (job.args.some((arg) => arg.text.includes("#("))) {
    danger(job, "opaque", "code.spawns", "#(…) in a format makes tmux run a command.", "Use formats without #( ).");
    return someFlow;
  }
  const [first] = parsed.operands;
  const isOne = !parsed.operands.some((arg) => arg.text.endsWith(";"));
  if (isOne && showsCopies.test(first?.text ?? "")) {
    ask(job, "read", "private.environment", "Prints variables or copied text, which often hold secrets.");
    return { ...someFlow, secret: true };
  }
  const isKnown = !job.args.some((arg) => isUnreadCode(arg) || arg.many === true);
  if (isOne && isKnown && tmuxReads.test(first?.text ?? "")) return someFlow;
  const starts = parsed.operands.filter((_, index) => index === 0 || parsed.operands[index - 1]?.text.endsWith(";"));
  if (starts.some((arg) => runsThere.test(arg.text))) typesThere(job);
  else typesElsewhere({ ...job, args: parsed.operands });
  return someFlow;
}

const typesThere = (job: Job): undefined =>
  danger(
    job,
    "opaque",
    "terminal.types",
    `${job.name} types or runs text in another terminal, where nothing is checked.`,
    "Run the command here.",
  );

const screen = (job: Job): Flow =>
  job.args.length === 1 && /^-(?:ls|list)$/.test(job.args[0]?.text ?? "") ? someFlow : typesElsewhere(job);

/** Commands typed into another terminal run there as if a person had typed them. */
function typesElsewhere(job: Job): Flow {
  // Names of files and sessions are no sub-commands: `screen -dmS x ./run.sh`.
  const text = job.args
    .filter((arg, index) => !/[./\s]/.test(arg.text) && !/^-(?:[a-zA-Z]*[StL])$/.test(job.args[index - 1]?.text ?? ""))
    .map((arg) => arg.text)
    .join(" ");
  if (
    /\b(?:send-keys|send|paste-buffer|run-shell|run|if-shell|pipe-pane|source-file|set-hook|respawn-\w+|-X|stuff|exec)\b/.test(
      text,
    )
  ) {
    typesThere(job);
  } else if (/\bkill-server\b|\bquit\b/.test(text) || (/\bkill-session\b/.test(text) && !hasOption(job.args, "-t")))
    danger(job, "lockout", "lockout.terminal", "Ends terminals, maybe this one.", "Name the window.");
  else {
    ask(job, "opaque", "terminal.multiplexer", `Opens another terminal through ${job.name}.`);
    const command = /\b(?:new(?:-session|-window)?|neww|split(?:-window|w)?|splitw)\b|-[a-zA-Z]*[dDmS]/.test(text)
      ? (operandsOf(job.args).at(-1)?.text ?? "")
      : "";
    if (/\s/.test(command)) runsShellText(job, command, job.name);
  }
  return someFlow;
}

export const multiplexerJudges: Judges = { tmux, screen };
