import { createReadStream, existsSync, readFileSync } from "node:fs";
import { listSegments, segmentPath, timelinePath } from "../raw-log/segments.ts";
import { readTerminalCard, terminalDirectory, terminalIdPattern } from "../raw-log/terminal-card.ts";
import { parseTimeline, type TimelineEntry } from "../raw-log/timeline.ts";

/** Something that happened in a terminal, with the milliseconds since the recording began. Input is never among it. */
export type RecordingEvent =
  | { type: "output"; atMs: number; offset: number; text: string }
  | { type: "resized"; atMs: number; cols: number; rows: number }
  | { type: "command"; atMs: number; command: string }
  /** Its output ends here: a boundary for whoever looks for secrets, and nothing that is shown. */
  | { type: "command-ended"; atMs: number }
  /** Bytes that the log's cap removed, or that a full disk did not take. */
  | { type: "gap"; atMs: number; missedBytes: number }
  | { type: "closed"; atMs: number; exitCode: number | null };

export interface RecordingHeader {
  terminal: string;
  session: string;
  target: string;
  shell: string;
  /** Milliseconds since 1970 of the first thing that is still in the log. */
  startedAt: number;
  cols: number;
  rows: number;
}

export interface Recording {
  header: RecordingHeader;
  /** Read from the log while it is iterated; a terminal that is still open ends where its log ends now. */
  events(): AsyncIterable<RecordingEvent>;
}

/** A terminal's recording, derived from its raw log. Null when there is no such terminal or nothing is left of it. */
export function readRecording(options: { stateDir: string; terminalId: string }): Recording | null {
  const { stateDir, terminalId } = options;
  const card = terminalIdPattern.test(terminalId) ? readTerminalCard(stateDir, terminalId) : null;
  if (card === null) return null;
  const directory = terminalDirectory(stateDir, terminalId);
  const first = listSegments(directory)[0];
  const timeline = first === undefined ? [] : readTimeline(directory, first);
  const size = timeline.find((entry) => entry.type === "resized");
  const header: RecordingHeader = {
    terminal: card.id,
    session: card.session,
    target: card.target,
    shell: card.shell,
    startedAt: timeline[0]?.atMs ?? card.openedAt,
    cols: size?.cols ?? card.cols,
    rows: size?.rows ?? card.rows,
  };
  return { header, events: () => readEvents(directory, header) };
}

/** The sizes a terminal had from an offset of its log on: the one it had there first. Empty when nothing is known. */
export function readTerminalSizes(options: { stateDir: string; terminalId: string; from: number }): TerminalSize[] {
  const { stateDir, terminalId, from } = options;
  if (!terminalIdPattern.test(terminalId)) return [];
  const directory = terminalDirectory(stateDir, terminalId);
  const segments = listSegments(directory);
  // Each segment begins with the size of its time, so those before the one that holds `from` say nothing more.
  const first = segments.findLastIndex((start) => start <= from);
  const sizes = segments
    .slice(Math.max(0, first))
    .flatMap((start) => readTimeline(directory, start))
    .filter((entry) => entry.type === "resized");
  const known = sizes.findLastIndex(({ offset }) => offset <= from);
  return sizes.slice(Math.max(0, known)).map(({ offset, cols, rows }) => ({ offset, cols, rows }));
}

export interface TerminalSize {
  /** The first byte that came at this size. */
  offset: number;
  cols: number;
  rows: number;
}

async function* readEvents(directory: string, header: RecordingHeader): AsyncGenerator<RecordingEvent> {
  const text = createText();
  let size = { cols: header.cols, rows: header.rows };
  let position = 0;
  let atMs = 0;

  function happened(entry: TimelineEntry): RecordingEvent[] {
    // Told afterwards, so its time says nothing about the bytes around it.
    if (entry.type === "command-ended") return [{ type: "command-ended", atMs }];
    // A clock that was set back must not make a recording run backwards.
    atMs = Math.max(atMs, entry.atMs - header.startedAt);
    switch (entry.type) {
      case "bytes":
        return [];
      case "resized":
        if (entry.cols === size.cols && entry.rows === size.rows) return [];
        size = { cols: entry.cols, rows: entry.rows };
        return [{ type: "resized", atMs, ...size }];
      case "command":
        return [{ type: "command", atMs, command: entry.command }];
      case "closed":
        return [{ type: "closed", atMs, exitCode: entry.exitCode }];
    }
  }

  for (const start of listSegments(directory)) {
    if (start > position) {
      yield* text.end(atMs);
      yield { type: "gap", atMs, missedBytes: start - position };
    }
    position = start;
    const timeline = readTimeline(directory, start);
    let next = 0;
    for await (const chunk of readSegment(directory, start)) {
      for (let at = 0; at < chunk.length; ) {
        for (let entry = timeline[next]; entry !== undefined && entry.offset <= position; entry = timeline[++next]) {
          yield* happened(entry);
        }
        const stop = Math.min(chunk.length, at + (timeline[next]?.offset ?? Number.POSITIVE_INFINITY) - position);
        yield* text.push(chunk.subarray(at, stop), position, atMs);
        position += stop - at;
        at = stop;
      }
    }
    for (const entry of timeline.slice(next)) yield* happened(entry);
  }
  yield* text.end(atMs);
}

/** Nothing when the cap has removed it meanwhile; the next segment then shows a gap. */
async function* readSegment(directory: string, start: number): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(segmentPath(directory, start)) as AsyncIterable<Buffer>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** Bytes to text: a character that was cut in two appears, whole, with its second half. */
function createText() {
  let decoder = new TextDecoder();
  let offset = 0;
  function* emit(text: string, atMs: number): Generator<RecordingEvent> {
    if (text !== "") yield { type: "output", atMs, offset, text };
  }
  return {
    *push(bytes: Uint8Array, at: number, atMs: number): Generator<RecordingEvent> {
      offset = at;
      yield* emit(decoder.decode(bytes, { stream: true }), atMs);
    },
    *end(atMs: number): Generator<RecordingEvent> {
      yield* emit(decoder.decode(), atMs);
      decoder = new TextDecoder();
    },
  };
}

function readTimeline(directory: string, start: number): TimelineEntry[] {
  const path = timelinePath(directory, start);
  // The cap may remove a segment while we read the one before.
  if (!existsSync(path)) return [];
  return parseTimeline(readFileSync(path, "utf8")).sort((a, b) => a.offset - b.offset);
}
