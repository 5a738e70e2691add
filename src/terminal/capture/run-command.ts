import type { CommandResult } from "../contract/command-result.ts";
import type { RunOptions, Terminal } from "../contract/terminal.ts";
import { meaningOf } from "../shells/challenges.ts";
import type { Answers, Refused } from "./answers.ts";
import { checkCommand } from "./check-command.ts";
import { type HandedOver, handOver } from "./hand-over.ts";
import { killLineKey } from "./integrate.ts";
import { createNameReader } from "./name-reader.ts";
import type { PlainCapture } from "./plain-capture.ts";
import type { PromptPlace } from "./prompt-place.ts";
import type { Readiness } from "./readiness.ts";
import type { Repairs } from "./repairs.ts";
import { notShown } from "./results.ts";
import type { SavedLines } from "./saved-line.ts";
import type { ShellCore } from "./shell-core.ts";
import type { ShellInUse } from "./shell-in-use.ts";
import type { TrackedCommand } from "./tracked-command.ts";
import type { CommandWatch } from "./watch-command.ts";

/** Runs a command of the agent's: waits for the keyboard and the prompt, hands it over, and follows it to its end. */
export interface CommandRunner {
  run(command: string, options: RunOptions): Promise<CommandResult>;
  /** Follows one that was handed over before. */
  follow(command: TrackedCommand, options: { signal: AbortSignal; timeoutMs: number }): Promise<CommandResult>;
  ownNames: Terminal["ownNames"];
  /** What is typed now would not reach the command: before the shell has left its line editor, Enter is no line end. */
  isHandingOver(): boolean;
}

export interface RunnerParts {
  place: PromptPlace;
  plain: PlainCapture;
  repairs: Repairs;
  readiness: Readiness;
  answers: Answers;
  watch: CommandWatch;
  saved: SavedLines;
  inUse: ShellInUse;
  /** One command is handed over and followed at a time; a half-typed line is not put back meanwhile. */
  turn: { isTaken: boolean };
}

export function createCommandRunner(core: ShellCore, parts: RunnerParts): CommandRunner {
  const { repairs, readiness, answers, saved, inUse, turn } = parts;
  const { tracker, conditions, keyboard } = core;
  /** Commands that somebody waits for, those that are refused in a moment included. */
  let waiting = 0;

  async function follow(command: TrackedCommand, options: { signal: AbortSignal; timeoutMs: number }) {
    const end = core.now() + options.timeoutMs;
    await parts.watch.untilEnded(command, { end, signal: options.signal });
    return await answers.of(command, options.signal);
  }

  async function takeTurn(command: string, options: RunOptions): Promise<CommandResult> {
    const startedAt = core.now();
    const { signal, timeoutMs } = options;
    const refuse = (refused: Refused) => answers.refusal(refused, core.now() - startedAt);
    await conditions.until(() => keyboard.holder === "agent" || core.exit !== null || null, { timeoutMs, signal });
    const isFree = core.exit === null && keyboard.holder === "agent" && !signal.aborted && !turn.isTaken;
    if (!isFree) return await refuse({ outcome: "not-at-prompt" });
    turn.isTaken = true;
    try {
      const handed = await handIfReady(command, options);
      if (handed.kind !== "submitted") return await refuse(refusalOf(handed));
      return await follow(handed.command, { signal, timeoutMs: timeoutMs - (core.now() - startedAt) });
    } finally {
      turn.isTaken = false;
      saved.giveBack();
    }
  }

  async function handIfReady(command: string, options: RunOptions): Promise<HandedOver> {
    if (!(await readiness.isReady(options.signal))) return { kind: "busy" };
    // A shell that was first met now is not the one that the command was judged for.
    const { expectReader } = options;
    const isExpected = expectReader === undefined || inUse.reader() === expectReader;
    if (!isExpected) return { kind: "context-changed", cwd: tracker.shell.cwd };
    if (tracker.shell.family !== null) return await handMarked(command, options);
    // Only marks say that a shell has lent what it was asked for, and what its words are.
    if (meaningOf(options) !== null) return { kind: "context-changed", cwd: inUse.folder() };
    return await handPlainly(command, options, parts);
  }

  async function handMarked(command: string, options: RunOptions): Promise<HandedOver> {
    let handed = await handOver(core, command, options);
    if (handed.kind === "no-answer" && tracker.isAtPrompt && core.exit === null) {
      const reader = await parts.place.whoSettles();
      if (reader !== "prompt" && reader !== "shell") return handed;
      // Our keys are gone (`bind -r`, `bindkey -d`): clear what they typed instead, and integrate the shell again.
      keyboard.write(killLineKey);
      await repairs.reintegrate();
      handed = await handOver(core, command, options);
    }
    if ("savedLine" in handed && handed.savedLine) saved.keep(handed.savedLine);
    return handed;
  }

  return {
    async run(command, options) {
      checkCommand(command);
      waiting++;
      return await takeTurn(command, options).finally(() => {
        waiting--;
        conditions.changed();
      });
    },
    follow,
    ownNames: createNameReader(core, parts),
    isHandingOver() {
      const { phase, family } = tracker.shell;
      const isBefore = tracker.command === null || (family !== null && phase.name === "submitted");
      return waiting > 0 && isBefore;
    },
  };
}

async function handPlainly(
  command: string,
  { expectCwd, limits }: RunOptions,
  { plain, inUse }: Pick<RunnerParts, "plain" | "inUse">,
): Promise<HandedOver> {
  // Nothing runs in a folder that was not approved.
  const cwd = inUse.folder();
  if (expectCwd !== undefined && cwd !== expectCwd) return { kind: "context-changed", cwd };
  return await plain.handOver(command, { limits });
}

function refusalOf(handed: Exclude<HandedOver, { kind: "submitted" }>): Refused {
  if (handed.kind === "context-changed") return { outcome: "context-changed", cwd: handed.cwd };
  return handed.kind === "not-shown" ? { outcome: "not-at-prompt", reason: notShown } : { outcome: "not-at-prompt" };
}
