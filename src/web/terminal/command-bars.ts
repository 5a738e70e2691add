import type { IDisposable, IMarker, Terminal } from "@xterm/xterm";

type Holder = "agent" | "person";

/**
 * The bar beside each command block: orange for the agent's steps, cyan for what a person typed. An overlay: it adds
 * no rows and changes no bytes. Steps know their place as offsets of the terminal's log, so every written chunk leaves
 * a checkpoint: this offset is on this line.
 */
export interface CommandBars extends IDisposable {
  setHolder(holder: Holder): void;
  /** Everything before this offset has been drawn. */
  reached(offset: number): void;
  /** Where offsets stand in a snapshot that was just drawn: lines from its top. */
  placed(places: readonly { readonly offset: number; readonly line: number }[]): void;
  /** Steps of the agent: where each began and, once it has ended, where it ended. */
  setSteps(steps: readonly StepPlace[]): void;
  lineAt(offset: number): number | null;
  reset(): void;
  /** Draws into this element, which lies over the grid. */
  mount(layer: HTMLElement): void;
}

export interface StepPlace {
  readonly id: string;
  readonly from: number;
  readonly to: number | null;
}

interface Block {
  readonly who: Holder;
  readonly start: IMarker;
  /** Null while it goes on: then it reaches to the cursor. */
  end: IMarker | null;
}

const mostCheckpoints = 4000;
const mostBlocks = 300;

export function createCommandBars(term: Terminal): CommandBars {
  const checkpoints: { offset: number; marker: IMarker }[] = [];
  /** Known to the line: those of a snapshot. `above` is the line on which the command stands that began there. */
  const exact = new Map<number, { marker: IMarker; above: IMarker }>();
  let steps: readonly StepPlace[] = [];
  let personal: Block[] = [];
  let holder: Holder = "agent";
  let layer: HTMLElement | null = null;
  let frame: number | null = null;

  /** The first checkpoint at or after an offset. */
  function indexOf(offset: number): number {
    let low = 0;
    let high = checkpoints.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((checkpoints[middle]?.offset ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Before the offset, so that the line on which the command stands is part of its block. */
  const before = (offset: number) => exact.get(offset)?.above ?? checkpoints[indexOf(offset) - 1]?.marker ?? null;
  const after = (offset: number) => exact.get(offset)?.marker ?? checkpoints[indexOf(offset)]?.marker ?? null;
  const cursorLine = () => term.buffer.active.baseY + term.buffer.active.cursorY;

  function blocks(): Block[] {
    const ofAgent = steps.flatMap(({ from, to }): Block[] => {
      const start = before(from);
      return start ? [{ who: "agent", start, end: to === null ? null : after(to) }] : [];
    });
    return [...ofAgent, ...personal];
  }

  /** Lines of a block that are in view, counted from the top of the view; null when there are none. */
  function inView({ start, end }: Block): { top: number; height: number } | null {
    const { viewportY } = term.buffer.active;
    if (start.isDisposed && (end === null || end.isDisposed)) return null;
    // What has scrolled out of the buffer began above everything there is.
    const first = start.isDisposed ? 0 : start.line;
    const last = end === null || end.isDisposed ? cursorLine() : end.line;
    const top = Math.max(first, viewportY);
    const bottom = Math.min(Math.max(last, first + 1), viewportY + term.rows);
    return bottom > top ? { top: top - viewportY, height: bottom - top } : null;
  }

  function draw() {
    frame = null;
    const screen = term.element?.querySelector<HTMLElement>(".xterm-screen");
    if (!layer || !screen) return;
    const rowPx = screen.clientHeight / term.rows;
    const isPlain = term.buffer.active.type === "normal";
    const shown = isPlain ? blocks().flatMap((block) => ({ who: block.who, place: inView(block) })) : [];
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
    setHolder(now) {
      if (now === holder) return;
      holder = now;
      if (now === "person") {
        personal = [...personal.slice(-mostBlocks), { who: "person", start: term.registerMarker(0), end: null }];
      } else {
        const last = personal.at(-1);
        if (last) last.end = term.registerMarker(0);
      }
      drawSoon();
    },
    reached(offset) {
      checkpoints.push({ offset, marker: term.registerMarker(0) });
      if (checkpoints.length > mostCheckpoints) {
        for (const old of checkpoints.splice(0, mostCheckpoints / 2)) old.marker.dispose();
      }
      drawSoon();
    },
    placed(places) {
      const buffer = term.buffer.active;
      if (buffer.type !== "normal") return;
      const markerOn = (line: number) => term.registerMarker(line - cursorLine());
      for (const { offset, line } of places) {
        let above = Math.max(0, line - 1);
        // A command that is longer than a line began further up.
        while (above > 0 && buffer.getLine(above)?.isWrapped) above -= 1;
        exact.set(offset, { marker: markerOn(line), above: markerOn(above) });
      }
      drawSoon();
    },
    setSteps(now) {
      steps = now.slice(-mostBlocks);
      drawSoon();
    },
    lineAt: (offset) => before(offset)?.line ?? null,
    reset() {
      checkpoints.length = 0;
      exact.clear();
      personal = [];
      drawSoon();
    },
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
