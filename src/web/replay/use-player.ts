import { create, type Player } from "asciinema-player";
import { useEffect, useRef, useState } from "react";
import { skipTo } from "./time-line.ts";

interface Recorded {
  cast: string;
  /** When something was printed, in the recording's time. */
  times: readonly number[];
  /** When there is something to see. */
  firstAt: number;
}

export type RecordingPlayer = ReturnType<typeof usePlayer>;

/** Plays a recording in an element: where it is, whether it plays, and how to move in it. Times are in milliseconds. */
export function usePlayer({ cast, times, firstAt }: Recorded) {
  const box = useRef<HTMLDivElement>(null);
  const player = useRef<Player | null>(null);
  const [now, setNow] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [skips, setSkips] = useState(true);
  const [speed, setSpeed] = useState(1);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const made = create({ data: cast }, element, {
      fit: "both",
      controls: false,
      speed,
      preload: true,
      // The first screen with something on it, instead of an empty one.
      poster: `npt:${firstAt / 1000 + 0.5}`,
      terminalFontFamily: getComputedStyle(element).getPropertyValue("--font-mono"),
      theme: "cotty",
    });
    player.current = made;
    made.addEventListener("playing", () => setPlaying(true));
    made.addEventListener("pause", () => setPlaying(false));
    made.addEventListener("ended", () => setPlaying(false));
    return () => {
      player.current = null;
      made.dispose();
    };
  }, [cast, speed, firstAt]);

  useEffect(() => {
    const timer = setInterval(() => {
      const ms = (player.current?.getCurrentTime() ?? 0) * 1000;
      setNow(ms);
      const jump = skips && isPlaying ? skipTo(times, ms) : null;
      if (jump !== null) void player.current?.seek(jump / 1000);
    }, 200);
    return () => clearInterval(timer);
  }, [skips, isPlaying, times]);

  return {
    box,
    now,
    isPlaying,
    skips,
    setSkips,
    speed,
    setSpeed,
    seek(ms: number) {
      setNow(ms);
      void player.current?.seek(Math.max(0, ms) / 1000);
    },
    toggle: () => void (isPlaying ? player.current?.pause() : player.current?.play()),
  };
}
