import type { IMarker, Terminal } from "@xterm/xterm";

export type Place = Pick<IMarker, "line" | "isDisposed">;

interface Checkpoint {
  readonly offset: number;
  readonly marker: IMarker;
  /** Its offset is the first of a line. */
  readonly startsLine: boolean;
}

const mostCheckpoints = 4000;
/** A flood of lines is drawn in one piece: nobody can tell its commands apart while it runs. */
export const mostLinesNoted = 200;

/** Where offsets of the terminal's log stand in its buffer: what is written leaves checkpoints, this offset is on this line. */
export interface LogPlaces {
  /** The cursor stands at this offset now. */
  note(offset: number, options: { startsLine: boolean }): void;
  /** Where offsets stand in a snapshot that was just drawn: lines from its top. */
  noteSnapshot(places: readonly { readonly offset: number; readonly line: number }[]): void;
  /** The line on which the command stands whose output begins at an offset: the one above that output. */
  commandAbove(offset: number): Place | null;
  /** The first known place at or after an offset. */
  after(offset: number): Place | null;
  reset(): void;
}

export function createLogPlaces(term: Terminal): LogPlaces {
  const checkpoints: Checkpoint[] = [];
  /** Known to the line: those of a snapshot. `above` is the line on which the command stands that began there. */
  const exact = new Map<number, { marker: IMarker; above: IMarker }>();

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

  /** Where the line above this one begins: one that is longer than the terminal is wide began further up. */
  function lineAbove(line: number): number {
    let above = Math.max(0, line - 1);
    while (above > 0 && term.buffer.active.getLine(above)?.isWrapped) above -= 1;
    return above;
  }

  return {
    note(offset, { startsLine }) {
      checkpoints.push({ offset, marker: term.registerMarker(0), startsLine });
      if (checkpoints.length > mostCheckpoints) {
        for (const old of checkpoints.splice(0, mostCheckpoints / 2)) old.marker.dispose();
      }
    },
    noteSnapshot(places) {
      const markerOn = (line: number) => term.registerMarker(line - cursorLine(term));
      for (const { offset, line } of places) {
        exact.set(offset, { marker: markerOn(line), above: markerOn(lineAbove(line)) });
      }
    },
    commandAbove(offset) {
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
    },
    after: (offset) => exact.get(offset)?.marker ?? checkpoints[indexOf(offset)]?.marker ?? null,
    reset() {
      checkpoints.length = 0;
      exact.clear();
    },
  };
}

export function cursorLine(term: Terminal): number {
  return term.buffer.active.baseY + term.buffer.active.cursorY;
}
