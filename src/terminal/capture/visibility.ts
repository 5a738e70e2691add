import type { HumanStream } from "./human-stream.ts";

/**
 * Keeps what is only between us and the shell (the integration, the carrying of a command) out of the human stream.
 * Hidden bytes end at the next prompt, which is painted over the old one, so that the screen shows a single prompt.
 */
export interface Visibility {
  readonly isHidden: boolean;
  hide(): void;
  /**
   * The shell is asked something while a command may still run: what comes before its answer may be the command's output,
   * and is kept until it is known. `echo` is what a terminal prints of the question where nobody has read it yet.
   */
  hold(echo: string): void;
  /** A mark has come. What was held before it is shown; before an answer, without the line editor's clearing of its line. */
  onMark(isAnswer: boolean): void;
  /** Shown in place of what is hidden, once the shell begins to run what it was given. */
  paint(text: string): void;
  /** It does now. */
  onBegun(): void;
  /** From now on everything is shown, and nothing is painted. */
  show(): void;
  /** True when the bytes are to be shown. */
  admit(bytes: Uint8Array): boolean;
  onPromptStart(): void;
  onPromptEnd(): void;
}

const newline = 0x0a;
/** What a line editor prints before it answers a key: its line is cleared, and the lines above it that belong to it. */
const clearing = /\r(?:\x1b\[[AK])+$/;

type Mode = { name: "open" | "hidden" | "prompt" } | { name: "held"; echo: string; bytes: Uint8Array[] };

export function createVisibility(human: HumanStream, emit: (bytes: Uint8Array) => void): Visibility {
  let mode: Mode = { name: "open" };
  let prompt: Uint8Array[] = [];
  let painted: string | null = null;

  function release({ isAnswer }: { isAnswer: boolean }) {
    if (mode.name !== "held") return;
    const { echo, bytes } = mode;
    mode = { name: "hidden" };
    const held = Buffer.concat(bytes).toString("latin1").replace(echo, "");
    const text = isAnswer ? held.replace(clearing, "") : held;
    if (text !== "") emit(Buffer.from(text, "latin1"));
  }

  function show() {
    release({ isAnswer: false });
    mode = { name: "open" };
    painted = null;
  }

  return {
    get isHidden() {
      return mode.name !== "open";
    },
    hide() {
      release({ isAnswer: false });
      mode = { name: "hidden" };
    },
    hold(echo) {
      mode = { name: "held", echo, bytes: [] };
    },
    onMark: (isAnswer) => release({ isAnswer }),
    paint(text) {
      painted = text;
    },
    onBegun() {
      const text = painted;
      if (text === null) return;
      show();
      human.write(Buffer.from(text, "utf8"));
    },
    show,
    admit(bytes) {
      if (mode.name === "prompt") prompt.push(Uint8Array.from(bytes));
      if (mode.name === "held") mode.bytes.push(Uint8Array.from(bytes));
      return mode.name === "open";
    },
    onPromptStart() {
      if (mode.name === "open") return;
      mode = { name: "prompt" };
      prompt = [];
    },
    onPromptEnd() {
      if (mode.name !== "prompt") return;
      const text = Buffer.concat(prompt);
      mode = { name: "open" };
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
