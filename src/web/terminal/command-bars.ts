import type { IDisposable, IMarker, Terminal } from "@xterm/xterm";

type Holder = "agent" | "person";

/**
 * The bar beside each command block: orange for the agent's steps, cyan for what a person typed. An overlay: it adds
 * no rows and changes no bytes. Steps know their place as offsets of the terminal's log, so what is written leaves
 * checkpoints: this offset is on this line.
 */
export interface CommandBars extends IDisposable {
  setHolder(holder: Holder): void;
  /** Writes what comes next in the log, up to the offset `end`, and notes where it stands. */
  write(bytes: Uint8Array, end: number, done: () => void): void;
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

type Place = Pick<IMarker, "line" | "isDisposed">;

interface Checkpoint {
  readonly offset: number;
  readonly marker: IMarker;
  /** Its offset is the first of a line. */
  readonly startsLine: boolean;
}

interface Block {
  readonly who: Holder;
  readonly start: Place;
  /** Null while it goes on: then it reaches to the cursor. */
  end: Place | null;
}

const newLine = 0x0a;
const mostCheckpoints = 4000;
const mostBlocks = 300;
/** A flood of lines is drawn in one piece: nobody can tell its commands apart while it runs. */
const mostLinesNoted = 200;

export function createCommandBars(term: Terminal): CommandBars {
  const checkpoints: Checkpoint[] = [];
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

  const after = (offset: number) => exact.get(offset)?.marker ?? checkpoints[indexOf(offset)]?.marker ?? null;
  const cursorLine = () => term.buffer.active.baseY + term.buffer.active.cursorY;

  /** The line on which the command stands whose output begins at an offset: the one above that output. */
  function commandAbove(offset: number): Place | null {
    const known = exact.get(offset)?.above;
    if (known) return known;
    const last = indexOf(offset + 1) - 1;
    const nearest = checkpoints[last];
    const lineStart = checkpoints.slice(Math.max(0, last - mostLinesNoted), last + 1).findLast((c) => c.startsLine);
    if (lineStart && nearest && lineStart.marker.line === nearest.marker.line) {
      const { line, isDisposed } = lineStart.marker;
      return { line: lineAbove(line), isDisposed };
    }
    // Bytes that were drawn in one piece: what is known is where the last piece before it ended.
    return checkpoints[indexOf(offset) - 1]?.marker ?? null;
  }

  /** Where the line above this one begins: one that is longer than the terminal is wide began further up. */
  function lineAbove(line: number): number {
    let above = Math.max(0, line - 1);
    while (above > 0 && term.buffer.active.getLine(above)?.isWrapped) above -= 1;
    return above;
  }

  function note(offset: number, startsLine: boolean) {
    checkpoints.push({ offset, marker: term.registerMarker(0), startsLine });
    if (checkpoints.length > mostCheckpoints) {
      for (const old of checkpoints.splice(0, mostCheckpoints / 2)) old.marker.dispose();
    }
    drawSoon();
  }

  function blocks(): Block[] {
    const ofAgent = steps.flatMap(({ from, to }, i): Block[] => {
      const start = commandAbove(from);
      const end = to === null ? null : after(to);
      // Bytes that came together have one place: a block reaches no further than to where the next one begins.
      const following = steps[i + 1];
      const next = following ? commandAbove(following.from) : null;
      const isCut = end !== null && next !== null && next.line < end.line;
      return start ? [{ who: "agent", start, end: isCut ? next : end }] : [];
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
    write(bytes, end, done) {
      let written = 0;
      for (const at of lineEnds(bytes)) {
        const offset = end - bytes.length + at + 1;
        term.write(bytes.subarray(written, at + 1), () => note(offset, true));
        written = at + 1;
      }
      term.write(bytes.subarray(written), () => {
        note(end, false);
        done();
      });
    },
    reached: (offset) => note(offset, false),
    placed(places) {
      if (term.buffer.active.type !== "normal") return;
      const markerOn = (line: number) => term.registerMarker(line - cursorLine());
      for (const { offset, line } of places) {
        exact.set(offset, { marker: markerOn(line), above: markerOn(lineAbove(line)) });
      }
      drawSoon();
    },
    setSteps(now) {
      steps = now.slice(-mostBlocks);
      drawSoon();
    },
    lineAt: (offset) => commandAbove(offset)?.line ?? null,
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

/** Where lines end in a piece of output; none where there are too many to note. */
function lineEnds(bytes: Uint8Array): number[] {
  const ends: number[] = [];
  for (let at = bytes.indexOf(newLine); at !== -1; at = bytes.indexOf(newLine, at + 1)) {
    if (ends.push(at) > mostLinesNoted) return [];
  }
  return ends;
}
