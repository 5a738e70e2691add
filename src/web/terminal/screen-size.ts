import { FitAddon } from "@xterm/addon-fit";
import type { Terminal } from "@xterm/xterm";

export type Sizing = { kind: "fit" } | { kind: "fixed"; cols: number; rows: number };

export interface ScreenSize {
  /** There is more or less room now. */
  layout(): void;
  set(sizing: Sizing): void;
  setFont(px: number, family: string): void;
  /** It has a place on the page now. */
  mount(): void;
  /** What is measured from here on is what will be drawn. */
  trust(): void;
  dispose(): void;
}

export const firstFontPx = 12.5;
const smallestFontPx = 5;

/** How large the grid is, and its text where the grid has to fit into less room. */
export function createScreenSize(
  term: Terminal,
  first: Sizing,
  /** It took another size because of the room it has here. */
  onSize: (cols: number, rows: number) => void,
): ScreenSize {
  const fitAddon = new FitAddon();
  term.loadAddon(fitAddon);
  let stage: "unmounted" | "mounted" | "trusted" | "disposed" = "unmounted";
  let sizing = first;
  let wantedFontPx = firstFontPx;

  function applyFont(px: number) {
    if (term.options.fontSize !== px) term.options.fontSize = px;
  }

  function fillRoom() {
    applyFont(wantedFontPx);
    fitAddon.fit();
    if (term.element) term.element.dataset["fits"] = `${term.cols}×${term.rows}`;
    if (stage === "trusted") onSize(term.cols, term.rows);
  }

  function shrinkTo(cols: number, rows: number) {
    applyFont(wantedFontPx);
    const room = fitAddon.proposeDimensions();
    const scale = room ? Math.min(1, room.cols / cols, room.rows / rows) : 1;
    applyFont(Math.max(smallestFontPx, Math.floor(wantedFontPx * scale * 4) / 4));
    term.resize(cols, rows);
  }

  function layout() {
    if (stage === "unmounted" || stage === "disposed") return;
    if (sizing.kind === "fit") fillRoom();
    else shrinkTo(sizing.cols, sizing.rows);
  }

  return {
    layout,
    set(now) {
      sizing = now;
      layout();
    },
    setFont(px, family) {
      if (wantedFontPx === px && term.options.fontFamily === family) return;
      wantedFontPx = px;
      term.options.fontFamily = family;
      layout();
    },
    mount() {
      stage = "mounted";
      layout();
    },
    trust() {
      if (stage === "mounted") stage = "trusted";
      layout();
    },
    dispose() {
      stage = "disposed";
    },
  };
}
