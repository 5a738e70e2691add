import type { IDecoration, IMarker, Terminal } from "@xterm/xterm";

type Holder = "agent" | "person";

/**
 * The bar beside each command block: orange for the agent's steps, cyan for what a person typed. An overlay: it adds
 * no rows and changes no bytes. Steps know their place as offsets of the terminal's log, so every written chunk leaves
 * a checkpoint: this offset is on this line.
 */
export interface CommandBars {
  setHolder(holder: Holder): void;
  /** Everything before this offset has been drawn. */
  reached(offset: number): void;
  /** Steps of the agent: where each began and, once it has ended, where it ended. */
  setSteps(steps: readonly StepPlace[]): void;
  lineAt(offset: number): number | null;
  reset(): void;
}

export interface StepPlace {
  readonly id: string;
  readonly from: number;
  readonly to: number | null;
}

interface Bar {
  decoration: IDecoration;
  top: number;
  height: number;
}

const mostCheckpoints = 4000;
const mostBars = 300;

export function createCommandBars(term: Terminal): CommandBars {
  const checkpoints: { offset: number; marker: IMarker }[] = [];
  const bars = new Map<string, Bar>();
  let steps: readonly StepPlace[] = [];
  let personFrom: { id: string; marker: IMarker } | null = null;
  let holder: Holder = "agent";
  let personBlocks = 0;

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
  const before = (offset: number) => checkpoints[indexOf(offset) - 1]?.marker ?? null;
  const after = (offset: number) => checkpoints[indexOf(offset)]?.marker ?? null;

  function cursorLine(): number {
    return term.buffer.active.baseY + term.buffer.active.cursorY;
  }

  function draw(id: string, marker: IMarker, lastLine: number, who: Holder) {
    if (marker.isDisposed || term.buffer.active.type !== "normal") return;
    const height = Math.max(1, lastLine - marker.line);
    const known = bars.get(id);
    if (known && known.top === marker.line && known.height === height) return;
    known?.decoration.dispose();
    const decoration = term.registerDecoration({ marker, x: 0, width: 1, height });
    if (!decoration) return;
    decoration.onRender((element) => element.classList.add("command-bar", who));
    bars.set(id, { decoration, top: marker.line, height });
    for (const [oldest, bar] of bars) {
      if (bars.size <= mostBars) break;
      bar.decoration.dispose();
      bars.delete(oldest);
    }
  }

  function drawSteps() {
    for (const step of steps) {
      const start = before(step.from);
      if (!start) continue;
      const end = step.to === null ? null : after(step.to);
      draw(step.id, start, end && !end.isDisposed ? end.line : cursorLine(), "agent");
    }
    if (personFrom && cursorLine() > personFrom.marker.line) {
      draw(personFrom.id, personFrom.marker, cursorLine(), "person");
    }
  }

  return {
    setHolder(now) {
      if (now === holder) return;
      holder = now;
      personBlocks += 1;
      personFrom = now === "person" ? { id: `person-${personBlocks}`, marker: term.registerMarker(0) } : null;
    },
    reached(offset) {
      checkpoints.push({ offset, marker: term.registerMarker(0) });
      if (checkpoints.length > mostCheckpoints) {
        for (const old of checkpoints.splice(0, mostCheckpoints / 2)) old.marker.dispose();
      }
      drawSteps();
    },
    setSteps(now) {
      steps = now.slice(-mostBars);
      drawSteps();
    },
    lineAt: (offset) => before(offset)?.line ?? null,
    reset() {
      for (const bar of bars.values()) bar.decoration.dispose();
      bars.clear();
      checkpoints.length = 0;
      personFrom = null;
    },
  };
}
