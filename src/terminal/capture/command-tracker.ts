import type { Mark } from "../mark-scanner.ts";
import { isHookless } from "../shells/integrations.ts";
import type { OutputLimits, Writer } from "../terminal.ts";
import { readCwd, readNumber, readSearchPath, readText } from "./mark-fields.ts";
import { newChallenge, type Prepared, readPrepared } from "./prepared.ts";
import { createTrackedCommand, type FinishedCommand, type TrackedCommand } from "./tracked-command.ts";

type HowItEnded = Pick<FinishedCommand, "exitCode" | "cwd">;
type Evidence = HowItEnded &
  Pick<FinishedCommand, "confidence"> &
  Partial<Pick<FinishedCommand, "to" | "wasAbandoned" | "wasKept" | "wasChanged">>;

export interface CommandTracker {
  readonly cwd: string | null;
  /** The PATH of the shell as it last told; null: not known. */
  readonly searchPath: string | null;
  readonly exitCode: number | null;
  /** The prompt is complete and nothing has been submitted since. */
  readonly isAtPrompt: boolean;
  /** A command has ended since the last prompt: the next one is on its way. */
  readonly isPromptDue: boolean;
  /** Enter was pressed at the prompt, and the shell has not said yet what came of it. */
  readonly isEntered: boolean;
  /** What the shell remembers, one numbered entry a line; null until it was asked. */
  readonly history: string | null;
  /** The number of the next entry, as the prompt told. */
  readonly historyNumber: number | null;
  /** A prompt came without the hook that should precede it: the user's settings have removed it. */
  readonly hasLostHooks: boolean;
  /** Which shell it is, how its own marks are told from a nested one's, and its process on the target. */
  readonly loaded: { kind: string; id: string; pid: number | null } | null;
  readonly prepared: Prepared | null;
  /** The shell's answer to the ask key: what its line editor reads for, the last exit code, and where it is. */
  readonly answer: { isPrompt: boolean; exitCode: number | null; cwd: string | null } | null;
  readonly command: TrackedCommand | null;
  readonly finished: FinishedCommand | null;
  /** How many shells are inside one another; 0: only the terminal's own. */
  readonly depth: number;
  /** The process of the innermost shell; null: the terminal's own. */
  readonly innerPid: number | null;
  /** A shell inside the running command is listened to from now on, until `leave`. */
  enter(pid: number): void;
  /** What runs in it has ended with it. */
  leave(how: HowItEnded | null): void;
  /** What the outer shell says of the command that is the shell inside; null: the mark does not say that it has ended. */
  readOuterEnd(mark: Mark): HowItEnded | null;
  /** A new integration: numbers start again under a new nonce. */
  restart(): void;
  /** Random digits for the shell to answer with: only a mark that brings them back, once, is `prepared`. */
  challenge(): string;
  forgetHistory(): void;
  forgetAnswer(): void;
  /** Somebody pressed Enter, not we. */
  onEntered(line: string): void;
  /** A line of ours was typed at the prompt. */
  forgetPrompt(): void;
  submit(text: string, options: { by: Writer; limits?: OutputLimits | undefined }): TrackedCommand;
  /** The command was not run after all; the prompt is as it was. */
  withdraw(command: TrackedCommand): void;
  /** Ends the current command, or one that was withdrawn, on evidence other than a mark. */
  finish(evidence: Evidence, command?: TrackedCommand): void;
  /** The command has ended and the shell is at its prompt, though neither was marked: the hooks are gone. */
  endAtPrompt(command: TrackedCommand, known: HowItEnded): void;
  /** False: not a mark of this moment (a replay, a nested shell, a readonly prompt); it means nothing. */
  onMark(mark: Mark): boolean;
  onBytes(bytes: Uint8Array): void;
  onPasteMode(isOn: boolean): void;
}

type Kept = "cwd" | "searchPath" | "exitCode" | "historyNumber" | "loaded" | "command" | "finished";
/** What has to be known again when the shell inside is gone. */
interface OuterShell extends Pick<CommandTracker, Kept> {
  innerPid: number;
  searchPath: string | null;
  seq: number;
  doneSeq: number;
  promptNumber: number;
}

const pasteOnBytes = 8;
const lineFeed = 0x0a;

export function createCommandTracker(options: {
  offset(): number;
  now(): number;
  onFinished(finished: FinishedCommand): void;
  /** Not a redrawn one: what was typed before it has been read. */
  onNewPrompt(): void;
}): CommandTracker {
  let seq = 0;
  let doneSeq = 0;
  let promptNumber = 0;
  /** Digits that the shell was given and has not answered yet. */
  let challenge: string | null = null;
  /** A prompt that came while a command ran, and nothing tells yet whether the shell or the command printed it. */
  let unproven: { exitCode: number; at: number; hasEnded: boolean } | null = null;
  const outer: OuterShell[] = [];
  const tracker = {
    get depth() {
      return outer.length;
    },
    get innerPid() {
      return outer.at(-1)?.innerPid ?? null;
    },
    enter(innerPid: number) {
      const { cwd, searchPath, exitCode, historyNumber, loaded, command, finished } = tracker;
      const shown = { cwd, searchPath, exitCode, historyNumber, loaded, command, finished };
      outer.push({ innerPid, seq, doneSeq, promptNumber, ...shown });
      tracker.command = null;
      tracker.restart();
    },
    leave(how: { exitCode: number | null; cwd: string | null } | null) {
      const out = outer.pop();
      if (out === undefined) return;
      finish({ exitCode: how?.exitCode ?? null, cwd: how?.cwd ?? null, confidence: how ? "marks" : "heuristic" });
      const { innerPid: _, seq: outerSeq, doneSeq: outerDone, promptNumber: outerPrompt, ...state } = out;
      [seq, doneSeq, promptNumber, unproven] = [outerSeq, outerDone, outerPrompt, null];
      tracker.restartWith(state);
    },
    readOuterEnd({ type, fields: [number = "", exit = "", ...cwd] }: Mark) {
      const counted = readNumber(number);
      const out = outer.at(-1);
      if (type === "V" && out?.seq === counted) out.searchPath = readSearchPath([exit, ...cwd], out.loaded?.id);
      const isEnd = type === "D" && counted !== null && counted > (out?.doneSeq ?? Number.POSITIVE_INFINITY);
      return isEnd ? { exitCode: readNumber(exit), cwd: readCwd(cwd.join(";")) } : null;
    },
    restartWith(state: Partial<Omit<OuterShell, "innerPid" | "seq" | "doneSeq" | "promptNumber">>) {
      const none = { isAtPrompt: false, isPromptDue: false, isEntered: false, hasLostHooks: false, prepared: null };
      Object.assign(tracker, none, state);
    },
    cwd: null as string | null,
    searchPath: null as string | null,
    exitCode: null as number | null,
    isAtPrompt: false,
    isPromptDue: false,
    isEntered: false,
    history: null as string | null,
    historyNumber: null as number | null,
    hasLostHooks: false,
    loaded: null as { kind: string; id: string; pid: number | null } | null,
    prepared: null as Prepared | null,
    answer: null as CommandTracker["answer"],
    command: null as TrackedCommand | null,
    finished: null as FinishedCommand | null,
    restart() {
      seq = doneSeq = promptNumber = 0;
      const { isEntered } = tracker;
      tracker.restartWith({ loaded: null, searchPath: null });
      tracker.isEntered = isEntered;
    },
    challenge() {
      tracker.prepared = null;
      challenge = newChallenge();
      return challenge;
    },
    forgetHistory() {
      tracker.history = null;
    },
    forgetAnswer() {
      tracker.answer = null;
    },
    onEntered(line: string) {
      if (!tracker.isAtPrompt) return;
      tracker.isAtPrompt = false;
      tracker.isEntered = true;
      // Without hooks nobody else will say that something runs now; the next prompt ends it.
      if (isHookless(tracker.loaded?.kind ?? "")) submit(line, { by: "person" }).hasBegun = true;
    },
    forgetPrompt() {
      tracker.isAtPrompt = false;
    },
    submit,
    withdraw(command: TrackedCommand) {
      if (tracker.command !== command) return;
      tracker.command = null;
      tracker.isAtPrompt = true;
    },
    finish,
    endAtPrompt(command: TrackedCommand, { exitCode, cwd }: { exitCode: number | null; cwd: string | null }) {
      if (tracker.command !== command) return;
      tracker.hasLostHooks = true;
      tracker.cwd = cwd;
      // zsh has said where the output ended; bash's editor switched bracketed paste on behind it.
      const isMarked = tracker.loaded?.kind === "zsh" || !command.hasInnerPrompt;
      finish({ exitCode, cwd, ...(isMarked ? {} : { to: command.innerPromptAt }), confidence: "marks" });
      tracker.isAtPrompt = true;
    },
    onMark,
    onBytes(bytes: Uint8Array) {
      // The line editor of zsh goes on to read on the very line of its prompt.
      if (unproven?.hasEnded === true && bytes.includes(lineFeed)) unproven = null;
      tracker.command?.push(bytes);
    },
    onPasteMode(isOn: boolean) {
      const { command } = tracker;
      if (command === null) return;
      if (command.hasBegun) {
        command.hasInnerPrompt = isOn;
        command.innerPromptAt = options.offset() - pasteOnBytes;
        if (isOn && unproven?.hasEnded === true) provePrompt(unproven);
      }
      // The editor has accepted the line: where the shell says no more (a syntax error), output begins here. If the
      // editor comes back before the shell has said that anything ran or ended, it asks for more of the line.
      else if (isOn) command.isEditorBack = command.hasLeftEditor;
      else {
        command.hasLeftEditor = true;
        command.beginOutput(options.offset());
      }
    },
  };

  function submit(text: string, { by, limits }: { by: Writer; limits?: OutputLimits | undefined }): TrackedCommand {
    const command = createTrackedCommand({ by, text, limits, offset: options.offset(), now: options.now() });
    tracker.isAtPrompt = false;
    tracker.command = command;
    return command;
  }

  function finish(evidence: Evidence, command = tracker.command) {
    if (command === null || command.finished !== null) return;
    const namedEnd = command.finishOutput();
    tracker.finished = {
      command,
      exitCode: evidence.exitCode,
      cwd: evidence.cwd,
      to: Math.max(command.from, evidence.to ?? namedEnd ?? options.offset()),
      durationMs: options.now() - command.submittedAt,
      confidence: evidence.confidence,
      wasAbandoned: evidence.wasAbandoned ?? false,
      wasKept: evidence.wasKept ?? false,
      wasChanged: evidence.wasChanged ?? false,
    };
    command.finished = tracker.finished;
    if (tracker.command === command) tracker.command = null;
    tracker.exitCode = evidence.exitCode;
    options.onFinished(tracker.finished);
  }

  function onMark({ type, fields }: Mark): boolean {
    const [first = "", ...rest] = fields;
    if (type === "S") return onLoaded(first, rest);
    const number = readNumber(first);
    if (number === null) return false;
    switch (type) {
      case "D":
        return onDone(number, rest);
      case "E":
        return onError(number, rest);
      case "I":
        return onIncomplete(number, rest);
      case "A":
        return onPromptStart(number, rest);
      case "B":
        return onPromptEnd(number, rest[0]);
      case "C":
        return onBegin(number, rest);
      case "2":
        return onContinuation(number, rest[0]);
      case "R":
        return onPrepared(number, rest);
      case "W": {
        const [exit = "", place = "", ...cwd] = rest;
        if (number !== seq) return false;
        tracker.answer = { isPrompt: place === "prompt", exitCode: readNumber(exit), cwd: readCwd(cwd.join(";")) };
        return true;
      }
      case "H":
        if (number !== seq) return false;
        tracker.history = Buffer.from(rest.join(""), "base64").toString("utf8");
        return true;
      case "V":
        if (number !== seq) return false;
        tracker.searchPath = readSearchPath(rest, tracker.loaded?.id);
        return true;
      case "X":
        if (number !== seq) return false;
        tracker.command?.endOutput(options.offset());
        return true;
      default:
        return false;
    }
  }

  function onLoaded(kind: string, [id = "", pid = "", ...cwd]: string[]): boolean {
    if (tracker.loaded !== null) return false;
    if (cwd.length > 0) tracker.cwd = readCwd(cwd.join(";"));
    tracker.loaded = { kind, id, pid: readNumber(pid) };
    return true;
  }

  function onDone(number: number, [exit = "", ...cwd]: string[]): boolean {
    // Only the next number ends a command: a replay of our own marks carries old ones, and no other comes from the shell.
    if (number <= doneSeq || number > seq + 1) return false;
    seq = doneSeq = number;
    tracker.cwd = readCwd(cwd.join(";"));
    tracker.exitCode = readNumber(exit);
    tracker.isAtPrompt = false;
    tracker.isEntered = false;
    tracker.isPromptDue = true;
    finish({ exitCode: tracker.exitCode, cwd: tracker.cwd, confidence: "marks" });
    return true;
  }

  /** fish refuses a line as a whole, without leaving its prompt. */
  function onError(number: number, rest: string[]): boolean {
    if (tracker.command !== null) tracker.command.hasBegun = false;
    const isNew = onDone(number, rest);
    if (isNew) tracker.isAtPrompt = true;
    return isNew;
  }

  function onIncomplete(number: number, cwd: string[]): boolean {
    if (tracker.command !== null) tracker.command.isIncomplete = true;
    return onError(number, ["", ...cwd]);
  }

  function onPromptStart(number: number, [prompt = "", exit = "", id = "", history = ""]: string[]): boolean {
    const exitCode = readNumber(exit);
    if (id !== tracker.loaded?.id || exitCode === null || number > seq + 1) return false;
    // A prompt that was painted again from before (fish does that): ours, but news to nobody.
    if (number < seq) return true;
    // The hook has counted a command, and its word did not arrive: something of the user's stands in for what says it.
    if (number > seq) seq = doneSeq = number;
    tracker.historyNumber = readNumber(history);
    if (isHookless(tracker.loaded.kind)) tracker.searchPath = null;
    const count = readNumber(prompt);
    // Without a count, a prompt inside a command may be one that it printed itself: the line editor must read as well.
    const isNew = count === null ? tracker.command?.hasInnerPrompt === true : count > promptNumber;
    // zsh's does so after the prompt, fish's before it.
    const mayFollow = tracker.loaded.kind === "zsh" && tracker.command?.hasBegun === true && !isNew;
    unproven = mayFollow ? { exitCode, at: options.offset(), hasEnded: false } : null;
    if (count !== null) promptNumber = Math.max(promptNumber, count);
    if (isNew) options.onNewPrompt();
    // A redrawn prompt repeats its number. A new one while a command is open means that its end went unannounced.
    if (isNew && tracker.command?.hasBegun === true) {
      const isOrdinary = isHookless(tracker.loaded.kind);
      tracker.hasLostHooks = !isOrdinary;
      tracker.isPromptDue = true;
      // The line editor has already switched bracketed paste on for this prompt.
      const to = tracker.command.hasInnerPrompt ? tracker.command.innerPromptAt : options.offset();
      finish({ exitCode, cwd: null, to, confidence: "marks", wasAbandoned: isOrdinary });
    } else if (isNew) {
      tracker.exitCode = exitCode;
    }
    return true;
  }

  function provePrompt({ exitCode, at }: { exitCode: number; at: number }) {
    unproven = null;
    tracker.hasLostHooks = true;
    finish({ exitCode, cwd: null, to: at, confidence: "marks" });
    tracker.isAtPrompt = true;
  }

  function onPromptEnd(number: number, id: string | undefined): boolean {
    if (id !== tracker.loaded?.id) return false;
    if (unproven !== null && number === seq) unproven.hasEnded = true;
    if (number === seq && tracker.command === null) {
      tracker.isAtPrompt = true;
      tracker.isEntered = false;
      tracker.isPromptDue = false;
    }
    return true;
  }

  function onBegin(number: number, [id, ...text]: string[]): boolean {
    if (number !== seq || id !== tracker.loaded?.id) return false;
    tracker.isEntered = false;
    const command = tracker.command ?? submit(readText(text.join(";")), { by: "person" });
    // bash says C for every command of a pasted text and D once: only the first begins the output.
    if (!command.hasBegun) command.beginOutput(options.offset(), { hasPreamble: tracker.loaded?.kind === "fish" });
    command.hasBegun = true;
    return true;
  }

  function onContinuation(number: number, id: string | undefined): boolean {
    if (number !== seq || id !== tracker.loaded?.id) return false;
    // Our keys would stand on a line that a person has begun.
    if (tracker.command === null) tracker.isAtPrompt = tracker.isEntered = false;
    else tracker.command.isIncomplete = true;
    return true;
  }

  function onPrepared(number: number, [digits, ...answer]: string[]): boolean {
    if (challenge === null || digits !== challenge) return false;
    challenge = null;
    // Nobody but the shell was given these digits: its count and its folder hold, whatever marks have said before.
    if (number < seq) doneSeq = number;
    seq = number;
    tracker.prepared = readPrepared(answer);
    if (!tracker.prepared.isBusy) tracker.cwd = tracker.prepared.cwd;
    return true;
  }

  return tracker;
}
