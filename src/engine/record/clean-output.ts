import { containsTag } from "../../secrets/index.ts";
import type { CommandResult, Screen } from "../../terminal/index.ts";
import type { EngineDeps } from "../contract/deps.ts";
import { maxStoredBytes, storable } from "./shorten-for-event.ts";

type Cleaning = Pick<EngineDeps, "clean" | "createRedactor">;

/**
 * A screen as an agent may see it. A secret that is wider than the screen stands there in two rows, and neither of them
 * is one: so lines are put together again before secrets are looked for. Rows stay as they are where none is found and
 * none was taken out before.
 */
export function cleanScreen(screen: Pick<Screen, "text" | "wrapped">, clean: (text: string) => string): string {
  const wrapped = new Set(screen.wrapped);
  const lines: string[] = [];
  // The beginning of the first line may have left the screen at the top, and the beginning of a secret with it.
  let isCut = wrapped.has(0);
  screen.text.split("\n").forEach((row, at) => {
    isCut &&= wrapped.has(at);
    if (isCut) lines[0] = "…";
    else lines.push(wrapped.has(at) ? (lines.pop() ?? "") + row : row);
  });
  const whole = lines.join("\n");
  const shown = clean(whole);
  return shown === whole && !wrapped.has(0) && !containsTag(whole) ? screen.text : shown;
}

/** So much of a line next to a gap is left out at most: no secret is longer that is not told by its beginning. */
const maxCut = 4096;

/** Nothing, or the last word of a question ("Continue?", "Name:"): that waits for an answer, not for its other half. */
const harmlessEnd = /^(?:[A-Za-z]{1,12}[?:!.]+)?$/;

/**
 * A text that may go on, as an agent may see it: its end may be the first half of a secret, which does not look like
 * one. So what the redactor keeps back until it knows more is left out.
 */
export function cleanOpenText(text: string, { clean, createRedactor }: Cleaning): string {
  const redactor = createRedactor({ margins: "none" });
  const known = redactor.push(text);
  const rest = redactor.end();
  // A whole line that is kept back waits for the next one; only the line that goes on can be half of something.
  const openLine = rest.slice(rest.lastIndexOf("\n") + 1);
  const whole = known + rest.slice(0, rest.length - openLine.length);
  return harmlessEnd.test(clean(openLine)) ? clean(text) : `${clean(whole)}…`;
}

/**
 * What a command printed, as an agent may see it. Where it has not ended by itself, its last word may go on. Where the
 * middle was left out, it is cleaned around the gap.
 */
export function cleanOutput(
  { output, droppedBytes, outcome }: Pick<CommandResult, "output" | "droppedBytes" | "outcome">,
  cleaning: Cleaning,
): string {
  const { clean } = cleaning;
  const cleanEnd = outcome === "exited" ? clean : (text: string) => cleanOpenText(text, cleaning);
  const gap = `[… ${droppedBytes} bytes left out …]\n`;
  const at = output.lastIndexOf(gap);
  if (droppedBytes === 0 || at === -1) return cleanEnd(output);
  const head = output.slice(0, at).replace(/\n$/, "");
  return cleanAround(gap, clean, { head, tail: output.slice(at + gap.length), cleanEnd });
}

/**
 * What a tool read, as an agent may see it and an event can hold it. It is cut before it is cleaned: to look for secrets
 * in what nobody gets to see would take as long as the owner of a file likes.
 */
export function cleanRead(text: string, clean: (text: string) => string): string {
  const half = maxStoredBytes / 2;
  const leftOut = text.length - 2 * half;
  if (leftOut <= 0) return storable(clean(text));
  const ends = { head: text.slice(0, half), tail: text.slice(text.length - half), cleanEnd: clean };
  return storable(cleanAround(`[… ${leftOut} characters left out …]\n`, clean, ends), leftOut);
}

/**
 * A secret may have been cut in two by a gap, and neither half of it looks like one: the lines on both sides of the gap
 * are left out as well.
 */
function cleanAround(
  gap: string,
  clean: (text: string) => string,
  { head, tail, cleanEnd }: { head: string; tail: string; cleanEnd(text: string): string },
): string {
  const headEnd = Math.max(head.lastIndexOf("\n") + 1, head.length - maxCut);
  const firstEnd = tail.indexOf("\n");
  const tailFrom = Math.min(firstEnd === -1 ? tail.length : firstEnd + 1, maxCut);
  return `${clean(head.slice(0, headEnd))}…\n${gap}…\n${cleanEnd(tail.slice(tailFrom))}`;
}
