import { type CommandResult, withoutOutput } from "../contract/command-result.ts";
import { runningOf } from "../machine/shell-state.ts";
import type { ForegroundProbe } from "../probe/foreground-probe.ts";
import { lookAtForeground } from "./foreground.ts";
import type { PlainCapture } from "./plain-capture.ts";
import type { Repairs } from "./repairs.ts";
import { commandResult, endingOf } from "./results.ts";
import type { ShellCore } from "./shell-core.ts";
import type { ShellPresence } from "./shell-presence.ts";
import type { FinishedCommand, TrackedCommand } from "./tracked-command.ts";

/** Why nothing was typed or run. A terminal that has closed meanwhile says so instead. */
export interface Refused {
  outcome: "not-at-prompt" | "context-changed";
  reason?: string;
  cwd?: string | null;
}

/** What whoever asked for a command is told. */
export interface Answers {
  /** What is known of it now, whether it has ended or not. */
  of(command: TrackedCommand, signal: AbortSignal): Promise<CommandResult>;
  refusal(refused: Refused, durationMs: number): Promise<CommandResult>;
}

export function createAnswers(
  core: ShellCore,
  options: {
    probe: ForegroundProbe | null;
    presence: ShellPresence;
    plain: PlainCapture;
    repairs: Repairs;
    folder(): string | null;
  },
): Answers {
  const { probe, presence, plain, repairs } = options;
  const { tracker, human } = core;
  const confidence = () => (tracker.shell.family === null ? ("heuristic" as const) : ("marks" as const));
  const hasBegun = (command: TrackedCommand) =>
    command.finished?.hasBegun ?? (tracker.command === command && runningOf(tracker.shell.phase) !== null);

  async function finishedResult(finished: FinishedCommand): Promise<CommandResult> {
    // Where the shell could not say its folder at the end, putting things right makes it say so.
    if (finished.cwd === null && tracker.shell.family !== null) await repairs.settled();
    const { command, to, hasBegun, durationMs, confidence } = finished;
    const cwd = finished.cwd ?? (tracker.shell.family === null ? options.folder() : tracker.shell.cwd);
    const known = { cwd, to, hasBegun, durationMs, confidence };
    return plain.clean(commandResult(command, endingOf(finished), known), command);
  }

  return {
    async of(command, signal) {
      const isLast = tracker.finished?.command === command;
      const hasShellExited = core.exit !== null && tracker.shell.phase.name === "prompt-due" && isLast;
      if (presence.hasEnded(command) && !hasShellExited) return await finishedResult(command.finished);
      const known = {
        to: human.offset(),
        hasBegun: hasBegun(command),
        durationMs: core.now() - command.submittedAt,
        confidence: confidence(),
      };
      if (core.exit !== null) {
        const { exitCode } = core.exit;
        return commandResult(command, { outcome: "terminal-closed", exitCode }, { ...known, cwd: null });
      }
      const foreground = await lookAtForeground(core, probe, { isHurried: signal.aborted });
      if (presence.hasEnded(command)) return await finishedResult(command.finished);
      return commandResult(
        command,
        { outcome: "running", exitCode: null, foreground },
        { ...known, cwd: tracker.shell.cwd },
      );
    },
    async refusal({ outcome, reason, cwd = tracker.shell.cwd }, durationMs) {
      const at = human.offset();
      const known = { cwd, durationMs, confidence: confidence(), range: { from: at, to: at } };
      if (outcome === "context-changed") return withoutOutput({ outcome, exitCode: null }, known);
      if (core.exit !== null) return withoutOutput({ outcome: "terminal-closed", exitCode: core.exit.exitCode }, known);
      const foreground = await lookAtForeground(core, probe);
      const said = reason ?? whatIsInFront(foreground.program, tracker.shell.loaded !== null);
      const why = said === null ? {} : { reason: said };
      return withoutOutput({ outcome, exitCode: null, foreground, ...why }, known);
    },
  };
}

/** These take every key, and what is behind them is theirs. From a start-up file, one is there before any prompt. */
const multiplexers = ["tmux", "screen", "zellij", "dtach", "abduco"];

/** Null: nothing more than the program's name is to be said. */
export function whatIsInFront(program: string | null, wasPrepared: boolean): string | null {
  const [name = ""] = (program ?? "").toLowerCase().split(/[: ]/);
  if (wasPrepared || !multiplexers.includes(name)) return null;
  return `A start-up file started ${name} in this terminal before the first prompt, and Cotty types no command into it. Detach from ${name} if that leads back to a shell. To start without it, give this host a shell that reads no such file in Cotty's configuration: shell = "bash --noprofile", or shell = "zsh -f".`;
}
