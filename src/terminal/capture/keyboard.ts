import type { Pty } from "../pty.ts";
import type { Writer } from "../terminal.ts";

/** Who may type. A person takes the keyboard by typing; what the agent types waits until they give it back. */
export interface Keyboard {
  readonly holder: Writer;
  /** Typed by a person at this prompt since the last Enter: a line that is only half there. */
  readonly halfTyped: string;
  /** Something may stand on the shell's line, typed at the prompt or ahead of it. */
  readonly mayHaveText: boolean;
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
  /** The line was cleared. */
  forgetText(): void;
  /** Types a person's half-typed line again, after it had to make way. */
  typeBack(text: string): void;
}

export function createKeyboard(pty: Pty, onChange: () => void): Keyboard {
  let holder: Writer = "agent";
  let halfTyped = "";
  let mayHaveText = false;
  let locks = 0;
  const waiting: Uint8Array[] = [];

  function send(bytes: Uint8Array) {
    const text = Buffer.from(bytes).toString("utf8");
    const lastEnter = Math.max(text.lastIndexOf("\r"), text.lastIndexOf("\n"), text.lastIndexOf("\x03"));
    mayHaveText = lastEnter !== text.length - 1;
    halfTyped = (lastEnter === -1 ? halfTyped + text : text.slice(lastEnter + 1)).slice(-4096);
    pty.write(bytes);
  }

  return {
    get holder() {
      return holder;
    },
    get halfTyped() {
      return halfTyped;
    },
    get mayHaveText() {
      return mayHaveText;
    },
    take() {
      holder = "person";
      onChange();
    },
    give() {
      holder = "agent";
      onChange();
    },
    typeAsAgent(bytes) {
      mayHaveText = !/[\r\n\x03]$/.test(Buffer.from(bytes).toString("latin1"));
      pty.write(bytes);
    },
    typeAsPerson(bytes) {
      holder = "person";
      if (locks > 0) waiting.push(Uint8Array.from(bytes));
      else send(bytes);
      onChange();
    },
    write(text) {
      pty.write(Buffer.from(text, "utf8"));
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
    forgetText() {
      halfTyped = "";
      mayHaveText = false;
    },
    typeBack(text) {
      halfTyped = text;
      mayHaveText = true;
      pty.write(Buffer.from(text, "utf8"));
    },
  };
}
