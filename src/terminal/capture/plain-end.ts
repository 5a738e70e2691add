import type { ForegroundProbe } from "../probe/foreground-probe.ts";
import { endsLikePrompt } from "./integrate.ts";
import { isContinuation } from "./plain-text.ts";
import type { ShellCore } from "./shell-core.ts";
import type { TrackedCommand } from "./tracked-command.ts";
import type { VisibleTyping } from "./type-visibly.ts";

/** How a command was typed. */
export interface Typed {
  /** What the terminal echoes behind the prompt, line by line; empty where a line editor drew it. */
  line: string;
  /** What stood on the prompt's line before. */
  lineBefore: string;
  prompt: string;
  /** What the screen showed before Enter. */
  rows: string[];
  /** Where Enter was pressed. */
  at: number;
  /** A line editor read it, and tells by bracketed paste when it takes a line and when it reads the next one. */
  hasEditor: boolean;
  /** What was printed between Enter and the next line, once that is known: nothing, or the same text drawn again. */
  drawn: string | null;
}

/** `changed`: another text was run than the one that Enter was pressed for. */
export type Became = "ran" | "kept" | "wants-more" | "changed";

/** Tells by silence and by the screen what became of a command that was typed without marks. */
export interface PlainEnds {
  /** Something was printed behind Enter. */
  noteDrawn(known: Typed): void;
  isPromptBack(known: Typed): Promise<boolean>;
  /** Now that the shell reads again; null: that cannot be told yet. */
  whatBecame(command: TrackedCommand, known: Typed): Promise<Became | null>;
}

const promptQuietMs = 400;
/** A shell that reads and has not answered to Enter for this long will not do so. */
const ignoredAfterMs = 2000;
/** A line that is redrawn behind an error of the shell may still be about to go. */
const keptAfterMs = 400;

export function createPlainEnds(
  core: ShellCore,
  options: { probe: ForegroundProbe | null; typing: VisibleTyping; hasShellKeys(): boolean },
): PlainEnds {
  const { typing } = options;
  const { tracker, human } = core;
  return {
    noteDrawn(known) {
      // A key of the user's in the place of Enter may put another text on the line before it is taken.
      if (known.drawn !== null) return;
      const printed = human.since(known.at);
      if (printed.includes("\n")) known.drawn = printed.slice(0, printed.indexOf("\n")).replaceAll(/\s+/g, "");
    },
    async isPromptBack({ hasEditor, lineBefore }) {
      const look = (await options.probe?.look()) ?? null;
      if (look !== null) return look.isShell && look.waiting === "prompt";
      const line = human.lastLine();
      const isPrompt = hasEditor ? core.isEditorReading : line === lineBefore || endsLikePrompt(line);
      return core.quietMs() >= promptQuietMs && isPrompt;
    },
    async whatBecame(command, known) {
      const quietMs = core.quietMs();
      const orLater = (afterMs: number) => (quietMs >= afterMs ? ("kept" as const) : null);
      if (human.offset() === known.at) return orLater(ignoredAfterMs);
      if (await typing.isShown(known.rows)) return orLater(keptAfterMs);
      const row = await typing.row();
      const end = command.text.split("\n").at(-1) ?? "";
      if (row.endsWith(end) && !known.prompt.endsWith(end)) return orLater(keptAfterMs);
      const { phase } = tracker.shell;
      if (known.hasEditor && phase.name === "submitted" && phase.editor === "reads") return orLater(ignoredAfterMs);
      if (known.hasEditor && !core.isEditorReading) return null;
      if (isContinuation(row, known.prompt, options.hasShellKeys())) return "wants-more";
      // Another prompt than before: of another folder or mode, or one that asks for more, as somebody has set it.
      const sign = (text: string) => text.trimEnd().at(-1);
      if (sign(row) !== sign(known.prompt) && !endsLikePrompt(row.trimEnd())) return null;
      return isAsShown(known) ? "ran" : "changed";
    },
  };
}

function isAsShown({ drawn, rows }: Typed): boolean {
  return rows
    .join("")
    .replaceAll(/\s+/g, "")
    .includes(drawn ?? "");
}
