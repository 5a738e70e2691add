import type { Terminal } from "@xterm/xterm";
import type { TerminalFeed } from "../../client/index.ts";
import { safeTitle } from "../lib/visible-text.ts";
import { guardClipboard } from "./clipboard-guard.ts";
import { type CommandBars, createCommandBars } from "./command-bars.ts";
import { createXterm, fontsWith } from "./create-xterm.ts";
import { createScreenSize, type Sizing } from "./screen-size.ts";
import { bufferText, textBelow } from "./screen-text.ts";
import { createTerminalSearch } from "./terminal-search.ts";
import { xtermTheme } from "./xterm-theme.ts";

export interface ScreenEvents {
  onType(bytes: Uint8Array): void;
  onTitle(title: string): void;
  /** It took another size because of the room it has here. */
  onSize(cols: number, rows: number): void;
  /** What a program wanted of the browser and did not get. */
  onRefusal(reason: string): void;
  onLinkHover(url: string | null): void;
}

export interface ScreenLook {
  fontSize: number;
  fontFamily: string;
  holder: "agent" | "person";
}

/** One xterm on one element. Knows nothing of sessions. */
export interface TerminalScreen {
  readonly feed: Pick<TerminalFeed, "onOutput" | "onSnapshot">;
  readonly bars: CommandBars;
  /** `bars` lies beside the grid and gets the bars of commands. */
  mount(element: HTMLElement, bars: HTMLElement): void;
  /** As large as there is room, or at the size somebody else gave it, with the text made smaller where needed. */
  setSizing(sizing: Sizing): void;
  /** There is more or less room now. */
  layout(): void;
  focus(): void;
  setLook(look: ScreenLook): void;
  find(text: string, direction: "next" | "previous"): Promise<boolean>;
  /** Nobody looks for anything any more. */
  endFind(): void;
  selection(): string;
  bufferText(): string;
  paste(text: string): void;
  scrollToOffset(offset: number): boolean;
  /** The lines below the one on which an offset stands, newest last. */
  textSince(offset: number): string;
  dispose(): void;
}

const encoder = new TextEncoder();

export function createTerminalScreen(events: ScreenEvents, size: { cols: number; rows: number }): TerminalScreen {
  const term = createXterm(size, events);
  const sizes = createScreenSize(term, { kind: "fixed", ...size }, events.onSize);
  const bars = createCommandBars(term);
  const search = createTerminalSearch(term);
  const clipboard = guardClipboard(term, events.onRefusal);
  passTyping(term, events.onType);
  term.onTitleChange((title) => events.onTitle(safeTitle(title)));

  return {
    bars,
    feed: {
      onOutput: bars.write,
      onSnapshot(bytes, end, drawn, shown) {
        term.reset();
        bars.reset();
        // At the size it was drawn for: wrapped anew, its lines would be others.
        if (drawn) term.resize(drawn.cols, drawn.rows);
        if (drawn?.scrollback !== undefined) term.options.scrollback = drawn.scrollback;
        term.write(bytes, () => {
          if (drawn) bars.placed(drawn.places);
          bars.reached(end);
          sizes.layout();
          shown();
          // Measured by the bench: from here on somebody sees a prompt and can type.
          performance.mark("terminal-usable");
        });
      },
    },
    mount(element, layer) {
      term.open(element);
      bars.mount(layer);
      element.addEventListener("pointerdown", clipboard.onGesture);
      sizes.mount();
      // Each renderer rounds the size of a character in its own way, so another number of columns may fit: before it is
      // known which one draws, no size is asked for.
      void drawWithWebgl(term, sizes.layout).then((renderer) => {
        element.dataset["renderer"] = renderer;
        sizes.trust();
      });
    },
    setSizing: sizes.set,
    layout: sizes.layout,
    focus: () => term.focus(),
    setLook({ fontSize, fontFamily, holder }) {
      term.options.theme = xtermTheme(holder, term.element ?? document.documentElement);
      sizes.setFont(fontSize, fontsWith(fontFamily));
    },
    find: search.find,
    endFind: search.end,
    selection: () => term.getSelection(),
    bufferText: () => bufferText(term),
    paste: (text) => term.paste(text),
    scrollToOffset(offset) {
      const line = bars.lineAt(offset);
      if (line === null) return false;
      term.scrollToLine(Math.max(0, line - 2));
      return true;
    },
    textSince(offset) {
      const line = bars.lineAt(offset);
      return line === null ? "" : textBelow(term, line);
    },
    dispose() {
      sizes.dispose();
      bars.dispose();
      term.dispose();
    },
  };
}

function passTyping(term: Terminal, onType: (bytes: Uint8Array) => void): void {
  term.onData((data) => onType(encoder.encode(data)));
  term.onBinary((data) => onType(Uint8Array.from(data, (char) => char.charCodeAt(0))));
  term.attachCustomKeyEventHandler((event) => {
    // These belong to the page, not to the program in the terminal: moving between panes, search, copy and paste.
    if (event.key === "F6") return false;
    if (event.ctrlKey && event.shiftKey && ["C", "V", "F"].includes(event.key.toUpperCase())) return false;
    return true;
  });
}

/** Faster drawing where the graphics card allows; the ordinary renderer stays where it does not. */
async function drawWithWebgl(term: Terminal, onLost: () => void): Promise<"webgl" | "dom"> {
  try {
    const { WebglAddon } = await import("@xterm/addon-webgl");
    const addon = new WebglAddon();
    addon.onContextLoss(() => {
      addon.dispose();
      onLost();
    });
    term.loadAddon(addon);
    return "webgl";
  } catch {
    // No WebGL here: xterm goes on drawing with the DOM.
    return "dom";
  }
}
