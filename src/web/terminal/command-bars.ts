import type { IDisposable, Terminal } from "@xterm/xterm";
import type { StepPlace } from "../../session/index.ts";
import { type Block, createBarPainter, type Holder } from "./bar-painter.ts";
import { createLogPlaces, mostLinesNoted } from "./log-places.ts";

/**
 * The bar beside each command block: orange for the agent's steps, cyan for what a person typed. An overlay: it adds
 * no rows and changes no bytes. Steps know their place as offsets of the terminal's log.
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

const newLine = 0x0a;
const mostBlocks = 300;

export function createCommandBars(term: Terminal): CommandBars {
  const places = createLogPlaces(term);
  let steps: readonly StepPlace[] = [];
  let personal: Block[] = [];
  let holder: Holder = "agent";

  function blocks(): Block[] {
    const ofAgent = steps.flatMap(({ from, to }, i): Block[] => {
      const start = places.commandAbove(from);
      const end = to === null ? null : places.after(to);
      // Bytes that came together have one place: a block reaches no further than to where the next one begins.
      const following = steps[i + 1];
      const next = following ? places.commandAbove(following.from) : null;
      const isCut = end !== null && next !== null && next.line < end.line;
      return start ? [{ who: "agent", start, end: isCut ? next : end }] : [];
    });
    return [...ofAgent, ...personal];
  }

  const painter = createBarPainter(term, blocks);

  function note(offset: number, startsLine: boolean) {
    places.note(offset, { startsLine });
    painter.drawSoon();
  }

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
      painter.drawSoon();
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
    placed(known) {
      if (term.buffer.active.type !== "normal") return;
      places.noteSnapshot(known);
      painter.drawSoon();
    },
    setSteps(now) {
      steps = now.slice(-mostBlocks);
      painter.drawSoon();
    },
    lineAt: (offset) => places.commandAbove(offset)?.line ?? null,
    reset() {
      places.reset();
      personal = [];
      painter.drawSoon();
    },
    mount: painter.mount,
    dispose: painter.dispose,
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
