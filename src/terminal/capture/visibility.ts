import type { HumanStream } from "./human-stream.ts";

/**
 * Keeps what is only between us and the shell (the integration, the carrying of a command) out of the human stream.
 * Hidden bytes end at the next prompt, which is painted over the old one, so that the screen shows a single prompt.
 */
export interface Visibility {
  readonly isHidden: boolean;
  hide(): void;
  /** From now on everything is shown; first `text`, in place of what was hidden. */
  show(text?: string): void;
  /** True when the bytes are to be shown. */
  admit(bytes: Uint8Array): boolean;
  onPromptStart(): void;
  onPromptEnd(): void;
}

const newline = 0x0a;

export function createVisibility(human: HumanStream): Visibility {
  let mode: "open" | "hidden" | "prompt" = "open";
  let prompt: Uint8Array[] = [];
  return {
    get isHidden() {
      return mode !== "open";
    },
    hide() {
      mode = "hidden";
    },
    show(text) {
      mode = "open";
      if (text !== undefined) human.write(Buffer.from(text, "utf8"));
    },
    admit(bytes) {
      if (mode === "prompt") prompt.push(Uint8Array.from(bytes));
      return mode === "open";
    },
    onPromptStart() {
      if (mode === "open") return;
      mode = "prompt";
      prompt = [];
    },
    onPromptEnd() {
      if (mode !== "prompt") return;
      const text = Buffer.concat(prompt);
      mode = "open";
      prompt = [];
      if (!human.isAtLineStart()) human.write(Buffer.from(eraseLines(text)));
      human.write(text);
    },
  };
}

/** The old prompt is as high as the new one. */
function eraseLines(prompt: Uint8Array): string {
  const lineEnds = prompt.reduce((count, byte) => (byte === newline ? count + 1 : count), 0);
  return `\r${lineEnds > 0 ? `\x1b[${lineEnds}A` : ""}\x1b[J`;
}
