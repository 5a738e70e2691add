import type { Pty } from "../pty.ts";
import type { Writer } from "../terminal.ts";

/** Who may type. A person takes the keyboard by typing; what the agent types waits until they give it back. */
export interface Keyboard {
  readonly holder: Writer;
  /** Typed by a person at this prompt since the last Enter: a line that is only half there. */
  readonly halfTyped: string;
  /** Nobody has typed anything since the agent's last command was handed over, and that has changed no keys. */
  readonly isUntouched: boolean;
  /** Something may stand on the shell's line, typed at the prompt or ahead of it. */
  readonly mayHaveText: boolean;
  /** How much was typed by whomever. */
  readonly typedBytes: number;
  /** When that was, by `performance.now()`. */
  readonly typedAt: number;
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
  forgetHalfTyped(): void;
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
  /** The person has just become the holder. */
  onTaken(): void;
  /** Somebody pressed Enter after typing this since the last one; null: with keys that leave unknown what stood there. */
  onEntered(line: string | null): void;
}

/** After any of these words our keys may be gone from the shell's line editor; it has to be asked, and binds them again. */
const mayChangeKeys = /\b(bind|bindkey|zle|source|eval|exec|builtin|command|unset|\w*key_bindings)\b|(^|[\s;&|({])\.\s/;

export function createKeyboard(pty: Pty, events: KeyboardEvents): Keyboard {
  let holder: Writer = "agent";
  let halfTyped = "";
  let mayHaveText = false;
  let isUntouched = false;
  let locks = 0;
  let typedBytes = 0;
  let typedAt = 0;
  const waiting: Uint8Array[] = [];

  function put(bytes: Uint8Array) {
    typedBytes += bytes.length;
    typedAt = performance.now();
    pty.write(bytes);
  }

  function send(bytes: Uint8Array) {
    isUntouched = false;
    const parts = (halfTyped + Buffer.from(bytes).toString("utf8")).split(/[\r\n\x03]/);
    halfTyped = parts.pop()?.slice(-4096) ?? "";
    mayHaveText = halfTyped !== "";
    for (const line of parts) events.onEntered(editedLine(line));
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
    get halfTyped() {
      return halfTyped;
    },
    get isUntouched() {
      return isUntouched;
    },
    get mayHaveText() {
      return mayHaveText;
    },
    get typedBytes() {
      return typedBytes;
    },
    get typedAt() {
      return typedAt;
    },
    get isLocked() {
      return locks > 0;
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
      if (locks > 0) waiting.push(Uint8Array.from(bytes));
      else send(bytes);
      events.onChange();
    },
    write(text) {
      put(Buffer.from(text, "utf8"));
    },
    lock() {
      locks++;
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        locks--;
        if (locks > 0) return;
        for (const bytes of waiting.splice(0)) send(bytes);
      };
    },
    forgetHalfTyped() {
      halfTyped = "";
    },
    handedOver(command) {
      isUntouched = !mayChangeKeys.test(command);
    },
    leaveText() {
      mayHaveText = true;
    },
    forgetText() {
      halfTyped = "";
      mayHaveText = false;
    },
    typeBack(text) {
      halfTyped = text;
      mayHaveText = true;
      put(Buffer.from(text, "utf8"));
    },
  };
}

/** A typed line after its backspaces and kills; null when keys moved about in it or brought it from elsewhere. */
function editedLine(typed: string): string | null {
  let line = "";
  for (const key of typed) {
    if (key === "\x7f" || key === "\b") line = line.slice(0, -1);
    else if (key === "\x15") line = "";
    else if (key < " ") return null;
    else line += key;
  }
  return line;
}
