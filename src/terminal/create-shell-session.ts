import { UserError } from "../base/index.ts";
import { abandonLine } from "./capture/abandon-line.ts";
import { checkCommand } from "./capture/check-command.ts";
import { lookAtForeground } from "./capture/foreground.ts";
import { fishClearKey, giveBackKey, handOver, type SavedLine, shTidyLine } from "./capture/hand-over.ts";
import { type IntegrateOptions, integrate } from "./capture/integrate.ts";
import { readNumber } from "./capture/mark-fields.ts";
import { createNestedShells } from "./capture/nested-shells.ts";
import { createPersonLog } from "./capture/person-log.ts";
import { createPlainCapture, type PlainCapture } from "./capture/plain-capture.ts";
import { createPromptPlace } from "./capture/prompt-place.ts";
import { commandResult, emptyResult, finishedOutcome, notShown, whyNotRun } from "./capture/results.ts";
import { quietPromptMs, sessionState } from "./capture/session-state.ts";
import { createShellCore } from "./capture/shell-core.ts";
import { shellInUse } from "./capture/shell-in-use.ts";
import { createShellPresence } from "./capture/shell-presence.ts";
import { createTerminalAnswers } from "./capture/terminal-answers.ts";
import type { FinishedCommand, TrackedCommand } from "./capture/tracked-command.ts";
import { createUnmarkedEnd } from "./capture/unmarked-end.ts";
import { untilCondition } from "./capture/wait-condition.ts";
import type { PtyExit } from "./pty.ts";
import type { ShellSession, ShellSessionOptions } from "./shell-session.ts";
import { familyOf, isTooOld, type ShellFamily } from "./shells/integrations.ts";
import type { CommandResult, RunOptions, WaitCondition } from "./terminal.ts";

const readyWithinMs = 3000;
const settledWithinMs = 2000;
/** How often a silent command is looked at: has its prompt come back without a mark? */
const lookEveryMs = 400;

type Refused = "not-at-prompt" | "context-changed" | "terminal-closed";

export function createShellSession(options: ShellSessionOptions): ShellSession {
  const { probe } = options;
  const closing = Promise.withResolvers<PtyExit>();
  const core = createShellCore({
    pty: options.pty,
    startOffset: options.startOffset,
    onOutput: options.onOutput,
    onFinished,
    onExit: (exit) => closing.resolve(exit),
    onTaken: () => person.begin(),
    onLeft() {
      family = outerFamilies.pop() ?? null;
    },
    onChange: () => {
      plain.onChange();
      giveBackLine();
    },
  });
  const { tracker, conditions, keyboard, human } = core;
  const person = createPersonLog(core, { isShellReading: () => presence.isReading(family) });
  const place = createPromptPlace(core, probe);
  const presence = createShellPresence(core, { probe, place });
  const unmarked = createUnmarkedEnd(core, { place, teachAtPrompt });
  const nested = createNestedShells(core, { probe, place, onEnter: () => outerFamilies.push(family) });
  const plain: PlainCapture = createPlainCapture(core, { ...options, isKnownShell: () => isKnownShell });

  let family: ShellFamily | null = null;
  /** Of the shells outside the one that is given commands now. */
  const outerFamilies: (ShellFamily | null)[] = [];
  /** What it should be, where integration is wanted and the shell is known. */
  let wanted: ShellFamily | null = null;
  let isKnownShell = false;
  let retriesLeft = 3;
  let hasStarted = false;
  let isBusy = false;
  /** The last command that was sent Ctrl+C. */
  let interrupted: TrackedCommand | null = null;
  /** Commands that somebody waits for, those that are refused in a moment included. */
  let runs = 0;
  let savedLine: SavedLine = { kind: "none" };
  /** What has to be put right before the next command: resolves when it is. */
  let settling: Promise<void> = Promise.resolve();

  function onFinished(finished: FinishedCommand) {
    person.onFinished(finished);
    const wasRefused = family === "fish" && finished.command.by === "agent" && !finished.command.hasBegun;
    if (wasRefused && !finished.command.isIncomplete && presence.mayBeBack()) keyboard.write(fishClearKey);
    if (savedLine.kind !== "none") void keepLineWhole();
    if (tracker.hasLostHooks) settling = heal();
    else if (finished.wasAbandoned && finished.command.by === "agent") settling = tidy();
  }

  /** The user's settings have removed our hooks (or a key): integrate again, quietly, with fresh numbers. */
  async function heal(): Promise<void> {
    const signal = AbortSignal.timeout(readyWithinMs * 2);
    const isAtPrompt = await conditions.until(() => tracker.isAtPrompt || null, { timeoutMs: readyWithinMs, signal });
    if (isAtPrompt === null || family === null) return;
    await teach({ family, signal, timeoutMs: readyWithinMs });
  }

  async function teach(given: Omit<IntegrateOptions, "probe">): Promise<void> {
    const unlock = keyboard.lock();
    family = await integrate(core, { ...given, probe });
    if (family !== null && tracker.depth === 0) await place.remember();
    unlock();
  }

  /** The sh family: its only mark after a line that was given up is the prompt, and that is gone. */
  async function teachAtPrompt(command: TrackedCommand): Promise<void> {
    const to = human.offset();
    tracker.withdraw(command);
    await teach({ family: "sh", isAtPrompt: true, signal: new AbortController().signal, timeoutMs: readyWithinMs });
    const exitCode = family === null ? null : readNumber(core.versions?.at(-1) ?? "");
    tracker.finish({ exitCode, cwd: tracker.cwd, to, confidence: confidence() }, command);
  }

  async function tidy(): Promise<void> {
    const isAtPrompt = await conditions.until(() => tracker.isAtPrompt || null, { timeoutMs: readyWithinMs });
    if (isAtPrompt === null || !(await presence.isReading(family))) return;
    const unlock = keyboard.lock();
    core.visibility.hide();
    tracker.forgetPrompt();
    keyboard.write(shTidyLine);
    await conditions.until(() => tracker.isAtPrompt || null, { timeoutMs: settledWithinMs });
    core.visibility.show();
    unlock();
  }

  /** What a person types from now on belongs behind the line that is about to be put back. */
  async function keepLineWhole(): Promise<void> {
    const unlock = keyboard.lock();
    await conditions.until(() => savedLine.kind === "none" || core.exit !== null || null, { timeoutMs: readyWithinMs });
    unlock();
  }

  function giveBackLine() {
    if (savedLine.kind === "none" || !tracker.isAtPrompt || isBusy || !presence.mayBeBack()) return;
    const line = savedLine;
    savedLine = { kind: "none" };
    if (line.kind === "in-shell") keyboard.write(giveBackKey);
    else keyboard.typeBack(line.text);
  }

  async function start({ signal, timeoutMs, shell = options.shell }: Parameters<ShellSession["start"]>[0]) {
    isKnownShell = shell !== null && familyOf(shell) !== null;
    // A host that does not say which shell it has may be a switch: nothing is typed there on a guess.
    if (options.integration === "auto" && options.capture === "marks" && shell !== null) {
      wanted = familyOf(shell);
      await teach({ family: wanted, signal, timeoutMs });
    } else {
      await plain.promptShown({ signal, timeoutMs });
    }
    hasStarted = true;
    return { confidence: confidence() };
  }

  const confidence = () => (family === null ? ("heuristic" as const) : ("marks" as const));

  async function run(command: string, runOptions: RunOptions): Promise<CommandResult> {
    checkCommand(command);
    runs++;
    return await handAndWatch(command, runOptions).finally(() => {
      runs--;
      conditions.changed();
    });
  }

  async function handAndWatch(command: string, runOptions: RunOptions): Promise<CommandResult> {
    const startedAt = core.now();
    const { signal, timeoutMs } = runOptions;
    const refuse = (outcome: Refused, cwd = tracker.cwd) => refusal(outcome, cwd, core.now() - startedAt);
    const unavailable = () => refuse(core.exit === null ? "not-at-prompt" : "terminal-closed");
    await conditions.until(() => keyboard.holder === "agent" || core.exit !== null || null, { timeoutMs, signal });
    if (core.exit !== null) return refuse("terminal-closed");
    if (keyboard.holder === "person" || signal.aborted || isBusy) return refuse("not-at-prompt");
    isBusy = true;
    try {
      if (!(await isReady(signal))) return await unavailable();
      // A shell that was first met now is not the one that the command was judged for.
      const { expectReader } = runOptions;
      if (expectReader !== undefined && reader() !== expectReader) return await refuse("context-changed");
      const handed = await deliver(command, runOptions);
      if (handed.kind === "context-changed") return await refuse("context-changed", handed.cwd);
      if (handed.kind === "not-shown") return { ...(await unavailable()), reason: notShown };
      if (handed.kind !== "submitted") return await unavailable();
      const left = timeoutMs - (core.now() - startedAt);
      return await watch(handed.command, { signal, timeoutMs: left });
    } finally {
      isBusy = false;
      giveBackLine();
    }
  }

  /** At the prompt, with nothing left to put right. What cannot be told is not ready. */
  async function isReady(signal: AbortSignal): Promise<boolean> {
    nested.leaveIfGone();
    // Who stops a command and goes on comes before the shell has noticed.
    if (interrupted !== null) await untilOver(interrupted, { end: core.now() + settledWithinMs, signal });
    await noticeSilentEnd();
    if (tracker.command !== null && !(await enterNested(signal))) return false;
    await settling;
    if (family === null) await teachAgain(signal);
    if (family === null) return core.exit === null && (await place.mayBePrompt({ isShell: wanted !== null }));
    const look = () => tracker.isAtPrompt || tracker.command !== null || core.exit !== null || null;
    for (const end = core.now() + readyWithinMs; core.now() < end && !signal.aborted; ) {
      if ((await conditions.until(look, { timeoutMs: quietPromptMs, signal })) !== null) break;
      const isQuiet = core.quietMs() >= quietPromptMs;
      // A prompt the user made readonly has no mark at its end, only silence after it; and Enter may have run nothing.
      const mayBePrompt = isQuiet && (tracker.isPromptDue || (tracker.isEntered && core.isEditorReading));
      if (mayBePrompt && (await unmarked.isAtPrompt(family))) return true;
    }
    return tracker.isAtPrompt && (await presence.isReading(family));
  }

  /** Nothing runs, and nobody asks: a look that does not wait. */
  async function isIdle(): Promise<boolean> {
    if (tracker.command !== null) return false;
    if (family === null) return wanted === null || (await place.mayBePrompt({ isShell: true, isHurried: true }));
    if (tracker.isAtPrompt && !keyboard.mayHaveText) return await presence.isReading(family, { isHurried: true });
    if (!tracker.isAtPrompt && core.quietMs() < quietPromptMs) return false;
    return (await place.whoReads(family)) !== "elsewhere";
  }

  /** A shell inside the shell, where that is certain: it is taught when a command is to run there, and not before. */
  async function enterNested(signal: AbortSignal): Promise<boolean> {
    if (family === null || tracker.command?.hasBegun !== true) return false;
    const inner = await nested.enter({ signal });
    if (inner !== null) family = inner;
    return inner !== null;
  }

  /** What failed at the start (a question of the user's settings, a busy machine) may work at a later prompt. */
  async function teachAgain(signal: AbortSignal): Promise<void> {
    if (wanted === null || retriesLeft === 0 || (core.versions !== null && isTooOld(core.versions))) return;
    const end = core.now() + settledWithinMs;
    const isReading = async () => (await probe?.look())?.mayBePrompt === true;
    while (!(await isReading())) {
      if (probe === null || core.now() > end || signal.aborted || core.exit !== null) return;
      await conditions.until(() => null, { timeoutMs: quietPromptMs / 5, signal });
    }
    retriesLeft--;
    await teach({ family: wanted, signal, timeoutMs: readyWithinMs });
  }

  async function deliver(command: string, { expectCwd, limits }: RunOptions) {
    if (family === null) {
      // Nothing runs in a folder that was not approved.
      const cwd = folder();
      if (expectCwd !== undefined && cwd !== expectCwd) return { kind: "context-changed" as const, cwd };
      return await plain.handOver(command, { limits });
    }
    let handed = await handOver(core, family, command, { expectCwd, limits });
    if (handed.kind === "no-answer" && tracker.isAtPrompt && core.exit === null) {
      const reader = await place.whoSettles(family);
      if (reader !== "prompt" && reader !== "shell") return handed;
      // Our keys are gone (`bind -r`, `bindkey -d`): clear what they typed instead, and teach the shell again.
      keyboard.write("\x15");
      settling = heal();
      await settling;
      if (family !== null) handed = await handOver(core, family, command, { expectCwd, limits });
    }
    if (handed.kind === "submitted") savedLine = handed.savedLine;
    return handed;
  }

  async function watch(command: TrackedCommand, { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number }) {
    const end = core.now() + timeoutMs;
    await untilOver(command, { end, signal });
    if (command.isIncomplete && tracker.command === command)
      await abandonLine(core, command, { withinMs: settledWithinMs });
    await presence.untilBack(family, { end, signal });
    // These say D also when they are about to exit, and read what is typed before their prompt as part of a line.
    if (family === "fish" || family === "sh") {
      await conditions.until(() => tracker.isAtPrompt || core.exit !== null || tracker.command !== null || null, {
        timeoutMs: quietPromptMs,
        signal,
      });
    }
    return await answer(command, signal);
  }

  async function untilOver(command: TrackedCommand, { signal, end }: { signal: AbortSignal; end: number }) {
    const isOver = () => tracker.command !== command || command.isIncomplete || core.exit !== null || null;
    while (core.now() < end && !signal.aborted && isOver() === null) {
      await conditions.until(isOver, { timeoutMs: Math.min(lookEveryMs, end - core.now()), signal });
      if (isOver() === null && core.quietMs() >= lookEveryMs / 2) await noticeUnmarkedEnd(command);
    }
  }

  async function noticeUnmarkedEnd(command: TrackedCommand): Promise<void> {
    if (family === null) return await plain.noticeEnd(command);
    // Its continuation prompt has no mark (the user made it readonly).
    if (command.isEditorBack && !command.hasBegun) command.isIncomplete = true;
    else await unmarked.notice(command, family);
  }

  /** What a person ran has ended without a mark, perhaps: nobody watches that. */
  async function noticeSilentEnd(): Promise<void> {
    const { command } = tracker;
    if (command !== null && family === null) return await plain.noticeEnd(command);
    const mayBeOver = family === "sh" || command?.hasInnerPrompt === true;
    if (command === null || family === null || !mayBeOver) return;
    const look = () => (tracker.command !== command || core.quietMs() >= quietPromptMs ? true : null);
    for (let waitedMs = 0; waitedMs < 2 * quietPromptMs && look() === null; waitedMs += quietPromptMs / 5) {
      await conditions.until(look, { timeoutMs: quietPromptMs / 5 });
    }
    if (tracker.command === command && core.quietMs() >= quietPromptMs) await unmarked.notice(command, family);
  }

  async function answer(command: TrackedCommand, signal: AbortSignal): Promise<CommandResult> {
    const hasShellExited = core.exit !== null && tracker.isPromptDue && tracker.finished?.command === command;
    if (presence.hasEnded(command) && !hasShellExited) return await finishedResult(command.finished);
    const common = { to: human.offset(), durationMs: core.now() - command.submittedAt, confidence: confidence() };
    if (core.exit !== null) {
      const { exitCode } = core.exit;
      return commandResult(command, { ...common, outcome: "terminal-closed", exitCode, cwd: null });
    }
    const foreground = await lookAtForeground(core, probe, { isHurried: signal.aborted });
    if (presence.hasEnded(command)) return await finishedResult(command.finished);
    return commandResult(command, { ...common, outcome: "running", exitCode: null, cwd: tracker.cwd, foreground });
  }

  async function finishedResult(finished: FinishedCommand): Promise<CommandResult> {
    // Where the shell could not say its folder at the end, putting things right makes it say so.
    if (finished.cwd === null && family !== null) await settling;
    const { command, exitCode, to, durationMs } = finished;
    const outcome = finishedOutcome(finished);
    const cwd = finished.cwd ?? (family === null ? folder() : tracker.cwd);
    return plain.clean(
      commandResult(command, {
        outcome,
        exitCode: outcome === "exited" ? exitCode : null,
        cwd,
        to,
        durationMs,
        confidence: finished.confidence,
        ...whyNotRun(finished),
      }),
      command,
    );
  }

  async function refusal(outcome: Refused, cwd: string | null, durationMs: number): Promise<CommandResult> {
    const known = { outcome, cwd, offset: human.offset(), durationMs, confidence: confidence() };
    if (outcome === "not-at-prompt") return emptyResult({ ...known, foreground: await lookAtForeground(core, probe) });
    return emptyResult({ ...known, exitCode: outcome === "terminal-closed" ? (core.exit?.exitCode ?? null) : null });
  }

  async function wait(condition: WaitCondition, { signal, timeoutMs }: RunOptions): Promise<CommandResult> {
    const command = tracker.command ?? tracker.finished?.command ?? null;
    if (command === null) {
      throw new UserError("terminal.nothing-ran", "No command has run in this terminal yet.", "Run one first.");
    }
    if (condition.until === "exit") return await watch(command, { signal, timeoutMs });
    await untilCondition(core, command, condition, { signal, timeoutMs });
    return await answer(command, signal);
  }

  const shell = () => shellInUse(family === null ? null : tracker.loaded, options);
  const reader = () => [shell(), tracker.loaded?.pid ?? "", tracker.searchPath ?? ""].join("\n");

  /** Without marks the shell cannot say where it is; the kernel can, as long as no other shell is in front. */
  const folder = () => {
    if (family !== null) return presence.folder(tracker.cwd);
    return probe?.isInFront(null) === true ? probe.folder("", null) || null : tracker.cwd;
  };
  return {
    get shell() {
      return shell();
    },
    get shellPid() {
      return tracker.loaded?.pid ?? null;
    },
    state: () => sessionState(core, { probe, hasStarted, cwd: folder(), reader, isIdle }),
    start,
    run,
    wait,
    async interrupt() {
      interrupted = tracker.command;
      keyboard.write("\x03");
    },
    async type(bytes, { by, signal }) {
      if (by === "person") return keyboard.typeAsPerson(bytes);
      const look = () => (keyboard.holder === "agent" && !isHandingOver()) || core.exit !== null || null;
      await conditions.until(look, { timeoutMs: Number.POSITIVE_INFINITY, signal });
      signal.throwIfAborted();
      keyboard.typeAsAgent(bytes);
    },
    answer: createTerminalAnswers(core, { probe, place, family: () => family }),
    takeKeyboard: keyboard.take,
    async giveKeyboard() {
      if (tracker.command?.by === "person") await noticeSilentEnd();
      const ran = await person.end();
      keyboard.give();
      return ran;
    },
    closed: closing.promise,
  };

  /** What is typed before the shell has left its line editor would not reach the command: there Enter is no line end. */
  function isHandingOver(): boolean {
    const { command } = tracker;
    const isBefore = command === null || (family !== null && !command.hasBegun && !command.isIncomplete);
    return runs > 0 && isBefore;
  }
}
