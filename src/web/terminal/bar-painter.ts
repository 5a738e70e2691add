import type { IDisposable, Terminal } from "@xterm/xterm";
import { cursorLine, type Place } from "./log-places.ts";

export type Holder = "agent" | "person";

export interface Block {
  readonly who: Holder;
  readonly start: Place;
  /** Null while it goes on: then it reaches to the cursor. */
  end: Place | null;
}

interface BarPainter extends IDisposable {
  /** With the next frame, however often it is called before. */
  drawSoon(): void;
  /** Draws into this element, which lies over the grid. */
  mount(layer: HTMLElement): void;
}

/** Draws a bar beside each block that is in view, again whenever the terminal moves. */
export function createBarPainter(term: Terminal, blocks: () => readonly Block[]): BarPainter {
  let layer: HTMLElement | null = null;
  let frame: number | null = null;

  function draw() {
    frame = null;
    const screen = term.element?.querySelector<HTMLElement>(".xterm-screen");
    if (!layer || !screen) return;
    const rowPx = screen.clientHeight / term.rows;
    const isPlain = term.buffer.active.type === "normal";
    const shown = isPlain ? blocks().flatMap((block) => ({ who: block.who, place: inView(term, block) })) : [];
    const bars = shown.flatMap(({ who, place }) => (place ? [{ who, ...place }] : []));
    while (layer.children.length > bars.length) layer.lastElementChild?.remove();
    while (layer.children.length < bars.length) layer.append(document.createElement("div"));
    bars.forEach(({ who, top, height }, i) => {
      const bar = layer?.children[i] as HTMLElement;
      bar.className = `command-bar ${who}`;
      bar.style.top = `${top * rowPx}px`;
      bar.style.height = `${height * rowPx}px`;
    });
  }

  function drawSoon() {
    frame ??= requestAnimationFrame(draw);
  }

  const listeners = [term.onRender(drawSoon), term.onScroll(drawSoon), term.onResize(drawSoon)];

  return {
    drawSoon,
    mount(element) {
      layer = element;
      drawSoon();
    },
    dispose() {
      if (frame !== null) cancelAnimationFrame(frame);
      for (const listener of listeners) listener.dispose();
    },
  };
}

/** Lines of a block that are in view, counted from the top of the view; null when there are none. */
function inView(term: Terminal, { start, end }: Block): { top: number; height: number } | null {
  const { viewportY } = term.buffer.active;
  if (start.isDisposed && (end === null || end.isDisposed)) return null;
  // What has scrolled out of the buffer began above everything there is.
  const first = start.isDisposed ? 0 : start.line;
  const last = end === null || end.isDisposed ? cursorLine(term) : end.line;
  const top = Math.max(first, viewportY);
  const bottom = Math.min(Math.max(last, first + 1), viewportY + term.rows);
  return bottom > top ? { top: top - viewportY, height: bottom - top } : null;
}
