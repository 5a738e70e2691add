import type { CommandResult, Screen } from "../terminal/index.ts";

/**
 * A screen as an agent may see it. A secret that is wider than the screen stands there in two rows, and neither of them
 * is one: so lines are put together again before secrets are looked for. Rows stay as they are where none is found.
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
  return shown === whole && !wrapped.has(0) ? screen.text : shown;
}

/** So much of a line next to a gap is left out at most: no secret is longer that is not told by its beginning. */
const maxCut = 4096;

/**
 * What a command printed, as an agent may see it. Where the middle was left out, a secret may have been cut in two, and
 * neither half of it looks like one: the lines on both sides of the gap are left out as well.
 */
export function cleanOutput(
  { output, droppedBytes }: Pick<CommandResult, "output" | "droppedBytes">,
  clean: (text: string) => string,
): string {
  const gap = `[… ${droppedBytes} bytes left out …]\n`;
  const at = output.lastIndexOf(gap);
  if (droppedBytes === 0 || at === -1) return clean(output);
  const head = output.slice(0, at).replace(/\n$/, "");
  const tail = output.slice(at + gap.length);
  const headEnd = Math.max(head.lastIndexOf("\n") + 1, head.length - maxCut);
  const firstEnd = tail.indexOf("\n");
  const tailFrom = Math.min(firstEnd === -1 ? tail.length : firstEnd + 1, maxCut);
  return `${clean(head.slice(0, headEnd))}…\n${gap}…\n${clean(tail.slice(tailFrom))}`;
}
