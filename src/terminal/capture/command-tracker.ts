import { randomInt } from "node:crypto";
import { assertNever } from "../../base/index.ts";
import type { OutputLimits } from "../contract/values.ts";
import type { Evidence, PromptMoment, ShellEffect } from "../machine/shell-effect.ts";
import { type Command, commandOf, type ShellState, unknownShell } from "../machine/shell-state.ts";
import { type ShellInput, stepShell } from "../machine/step-shell.ts";
import { type Asked, meaningOf, namesDigit, wordsIn } from "../shells/challenges.ts";
import { challengeDigits } from "../shells/integrations.ts";
import { createTrackedCommand, type FinishedCommand, type TrackedCommand } from "./tracked-command.ts";

/** Drives the machine of the shell that is listened to, and collects what its commands print. */
export interface CommandTracker {
  /** What is known of the shell: the terminal's own, or the innermost of those inside it. */
  readonly shell: ShellState;
  readonly isAtPrompt: boolean;
  /** The command on its way; null: none. */
  readonly command: TrackedCommand | null;
  /** The one that has ended last. */
  readonly finished: FinishedCommand | null;
  step(input: Exclude<ShellInput, { kind: "submitted" | "challenged" | "seen-to-end" }>): void;
  /** A command of the agent's is being given to the shell. */
  submit(text: string, options: { limits: OutputLimits | undefined }): TrackedCommand;
  /** Ends the current command, or one that was withdrawn, on evidence other than a mark. */
  end(command: TrackedCommand, evidence: Evidence): void;
  /** Random digits for the shell to answer with. */
  challenge(wanted?: Asked): string;
}

export function createCommandTracker(options: {
  offset(): number;
  now(): number;
  onFinished(finished: FinishedCommand): void;
  onPrompt(moment: PromptMoment): void;
}): CommandTracker {
  let shell = unknownShell;
  let finished: FinishedCommand | null = null;
  const tracked = new WeakMap<Command, TrackedCommand>();

  function track(command: Command, limits?: OutputLimits): TrackedCommand {
    const created = createTrackedCommand(command, { limits, offset: options.offset(), now: options.now() });
    tracked.set(command, created);
    return created;
  }

  function step(input: ShellInput) {
    const [next, effects] = stepShell(shell, input, options.offset());
    shell = next;
    for (const effect of effects) carryOut(effect);
  }

  function carryOut(effect: ShellEffect) {
    if (effect.kind === "prompt") return options.onPrompt(effect.moment);
    const command = tracked.get(effect.command) ?? track(effect.command);
    switch (effect.kind) {
      case "entered":
        return;
      case "collect":
        return command.push(effect.bytes);
      case "output-began":
        return command.beginOutput(effect.at, effect);
      case "output-ended":
        return command.endOutput(effect.at);
      case "ended":
        return finish(command, effect.evidence, effect.hasBegun);
      default:
        return assertNever(effect);
    }
  }

  function finish(command: TrackedCommand, evidence: Evidence, hasBegun: boolean) {
    if (command.finished !== null) return;
    const to = endOfOutput(command, evidence, options.offset());
    finished = { ...evidence, command, to, hasBegun, durationMs: options.now() - command.submittedAt };
    command.finished = finished;
    options.onFinished(finished);
  }

  return {
    get shell() {
      return shell;
    },
    get isAtPrompt() {
      return shell.phase.name === "at-prompt";
    },
    get command() {
      const command = commandOf(shell.phase);
      return command === null ? null : (tracked.get(command) ?? null);
    },
    get finished() {
      return finished;
    },
    step,
    submit(text, { limits }) {
      const command = track({ by: "agent", text }, limits);
      step({ kind: "submitted", command: command.identity });
      return command;
    },
    end(command, evidence) {
      step({ kind: "seen-to-end", command: command.identity, evidence });
    },
    challenge(asked = {}) {
      const first = meaningOf(asked) ?? randomInt(namesDigit);
      const digits = [first, ...Array.from({ length: challengeDigits - 1 }, () => randomInt(10))].join("");
      step({ kind: "challenged", digits, words: wordsIn(asked) });
      return digits;
    },
  };
}

function endOfOutput(command: TrackedCommand, evidence: Evidence, here: number): number {
  const namedEnd = command.finishOutput();
  // What never reached the shell has printed nothing: it was only echoed.
  const end = evidence.how === "undelivered" ? command.from : (evidence.to ?? namedEnd ?? here);
  return Math.max(command.from, end);
}
