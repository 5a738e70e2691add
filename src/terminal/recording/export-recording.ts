import { toJsonLine } from "../../base/index.ts";
import { stripAnsi } from "../text/strip-ansi.ts";
import type { Recording, RecordingEvent } from "./recording.ts";

export const recordingFormats = ["cast", "txt", "json"] as const;
export type RecordingFormat = (typeof recordingFormats)[number];

/** Replaces secrets in a stream of text, also where they were cut in two. */
export interface TextFilter {
  push(text: string): string;
  end(): string;
}

/**
 * A recording as text of a format, piece by piece: `cast` (asciicast v3), `txt` (what was printed, without escape
 * sequences) or `json` (header and events).
 */
export async function* exportRecording(
  recording: Recording,
  options: { format: RecordingFormat; createFilter?: () => TextFilter },
): AsyncGenerator<string> {
  const events = filterRecording(recording.events(), options.createFilter ?? keepAll);
  switch (options.format) {
    case "cast":
      return yield* castLines(recording, events);
    case "txt":
      return yield* plainText(events);
    case "json":
      return yield* jsonDocument(recording, events);
  }
}

const keepAll = (): TextFilter => ({ push: (text) => text, end: () => "" });

async function* castLines({ header }: Recording, events: AsyncIterable<RecordingEvent>): AsyncGenerator<string> {
  yield toJsonLine({
    version: 3,
    term: { cols: header.cols, rows: header.rows, type: "xterm-256color" },
    timestamp: Math.floor(header.startedAt / 1000),
    title: `${header.terminal} on ${header.target}`,
    env: { SHELL: header.shell },
  });
  let lastMs = 0;
  for await (const event of events) {
    if (event.type === "gap") {
      yield `# ${event.missedBytes} bytes are not in the log any more\n`;
      continue;
    }
    const data = castData(event);
    if (data === null) continue;
    // Intervals of whole milliseconds add up exactly, however long the recording is.
    yield toJsonLine([Math.round(event.atMs - lastMs) / 1000, ...data]);
    lastMs = event.atMs;
  }
}

function castData(event: Exclude<RecordingEvent, { type: "gap" }>): [code: string, data: string] | null {
  switch (event.type) {
    case "output":
      return ["o", event.text];
    case "resized":
      return ["r", `${event.cols}x${event.rows}`];
    case "command":
      return ["m", event.command];
    case "command-ended":
      return null;
    case "closed":
      return event.exitCode === null ? null : ["x", String(event.exitCode)];
  }
}

/** Line by line, because an escape sequence may be cut in two between events, and none goes over a line's end for long. */
async function* plainText(events: AsyncIterable<RecordingEvent>): AsyncGenerator<string> {
  let line = "";
  for await (const event of events) {
    if (event.type === "gap") yield `[… ${event.missedBytes} bytes are not in the log any more …]\n`;
    if (event.type !== "output") continue;
    line += event.text;
    const end = line.lastIndexOf("\n") + 1;
    // A "line" without end (a progress bar, binary data) must not be collected for ever.
    const cut = end === 0 && line.length > 65_536 ? line.length : end;
    if (cut > 0) yield plain(line.slice(0, cut));
    line = line.slice(cut);
  }
  yield plain(line);
}

/** Stands for a step of the cursor to the right: a character that no text has. */
const stepRight = "\u{10fffe}";
const stepsRight = new RegExp(`^${stepRight}*`, "u");
const mostSteps = 1000;

function plain(text: string): string {
  const steps = text.replaceAll(/\x1b\[(\d*)C/g, (_, count) =>
    stepRight.repeat(Math.min(mostSteps, Number(count || 1))),
  );
  const lines = stripAnsi(steps).split("\n");
  return lines.map(finalState).join("\n");
}

/**
 * What is left of a line after a progress bar has drawn itself anew from the start, again and again. A line editor goes
 * over what it keeps (the prompt) before it draws the rest.
 */
function finalState(line: string): string {
  let left = "";
  for (const part of line.split("\r")) {
    if (part === "") continue;
    const kept = stepsRight.exec(part)?.[0] ?? "";
    const rest = part.slice(kept.length).replaceAll(stepRight, " ");
    left = `${[...left].slice(0, [...kept].length).join("")}${rest}`;
  }
  return left;
}

async function* jsonDocument({ header }: Recording, events: AsyncIterable<RecordingEvent>): AsyncGenerator<string> {
  yield `{"terminal":${JSON.stringify(header)},"events":[`;
  let separator = "\n";
  for await (const event of events) {
    yield `${separator}${JSON.stringify(event)}`;
    separator = ",\n";
  }
  yield "\n]}\n";
}

/** Stands between the texts of two events while they are looked at as one; it has no width, and no text has it. */
const eventBreak = "\ufdd1";

/**
 * The events of a recording without secrets. The output of a command is judged as one text from its beginning to its
 * end, however it came, and each event keeps its time and what was printed then.
 */
export async function* filterRecording(
  events: AsyncIterable<RecordingEvent>,
  createFilter: () => TextFilter,
): AsyncGenerator<RecordingEvent> {
  const filter = createFilter();
  /** Events whose text is still being judged, and between them those that have none. */
  let waiting: RecordingEvent[] = [];
  let shown = "";

  function* release(text: string, isEnd: boolean): Generator<RecordingEvent> {
    shown += text;
    const parts = shown.split(eventBreak);
    // The last part may go on, unless this is the end.
    const whole = isEnd ? parts.length : parts.length - 1;
    const last = waiting.findLastIndex(({ type }) => type === "output");
    let at = 0;
    let released = 0;
    for (const [index, event] of waiting.entries()) {
      if (event.type === "output") {
        if (at >= whole && !isEnd) break;
        const own = isEnd && index === last ? parts.slice(at).join("") : (parts[at] ?? "");
        at++;
        if (own !== "") yield { ...event, text: own };
      } else yield event;
      released++;
    }
    waiting = waiting.slice(released);
    shown = isEnd ? "" : parts.slice(at).join(eventBreak);
  }

  for await (const event of events) {
    switch (event.type) {
      case "output": {
        const isFirst = !waiting.some(({ type }) => type === "output");
        waiting.push(event);
        const text = event.text.replaceAll(eventBreak, "");
        yield* release(filter.push(isFirst ? text : `${eventBreak}${text}`), false);
        break;
      }
      case "command": {
        const own = createFilter();
        yield* release(filter.end(), true);
        yield { ...event, command: `${own.push(event.command)}${own.end()}` };
        break;
      }
      case "command-ended":
      case "gap":
      case "closed":
        yield* release(filter.end(), true);
        if (event.type !== "command-ended") yield event;
        break;
      case "resized":
        waiting.push(event);
        break;
    }
  }
  yield* release(filter.end(), true);
}
