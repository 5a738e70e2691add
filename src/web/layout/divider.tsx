import { useState } from "react";
import { preferences, setPreferences, usePreferences } from "../lib/preferences.ts";

const least = 400;
const most = 640;

/** Between terminal and console. The terminal is resized when the drag ends, not while it goes on. */
export function Divider() {
  const { consoleWidth } = usePreferences();
  const [isDragging, setDragging] = useState(false);
  const set = (width: number) => setPreferences({ consoleWidth: Math.round(Math.min(most, Math.max(least, width))) });
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be moved; this one can.
    <div
      className="divider"
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the console"
      aria-valuenow={consoleWidth}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragging(true);
      }}
      onPointerMove={(event) => isDragging && set(window.innerWidth - event.clientX)}
      onPointerUp={() => setDragging(false)}
      onKeyDown={(event) => {
        if (event.key === "ArrowLeft") set(preferences().consoleWidth + 16);
        if (event.key === "ArrowRight") set(preferences().consoleWidth - 16);
      }}
    />
  );
}
