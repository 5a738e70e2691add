import { delay, neverAborted } from "../../base/index.ts";
import { layOut, type ShownRows } from "../screen/rows-until-cursor.ts";
import { emptyLineKeys } from "./integrate.ts";
import type { ShellCore } from "./shell-core.ts";

/**
 * Without marks nobody can ask the shell what stands on its line. So a command is typed without Enter, and Enter follows
 * only when the screen shows the prompt with exactly this text behind it.
 */
export interface VisibleTyping {
  /** The rows that the text takes and the prompt before it, once they are shown; null: the line is empty again, perhaps. */
  type(text: string): Promise<{ prompt: string; rows: string[] } | null>;
  /** Empties the line. False: that was not seen, so it may still hold something. */
  clear(): Promise<boolean>;
  /** These rows are what stands before the cursor now. */
  isShown(rows: readonly string[]): Promise<boolean>;
  /** The row that the cursor is in, up to the cursor. */
  row(): Promise<string>;
}

const interruptKey = "\x03";
const attempts = 2;
const quietMs = 25;
const clearedWithinMs = 2000;
/** An empty line is not drawn again. */
const clearedQuietMs = 60;
const shownWithinMs = 3000;
/** What was echoed and is not what was typed stays so. */
const settledMs = 400;
const lookEveryMs = 10;

export function createVisibleTyping(
  core: ShellCore,
  options: {
    untilCursor(): Promise<ShownRows>;
    /** A shell is known to be there, whose keys clear a line; an appliance may take them for something else. */
    hasShellKeys(): boolean;
  },
): VisibleTyping {
  const { keyboard, human } = core;
  const row = async () => (await options.untilCursor()).rows.at(-1) ?? "";

  /** Resolves when something was printed since and it has been quiet for a moment. */
  async function settled(from: number, timeoutMs: number): Promise<void> {
    const end = core.now() + timeoutMs;
    while (core.now() < end && core.exit === null && (human.offset() === from || core.quietMs() < quietMs)) {
      await delay(lookEveryMs, { signal: neverAborted });
    }
  }

  async function clear(): Promise<boolean> {
    const before = await row();
    const from = human.offset();
    const interrupts = options.hasShellKeys();
    keyboard.write(interrupts ? interruptKey : emptyLineKeys);
    await settled(from, clearedWithinMs);
    if (interrupts) {
      // bash keeps the line of a key that runs a command (`bind -x`), Ctrl+C or not.
      keyboard.write(emptyLineKeys);
      await settled(human.offset(), clearedQuietMs);
    }
    const after = await row();
    const isPrompt = after.trim() !== "";
    const isCleared = interrupts
      ? human.since(from).includes("\n")
      : after.length < before.length && before.startsWith(after);
    if (isPrompt && isCleared) keyboard.forgetText();
    return isPrompt && isCleared;
  }

  async function isShown(rows: readonly string[], isLoose = false): Promise<boolean> {
    return areShown((await options.untilCursor()).rows, rows, isLoose);
  }

  async function becomesShown(rows: string[], from: number, isLoose: boolean): Promise<boolean> {
    const end = core.now() + shownWithinMs;
    while (core.now() < end && core.exit === null) {
      if (core.quietMs() >= lookEveryMs && (await isShown(rows, isLoose))) return true;
      if (human.offset() > from && core.quietMs() >= settledMs) return false;
      await delay(lookEveryMs, { signal: neverAborted });
    }
    return false;
  }

  return {
    clear,
    isShown,
    row,
    async type(text) {
      for (let attempt = 1; attempt <= attempts && core.exit === null; attempt++) {
        if (keyboard.line.name !== "empty" && !(await clear())) return null;
        const { rows: before, cols } = await options.untilCursor();
        const prompt = before.at(-1) ?? "";
        if (prompt.trim() === "") return null;
        const line = `${text}${blankBehind(text)}`;
        const rows = await layOut(prompt, line, cols);
        const from = human.offset();
        keyboard.leaveText();
        // Whatever the shell or somebody else put on the line would be run together with the text.
        const first = options.hasShellKeys() ? emptyLineKeys : "";
        keyboard.write(`${first}${core.isEditorReading ? `\x1b[200~${text}\x1b[201~${blankBehind(text)}` : line}`);
        if (await becomesShown(rows, from, text.includes("\n"))) return { prompt, rows };
      }
      await clear();
      return null;
    },
  };
}

/**
 * A blank, typed as a key: what a line editor puts in the place of a word that has ended (an abbreviation of fish's, words
 * of the history) is seen then, and not after Enter. Where it means nothing: not in further lines, which a here-document
 * may end with, and not behind a backslash.
 */
function blankBehind(text: string): string {
  return text.includes("\n") || text.endsWith("\\") ? "" : " ";
}

function areShown(screen: readonly string[], rows: readonly string[], isLoose: boolean): boolean {
  const shown = screen.slice(-rows.length);
  const last = rows.length - 1;
  if (shown.length < rows.length) return false;
  return rows.every((text, at) => {
    const seen = shown[at] ?? "";
    // Line editors may indent the further lines of a text.
    if (isLoose && at > 0) return seen.trim() === text.trim();
    return at === last ? seen === text : seen.trimEnd() === text.trimEnd();
  });
}
