import type { ShellHistory } from "../contract/values.ts";
import type { PromptMoment } from "../machine/shell-effect.ts";
import { type OuterEnd, outerEnd } from "../machine/step-shell.ts";
import { createMarkScanner, type MarkScanner, type ScanSink } from "../shells/mark-scanner.ts";
import type { Pty, PtyExit } from "../system/pty.ts";
import { type Activity, createActivity } from "./activity.ts";
import { type CommandTracker, createCommandTracker } from "./command-tracker.ts";
import { type Conditions, createConditions } from "./conditions.ts";
import { createHumanStream, type HumanStream } from "./human-stream.ts";
import { createKeyboard, type Keyboard } from "./keyboard.ts";
import type { FinishedCommand } from "./tracked-command.ts";
import { createVisibility, type Visibility } from "./visibility.ts";

/** The parts of a shell session, wired: bytes of the PTY go through the scanner to the tracker and the human stream. */
export interface ShellCore {
  readonly keyboard: Keyboard;
  readonly tracker: CommandTracker;
  readonly scanner: MarkScanner;
  readonly human: HumanStream;
  readonly visibility: Visibility;
  readonly conditions: Conditions;
  readonly activity: Activity;
  readonly history: ShellHistory;
  /** A line editor is reading (bracketed paste is on). */
  isEditorReading: boolean;
  /** How often one has begun to read. */
  editorStarts: number;
  exit: PtyExit | null;
  /** From now on the shell of this process, inside the one before, is listened to. */
  enter(pid: number): void;
  /** And no more; null: nothing is known of how it ended. What still ran in it has ended. */
  leave(how: OuterEnd | null): void;
  /** See `Activity`. */
  quietMs(): number;
  now(): number;
}

export function createShellCore(options: {
  pty: Pty;
  history: ShellHistory;
  startOffset: number;
  onOutput(bytes: Uint8Array): number;
  onFinished(finished: FinishedCommand): void;
  onExit(exit: PtyExit): void;
  /** A person has taken the keyboard. */
  onTaken(): void;
  onChange(): void;
}): ShellCore {
  const now = () => performance.now();
  const conditions = createConditions();
  const activity = createActivity(now);
  const human = createHumanStream(options);
  const visibility = createVisibility(human, emit);
  const keyboard = createKeyboard(options.pty, {
    onChange: () => changed(),
    onTyped: activity.typed,
    onTaken: options.onTaken,
    onEntered: (line) => tracker.step({ kind: "entered", line: line ?? human.lastLine() }),
  });
  const tracker = createCommandTracker({
    offset: human.offset,
    now,
    onFinished: options.onFinished,
    onPrompt: (moment) => tellOfPrompt(moment, { visibility, keyboard }),
  });
  const sink = scanSink(() => core, emit);
  const scanner = createMarkScanner("", sink);

  function emit(bytes: Uint8Array) {
    human.write(bytes);
    tracker.step({ kind: "printed", bytes });
  }

  function changed() {
    options.onChange();
    conditions.changed();
  }

  const parts = { keyboard, tracker, scanner, human, visibility, conditions, activity };
  const core: ShellCore = {
    ...parts,
    history: options.history,
    isEditorReading: false,
    editorStarts: 0,
    exit: null,
    enter(pid) {
      scanner.enter();
      tracker.step({ kind: "inner-shell", pid });
    },
    leave(how) {
      if (tracker.shell.outside === null) return;
      visibility.show();
      tracker.step({ kind: "inner-shell-left", how });
      scanner.leave();
    },
    quietMs: activity.quietMs,
    now,
  };

  options.pty.onData((bytes) => {
    activity.printed(bytes.length);
    scanner.push(bytes);
    changed();
  });
  options.pty.onExit((exit) => {
    visibility.show();
    scanner.end();
    core.exit = exit;
    options.onExit(exit);
    changed();
    conditions.end();
  });
  return core;
}

function tellOfPrompt(moment: PromptMoment, { visibility, keyboard }: Pick<ShellCore, "visibility" | "keyboard">) {
  if (moment === "began") visibility.onPromptStart();
  else if (moment === "ended") visibility.onPromptEnd();
  else keyboard.onNewPrompt();
}

/** What the scanner finds goes to the machine, and what is left to the human stream. */
function scanSink(core: () => ShellCore, emit: (bytes: Uint8Array) => void): ScanSink {
  return {
    onBytes(bytes) {
      const { visibility, keyboard } = core();
      if (visibility.admit(bytes)) emit(bytes);
      // Nobody else sees hidden bytes. busybox asks where the cursor is and waits for the answer before it prompts.
      else if (includesCursorQuery(bytes)) keyboard.write("\x1b[1;1R");
    },
    onMark(mark) {
      const { visibility, tracker } = core();
      visibility.onMark(mark.type === "W" || mark.type === "K");
      if (mark.type === "C") visibility.onBegun();
      tracker.step({ kind: "mark", mark });
    },
    onOuterMark(mark) {
      const { tracker, leave } = core();
      const how = outerEnd(tracker.shell, mark);
      if (how === null) return tracker.step({ kind: "outer-mark", mark });
      leave(how);
      tracker.step({ kind: "mark", mark });
    },
    onPasteMode(isOn) {
      const { visibility, tracker } = core();
      core().isEditorReading = isOn;
      if (isOn) core().editorStarts++;
      if (!visibility.isHidden) tracker.step({ kind: "paste-mode", isOn });
    },
  };
}

function includesCursorQuery(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes("\x1b[6n");
}
