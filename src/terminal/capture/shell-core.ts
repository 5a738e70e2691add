import { createMarkScanner, type MarkScanner } from "../mark-scanner.ts";
import type { Pty, PtyExit } from "../pty.ts";
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
  /** A line editor is reading (bracketed paste is on). */
  isEditorReading: boolean;
  /** The probe of the integration answered: version variables of the shell. */
  versions: string[] | null;
  /** Shown in place of what was hidden, when the shell begins to run a carried command. */
  painted: string | null;
  exit: PtyExit | null;
  /** From now on the shell of this process, inside the one before, is listened to. */
  enter(pid: number): void;
  /** And no more; null: nothing is known of how it ended. What still ran in it has ended. */
  leave(how: { exitCode: number | null; cwd: string | null } | null): void;
  /** Grows with every byte that was printed or typed: while it stays, the shell has had nothing to do. */
  activity(): number;
  quietMs(): number;
  /**
   * What was typed last has been read: something was printed since, or it was long enough ago to be a key that prints
   * nothing. Before that, a program that seems to wait for keys may be about to read one that ends it.
   */
  isAnswered(): boolean;
  now(): number;
}

const answeredWithinMs = 1000;

export function createShellCore(options: {
  pty: Pty;
  startOffset: number;
  onOutput(bytes: Uint8Array): number;
  onFinished(finished: FinishedCommand): void;
  onExit(exit: PtyExit): void;
  /** A person has taken the keyboard. */
  onTaken(): void;
  /** The shell inside is gone, and the one outside is there again. */
  onLeft(): void;
  onChange(): void;
}): ShellCore {
  const now = () => performance.now();
  const conditions = createConditions();
  const human = createHumanStream(options);
  const visibility = createVisibility(human, emit);
  const keyboard = createKeyboard(options.pty, {
    onChange: () => changed(),
    onTaken: options.onTaken,
    onEntered: (line) => tracker.onEntered(line ?? human.lastLine()),
  });
  const tracker = createCommandTracker({
    offset: human.offset,
    now,
    onFinished: options.onFinished,
    onNewPrompt: keyboard.forgetHalfTyped,
  });
  let lastDataAt = now();
  let printed = 0;
  /** How much had been typed when something was last printed. */
  let answeredBytes = 0;

  function emit(bytes: Uint8Array) {
    human.write(bytes);
    tracker.onBytes(bytes);
  }

  function onBytes(bytes: Uint8Array) {
    if (visibility.admit(bytes)) emit(bytes);
    else if (includesCursorQuery(bytes)) {
      // Nobody else sees hidden bytes. busybox asks where the cursor is and waits for the answer before it prompts.
      keyboard.write("\x1b[1;1R");
    }
  }

  const scanner = createMarkScanner("", {
    onBytes,
    onMark(mark) {
      visibility.onMark(mark.type === "W");
      if (mark.type === "P") {
        core.versions = mark.fields;
        return;
      }
      if (mark.type === "C" && core.painted !== null) {
        visibility.show(core.painted);
        core.painted = null;
      }
      // Not of this moment (a replay, a nested shell, a readonly prompt): still nothing to show to anybody.
      if (!tracker.onMark(mark)) return;
      if (mark.type === "A") visibility.onPromptStart();
      if (mark.type === "B") visibility.onPromptEnd();
    },
    onOuterMark(mark) {
      const how = tracker.readOuterEnd(mark);
      if (how === null) return;
      core.leave(how);
      tracker.onMark(mark);
    },
    onPasteMode(isOn) {
      core.isEditorReading = isOn;
      if (!visibility.isHidden) tracker.onPasteMode(isOn);
    },
  });

  const core: ShellCore = {
    keyboard,
    tracker,
    scanner,
    human,
    visibility,
    conditions,
    isEditorReading: false,
    versions: null,
    painted: null,
    exit: null,
    enter(pid) {
      scanner.enter();
      tracker.enter(pid);
    },
    leave(how) {
      if (tracker.depth === 0) return;
      visibility.show();
      core.painted = null;
      tracker.leave(how);
      scanner.leave();
      options.onLeft();
    },
    activity: () => printed + keyboard.typedBytes,
    quietMs: () => now() - lastDataAt,
    isAnswered: () => keyboard.typedBytes === answeredBytes || now() - keyboard.typedAt >= answeredWithinMs,
    now,
  };

  function changed() {
    options.onChange();
    conditions.changed();
  }

  options.pty.onData((bytes) => {
    lastDataAt = now();
    printed += bytes.length;
    answeredBytes = keyboard.typedBytes;
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

function includesCursorQuery(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes("\x1b[6n");
}
