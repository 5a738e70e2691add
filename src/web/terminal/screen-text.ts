import type { Terminal } from "@xterm/xterm";

const mostLiveLines = 200;

export function bufferText(term: Terminal): string {
  return textOf(term, 0, term.buffer.active.length);
}

/** The lines below the command on this line, newest last. */
export function textBelow(term: Terminal, commandLine: number): string {
  const buffer = term.buffer.active;
  if (buffer.type !== "normal") return "";
  const last = buffer.baseY + buffer.cursorY;
  let begin = commandLine + 1;
  // The rest of a command that is longer than a line is not its output.
  while (buffer.getLine(begin)?.isWrapped) begin += 1;
  return textOf(term, Math.max(begin, last - mostLiveLines), last + 1);
}

function textOf(term: Terminal, from: number, to: number): string {
  const lines = Array.from({ length: Math.max(0, to - from) }, (_, i) => term.buffer.active.getLine(from + i));
  return lines
    .map((line) => line?.translateToString(true) ?? "")
    .join("\n")
    .trimEnd();
}
