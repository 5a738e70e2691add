import {
  advance,
  isOver,
  nextFrameInMs,
  seek,
  seekCommand,
  setPaused,
  setSpeed,
  startPlayback,
} from "../terminal/index.ts";

/** What a player of recordings is made of; it shows nothing and waits for nothing itself. */
export const playback = { advance, isOver, nextFrameInMs, seek, seekCommand, setPaused, setSpeed, startPlayback };
