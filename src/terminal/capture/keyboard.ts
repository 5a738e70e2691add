import type { Writer } from "../contract/values.ts";
import { leaveText, readAhead, type TypedLine, typeKeys } from "../machine/typed-line.ts";
import type { Pty } from "../system/pty.ts";

/** Who may type. A person takes the keyboard by typing; what the agent types waits until they give it back. */
export interface Keyboard {
  readonly holder: Writer;
  /** What stands on the shell's line, typed at the prompt or ahead of it. */
  readonly line: TypedLine;
  /** Nobody has typed anything since the agent's last command was handed over, and that has changed no keys. */
  readonly isUntouched: boolean;
  /** A command is being handed over, or the shell is being prepared. */
  readonly isLocked: boolean;
  take(): void;
  give(): void;
  typeAsPerson(bytes: Uint8Array): void;
  typeAsAgent(bytes: Uint8Array): void;
  /** Writes what the integration itself has to say, whoever holds the keyboard. */
  write(text: string): void;
  /**
   * Until the answer is called, a person's keys wait: for the milliseconds in which a command is handed to the shell,
   * so that no key lands inside it.
   */
  lock(): () => void;
  /** The shell has a new prompt. */
  onNewPrompt(): void;
  /** The shell was given this command. */
  handedOver(command: string): void;
  /** Something of ours may stand on the line, and stay there. */
  leaveText(): void;
  /** The line was cleared. */
  forgetText(): void;
  /** Types a person's half-typed line again, after it had to make way. */
  typeBack(text: string): void;
}

export interface KeyboardEvents {
  onChange(): void;
  /** So much was typed, by whomever. */
  onTyped(bytes: number): void;
  /** The person has just become the holder. */
  onTaken(): void;
  /** Somebody pressed Enter after typing this since the last one; null: with keys that leave unknown what stood there. */
  onEntered(line: string | null): void;
}

/** After any of these words our keys may be gone from the shell's line editor; it has to be asked, and binds them again. */
const mayChangeKeys = /\b(bind|bindkey|zle|source|eval|exec|builtin|command|unset|\w*key_bindings)\b|(^|[\s;&|({])\.\s/;

export function createKeyboard(pty: Pty, events: KeyboardEvents): Keyboard {
  let holder: Writer = "agent";
  let line: TypedLine = { name: "empty" };
  let isUntouched = false;
  const locks = createKeyLock(send);

  function put(bytes: Uint8Array) {
    events.onTyped(bytes.length);
    pty.write(bytes);
  }

  function send(bytes: Uint8Array) {
    isUntouched = false;
    const typed = typeKeys(line, Buffer.from(bytes).toString("utf8"));
    line = typed.line;
    for (const entered of typed.entered) events.onEntered(entered);
    put(bytes);
  }

  function take() {
    if (holder === "person") return;
    holder = "person";
    events.onTaken();
  }

  return {
    get holder() {
      return holder;
    },
    get line() {
      return line;
    },
    get isUntouched() {
      return isUntouched;
    },
    get isLocked() {
      return locks.isLocked();
    },
    take() {
      take();
      events.onChange();
    },
    give() {
      holder = "agent";
      events.onChange();
    },
    typeAsAgent: send,
    typeAsPerson(bytes) {
      take();
      if (!locks.hold(bytes)) send(bytes);
      events.onChange();
    },
    write(text) {
      put(Buffer.from(text, "utf8"));
    },
    lock: locks.lock,
    onNewPrompt() {
      line = readAhead(line);
    },
    handedOver(command) {
      isUntouched = !mayChangeKeys.test(command);
    },
    leaveText() {
      line = leaveText(line);
    },
    forgetText() {
      line = { name: "empty" };
    },
    typeBack(text) {
      line = { name: "half-typed", text };
      put(Buffer.from(text, "utf8"));
    },
  };
}

/** Keys wait while anybody holds a lock, and are sent on with the last one. */
function createKeyLock(send: (bytes: Uint8Array) => void) {
  const waiting: Uint8Array[] = [];
  const holders = new Set<symbol>();
  return {
    isLocked: () => holders.size > 0,
    /** False: there is no lock, so the keys are for whoever asks to send. */
    hold(bytes: Uint8Array): boolean {
      if (holders.size > 0) waiting.push(Uint8Array.from(bytes));
      return holders.size > 0;
    },
    lock(): () => void {
      const holder = Symbol("lock");
      holders.add(holder);
      return () => {
        if (!holders.delete(holder) || holders.size > 0) return;
        for (const bytes of waiting.splice(0)) send(bytes);
      };
    },
  };
}
