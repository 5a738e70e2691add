import { useState, useSyncExternalStore } from "react";
import { preferences, setPreferences, usePreferences } from "../lib/preferences.ts";

/** Where terminal and console stand above each other instead of side by side. */
const stacked = matchMedia("(min-width: 768px) and (max-width: 959px)");

const sides = { least: 400, most: 640 };
const shares = { least: 20, most: 75 };

function within(value: number, { least, most }: { least: number; most: number }): number {
  return Math.round(Math.min(most, Math.max(least, value)));
}

/** Between terminal and console. The terminal is resized when the drag ends, not while it goes on. */
export function Divider() {
  const isStacked = useSyncExternalStore(
    (changed) => {
      stacked.addEventListener("change", changed);
      return () => stacked.removeEventListener("change", changed);
    },
    () => stacked.matches,
  );
  const { consoleWidth, terminalShare } = usePreferences();
  const [isDragging, setDragging] = useState(false);
  const limits = isStacked ? shares : sides;
  const move = (step: 1 | -1) =>
    isStacked
      ? setPreferences({ terminalShare: within(preferences().terminalShare + 3 * step, shares) })
      : setPreferences({ consoleWidth: within(preferences().consoleWidth - 16 * step, sides) });
  const dragTo = (event: React.PointerEvent) => {
    if (!isStacked) return setPreferences({ consoleWidth: within(window.innerWidth - event.clientX, sides) });
    const work = event.currentTarget.parentElement?.getBoundingClientRect();
    if (work) setPreferences({ terminalShare: within(((event.clientY - work.top) / work.height) * 100, shares) });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be moved; this one can.
    <div
      className="divider"
      role="separator"
      aria-orientation={isStacked ? "horizontal" : "vertical"}
      aria-label={isStacked ? "Height of the terminal" : "Width of the console"}
      aria-valuenow={isStacked ? terminalShare : consoleWidth}
      aria-valuemin={limits.least}
      aria-valuemax={limits.most}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragging(true);
      }}
      onPointerMove={(event) => isDragging && dragTo(event)}
      onPointerUp={() => setDragging(false)}
      onKeyDown={(event) => {
        if (event.key === "ArrowLeft" || event.key === "ArrowUp") move(-1);
        if (event.key === "ArrowRight" || event.key === "ArrowDown") move(1);
      }}
    />
  );
}
