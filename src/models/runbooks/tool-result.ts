/** What a runbook can know of a step it asked for. */
export type StepResult =
  | { kind: "output"; exitCode: number | null; text: string; gap: string | null; isEdited: boolean }
  /** It did not run, or not to its end: a person or policy said no, or the terminal was gone. */
  | { kind: "refused"; reason: string }
  | { kind: "running" };

const exitLine = /^\W*exit(?:ed)?(?:[ _-]?(?:code|status))?(?: with)?\W+(-?\d+|not known)\b/i;
const runningLine = /\bstill running\b/i;
const editedLine = /^the person changed it\b/i;
const gapLine = /^\s*\[?\s*(?:…|\.\.\.).*?(\d[\d,.]*\s+(?:bytes|lines|characters))\b.*(?:…|\.\.\.|\])\s*$/;

/**
 * Reads the text an agent gets back for a command: some lines about it (one of them its exit code), "Output:", and
 * what it printed. Text that has no such frame is an output whose exit code is not known, or a refusal.
 */
export function readToolResult(message: { output: string; isError: boolean }): StepResult {
  const lines = stripEscapes(message.output).split("\n");
  const frameEnd = lines.findIndex((line) => /^output:\s*$/i.test(line));
  // A frame is short; an "Output:" further down is something the command printed.
  const hasFrame = frameEnd >= 0 && frameEnd <= 12;
  const frame = hasFrame ? lines.slice(0, frameEnd) : [];
  const exit = frame.map((line) => exitLine.exec(line)?.[1]).find((code) => code !== undefined);
  if (exit === undefined) {
    const about = hasFrame ? frame : lines;
    if (about.slice(0, 3).some((line) => runningLine.test(line))) return { kind: "running" };
    if (hasFrame || message.isError) return { kind: "refused", reason: reasonIn(about) };
  }
  const body = hasFrame ? lines.slice(frameEnd + 1) : lines;
  const text = body.join("\n").trimEnd();
  return {
    kind: "output",
    exitCode: exit === undefined || exit === "not known" ? null : Number(exit),
    text: text === "(no output)" ? "" : text,
    gap: body.map((line) => gapLine.exec(line)?.[1]).find((size) => size !== undefined) ?? null,
    isEdited: frame.some((line) => editedLine.test(line)),
  };
}

/** Colours, titles and cursor moves are for a screen; CR LF comes from the PTY. */
export function stripEscapes(text: string): string {
  return text
    .replaceAll(/\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)/g, "")
    .replaceAll(/\x1b\[[0-?]*[ -/]*[@-~]/g, "")
    .replaceAll(/\x1b[PX^_][^\x1b]*\x1b\\|\x1b[ -/]*[0-~]/g, "")
    .replaceAll(/\r+\n/g, "\n")
    .replaceAll("\r", "\n");
}

function reasonIn(lines: string[]): string {
  const said = lines.filter(
    (line) => line.trim() !== "" && !/^(?:command|keys):/i.test(line) && !editedLine.test(line),
  );
  return said[0]?.trim().replace(/^Not executed[.:]\s+/, "") ?? "No reason was given.";
}
