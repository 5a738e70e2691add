/** What a runbook can know of a step it asked for. */
export type StepResult =
  | { kind: "output"; exitCode: number | null; text: string; cutLines: string | null }
  /** It did not run, or was stopped: a person or policy said no, the terminal was gone. */
  | { kind: "refused"; reason: string }
  | { kind: "running"; text: string };

const exitLine = /^\W*(?:exit(?:ed)?|exit[ _-]?code|exit[ _-]?status|exited with(?: code)?)\W+(-?\d+)\b.*$/i;
const headerLine = /^(?:command|cwd|folder|outcome|duration|took|output|stdout|target|status)\b[^:=\n]*[:=].*$/i;
const runningLine = /\b(?:still running|timed out|time-?out|has not finished|not finished)\b/i;
const gapLine =
  /^\W*(?=.*\b(?:dropped|omitted|cut|missing|left out|truncated|not shown|skipped|hidden|removed|more)\b)(?:.*?\b)?([\d,. ]*\d\s+(?:bytes|lines|characters|KB|KiB|MB)).*$/i;

/**
 * Reads the text a model gets back for `run_command`. It relies on no exact wording: an exit code is found in a line
 * of its own before or after the output ("Exit code: 1", "[exit 1]", "exit=1"), and all else is output.
 */
export function readToolResult(message: { output: string; isError: boolean }): StepResult {
  const lines = stripEscapes(message.output).split("\n");
  const { exitCode, body } = takeExitCode(lines);
  if (exitCode === null && message.isError) return { kind: "refused", reason: firstLine(body) };
  const edges = [...body.slice(0, 3), ...body.slice(-3)];
  if (exitCode === null && edges.some((line) => runningLine.test(line))) {
    return { kind: "running", text: body.join("\n") };
  }
  const gap = body.map((line) => gapMarker(line)).find((marker) => marker !== null) ?? null;
  return { kind: "output", exitCode, text: body.join("\n"), cutLines: gap };
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

/** The frame is looked for at both ends only: a log that says "exit code: 3" somewhere inside is output. */
function takeExitCode(lines: string[]): { exitCode: number | null; body: string[] } {
  const body = [...lines];
  while (body.length > 0 && body.at(-1)?.trim() === "") body.pop();
  let exitCode: number | null = null;
  let start = 0;
  for (let i = 0; i < Math.min(8, body.length); i++) {
    const line = body[i] ?? "";
    const found = exitLine.exec(line)?.[1];
    if (found !== undefined && exitCode === null) exitCode = Number(found);
    else if (!headerLine.test(line) && line.trim() !== "") break;
    start = i + 1;
    if (/^(?:output|stdout):\s*$/i.test(line)) break;
  }
  if (exitCode === null) start = 0;
  const rest = body.slice(start);
  const last = rest.at(-1) ?? "";
  const trailing = exitCode === null ? exitLine.exec(last)?.[1] : undefined;
  if (trailing === undefined) return { exitCode, body: rest };
  return { exitCode: Number(trailing), body: rest.slice(0, -1) };
}

function gapMarker(line: string): string | null {
  if (!/^\s*(?:\[|…|\.\.\.|<|-{2,}|‹|⋯)/.test(line)) return null;
  return gapLine.exec(line)?.[1]?.trim() ?? null;
}

function firstLine(lines: string[]): string {
  return lines.find((line) => line.trim() !== "")?.trim() ?? "no reason was given";
}
