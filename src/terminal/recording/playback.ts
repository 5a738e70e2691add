import type { RecordingEvent } from "./recording.ts";

/**
 * Playing a recording, as values: each function answers with the next state and what to write to the terminal now. The
 * caller has the timers and the keys. Positions are milliseconds of the recording, with long silences shortened.
 */
export interface Playback {
  readonly frames: readonly Frame[];
  readonly durationMs: number;
  readonly positionMs: number;
  /** How many frames have been shown. */
  readonly shown: number;
  readonly speed: number;
  readonly isPaused: boolean;
}

export interface Frame {
  atMs: number;
  text: string;
  /** A command began here: a place to jump to. */
  isCommand: boolean;
}

export interface Shown {
  playback: Playback;
  write: string;
}

/** Everything off and the cursor home: what a seek backwards starts from. */
const resetTerminal = "\x1bc";
const speeds = { slowest: 0.125, fastest: 32 };

export function startPlayback(
  events: readonly RecordingEvent[],
  options: { speed?: number; idleLimitMs?: number } = {},
): Playback {
  const idleLimitMs = options.idleLimitMs ?? Number.POSITIVE_INFINITY;
  const frames: Frame[] = [];
  let atMs = 0;
  let lastMs = 0;
  for (const event of events) {
    atMs += Math.min(idleLimitMs, event.atMs - lastMs);
    lastMs = event.atMs;
    frames.push({ atMs, text: frameText(event), isCommand: event.type === "command" });
  }
  return setSpeed({ frames, durationMs: atMs, positionMs: 0, shown: 0, speed: 1, isPaused: false }, options.speed ?? 1);
}

function frameText(event: RecordingEvent): string {
  switch (event.type) {
    case "output":
      return event.text;
    case "gap":
      return `\r\n[… ${event.missedBytes} bytes are not in the log any more …]\r\n`;
    case "resized":
      // Asks the terminal's window to take that size; one that may not be resized ignores it.
      return `\x1b[8;${event.rows};${event.cols}t`;
    case "command":
    case "command-ended":
    case "closed":
      return "";
  }
}

/** Lets time go by. Nothing happens while it is paused. */
export function advance(playback: Playback, elapsedMs: number): Shown {
  if (playback.isPaused) return { playback, write: "" };
  return show(playback, Math.min(playback.durationMs, playback.positionMs + Math.max(0, elapsedMs) * playback.speed));
}

/** Jumps to a position. Backwards begins anew, since what was drawn cannot be taken back. */
export function seek(playback: Playback, toMs: number): Shown {
  const target = Math.min(playback.durationMs, Math.max(0, toMs));
  if (target >= playback.positionMs) return show(playback, target);
  const { playback: next, write } = show({ ...playback, positionMs: 0, shown: 0 }, target);
  return { playback: next, write: `${resetTerminal}${write}` };
}

/** Jumps to where the next or the previous command began. */
export function seekCommand(playback: Playback, direction: "next" | "previous"): Shown {
  const { frames, positionMs } = playback;
  const isWanted = (frame: Frame) =>
    frame.isCommand && (direction === "next" ? frame.atMs > positionMs : frame.atMs < positionMs);
  const found = direction === "next" ? frames.find(isWanted) : frames.findLast(isWanted);
  return seek(playback, found?.atMs ?? (direction === "next" ? playback.durationMs : 0));
}

export function setSpeed(playback: Playback, speed: number): Playback {
  if (!(speed > 0)) return playback;
  return { ...playback, speed: Math.min(speeds.fastest, Math.max(speeds.slowest, speed)) };
}

export function setPaused(playback: Playback, isPaused: boolean): Playback {
  return { ...playback, isPaused };
}

export function isOver(playback: Playback): boolean {
  return playback.shown === playback.frames.length;
}

/** How long until there is something to show; null while paused and at the end. */
export function nextFrameInMs(playback: Playback): number | null {
  const frame = playback.frames[playback.shown];
  if (frame === undefined || playback.isPaused) return null;
  return Math.max(0, frame.atMs - playback.positionMs) / playback.speed;
}

function show(playback: Playback, toMs: number): Shown {
  const texts: string[] = [];
  let shown = playback.shown;
  for (
    let frame = playback.frames[shown];
    frame !== undefined && frame.atMs <= toMs;
    frame = playback.frames[++shown]
  ) {
    texts.push(frame.text);
  }
  return { playback: { ...playback, positionMs: toMs, shown }, write: texts.join("") };
}
