import { UserError } from "../../base/index.ts";
import type { CommandResult } from "../contract/command-result.ts";
import type { RunOptions } from "../contract/terminal.ts";
import type { WaitCondition } from "../contract/values.ts";
import { familyOf } from "../shells/shells.ts";
import type { PtyExit } from "../system/pty.ts";
import { createAnswers } from "./answers.ts";
import { createNestedShells } from "./nested-shells.ts";
import { createPersonLog } from "./person-log.ts";
import { createPlainCapture, type PlainCapture } from "./plain-capture.ts";
import { createPromptPlace } from "./prompt-place.ts";
import { createReadiness } from "./readiness.ts";
import { createRepairs } from "./repairs.ts";
import { createCommandRunner } from "./run-command.ts";
import { createSavedLines } from "./saved-line.ts";
import { sessionState } from "./session-state.ts";
import { createShellCore } from "./shell-core.ts";
import { createShellInUse } from "./shell-in-use.ts";
import { createShellPresence } from "./shell-presence.ts";
import type { ShellSession, ShellSessionOptions } from "./shell-session.ts";
import { createTerminalAnswers } from "./terminal-answers.ts";
import { createUnmarkedEnd } from "./unmarked-end.ts";
import { untilCondition } from "./wait-condition.ts";
import { createCommandWatch } from "./watch-command.ts";

export function createShellSession(options: ShellSessionOptions): ShellSession {
  const { probe } = options;
  const start = { hasEnded: false, isKnownShell: false };
  const parts = createParts(options, { isKnownShell: () => start.isKnownShell });
  const { core, place, watch, plain, person, readiness, inUse, runner, answers, repairs } = parts;
  const { tracker, conditions, keyboard } = core;

  async function wait(condition: WaitCondition, { signal, timeoutMs }: RunOptions): Promise<CommandResult> {
    const command = tracker.command ?? tracker.finished?.command ?? null;
    if (command === null) {
      throw new UserError("terminal.nothing-ran", "No command has run in this terminal yet.", "Run one first.");
    }
    if (condition.until === "exit") return await runner.follow(command, { signal, timeoutMs });
    await untilCondition(core, command, condition, { signal, timeoutMs });
    return await answers.of(command, signal);
  }

  return {
    get shell() {
      return inUse.name();
    },
    get shellPid() {
      return tracker.shell.loaded?.pid ?? null;
    },
    state() {
      const { reader, folder } = inUse;
      const { isIdle } = readiness;
      return sessionState(core, { probe, hasStarted: start.hasEnded, cwd: folder(), reader, isIdle });
    },
    async start({ shell = options.shell, ...limits }) {
      const family = shell === null ? null : familyOf(shell);
      start.isKnownShell = family !== null;
      // A host that does not say which shell it has may be a switch: nothing is typed there on a guess.
      const isWanted = options.integration === "auto" && options.capture === "marks" && shell !== null;
      await (isWanted ? repairs.start(family, limits) : plain.promptShown(limits));
      start.hasEnded = true;
      return { confidence: tracker.shell.family === null ? "heuristic" : "marks" };
    },
    run: runner.run,
    ownNames: runner.ownNames,
    wait,
    async interrupt() {
      watch.onInterrupt();
      keyboard.write("\x03");
    },
    async type(bytes, { by, signal }) {
      if (by === "person") return keyboard.typeAsPerson(bytes);
      const look = () => (keyboard.holder === "agent" && !runner.isHandingOver()) || core.exit !== null || null;
      await conditions.until(look, { timeoutMs: Number.POSITIVE_INFINITY, signal });
      signal.throwIfAborted();
      keyboard.typeAsAgent(bytes);
    },
    answer: createTerminalAnswers(core, { probe, place }),
    takeKeyboard: keyboard.take,
    async giveKeyboard() {
      if (tracker.command?.by === "person") await watch.noticeSilentEnd();
      const ran = await person.end();
      keyboard.give();
      return ran;
    },
    closed: parts.closed,
  };
}

/** What a session consists of. The PTY's bytes go into the core; what they mean to the other parts comes from there. */
function createParts(options: ShellSessionOptions, { isKnownShell }: { isKnownShell(): boolean }) {
  const { probe } = options;
  const closing = Promise.withResolvers<PtyExit>();
  const turn = { isTaken: false };
  const core = createShellCore({
    ...options,
    onFinished(finished) {
      person.onFinished(finished);
      saved.onFinished();
      repairs.onFinished(finished);
    },
    onExit: closing.resolve,
    onTaken: () => person.begin(),
    onChange() {
      plain.onChange();
      saved.giveBack();
      void watch.noticePersonsEnd();
    },
  });
  const place = createPromptPlace(core, probe);
  const presence = createShellPresence(core, { probe, place });
  const person = createPersonLog(core, { isShellReading: () => presence.isReading() });
  const saved = createSavedLines(core, { presence, isBusy: () => turn.isTaken });
  const repairs = createRepairs(core, { probe, place, presence });
  const unmarked = createUnmarkedEnd(core, { place, integrateAtPrompt: repairs.integrateAtPrompt });
  const nested = createNestedShells(core, { probe, place });
  const plain: PlainCapture = createPlainCapture(core, { ...options, isKnownShell });
  const watch = createCommandWatch(core, { place, presence, plain, unmarked, nested });
  const readiness = createReadiness(core, { place, presence, nested, unmarked, repairs, watch });
  const inUse = createShellInUse(core, { ...options, presence });
  const answers = createAnswers(core, { probe, presence, plain, repairs, folder: inUse.folder });
  const runner = createCommandRunner(core, { place, plain, repairs, readiness, answers, watch, saved, inUse, turn });
  return {
    core,
    place,
    watch,
    plain,
    person,
    readiness,
    inUse,
    runner,
    answers,
    repairs,
    closed: closing.promise,
  };
}
