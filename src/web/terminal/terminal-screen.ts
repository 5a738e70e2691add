import { FitAddon } from "@xterm/addon-fit";
import type { SearchAddon } from "@xterm/addon-search";
import { Unicode11Addon } from "@xterm/addon-unicode11";
import { WebLinksAddon } from "@xterm/addon-web-links";
import { Terminal } from "@xterm/xterm";
import { boundRepeats } from "../../base/index.ts";
import type { TerminalFeed } from "../backend/hub.ts";
import { safeTitle } from "../lib/visible-text.ts";
import { readClipboardRequest } from "./clipboard-guard.ts";
import { type CommandBars, createCommandBars } from "./command-bars.ts";
import { silenceReplies } from "./silence-replies.ts";
import { matchColours, xtermTheme } from "./xterm-theme.ts";

export interface ScreenEvents {
  onType(bytes: Uint8Array): void;
  onTitle(title: string): void;
  /** It took another size because of the room it has here. */
  onSize(cols: number, rows: number): void;
  /** What a program wanted of the browser and did not get. */
  onRefusal(reason: string): void;
  onLinkHover(url: string | null): void;
}

export type Sizing = { kind: "fit" } | { kind: "fixed"; cols: number; rows: number };

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
const mostLiveLines = 200;
const smallestFont = 5;

export function createTerminalScreen(events: ScreenEvents, size: { cols: number; rows: number }): TerminalScreen {
  let sizing: Sizing = { kind: "fixed", ...size };
  let wantedFont = 12.5;
  let isMounted = false;
  let isRendererKnown = false;
  const term = new Terminal({
    ...size,
    allowProposedApi: true,
    fontFamily: fontsWith(""),
    fontSize: wantedFont,
    lineHeight: 1.35,
    minimumContrastRatio: 4.5,
    scrollback: 10_000,
    cursorBlink: false,
    cursorInactiveStyle: "outline",
    macOptionIsMeta: true,
    theme: xtermTheme("agent", document.documentElement),
    linkHandler: {
      activate: (_event, url) => openLink(url),
      hover: (_event, url) => events.onLinkHover(url),
      leave: () => events.onLinkHover(null),
    },
  });
  boundRepeats(term);
  const fitAddon = new FitAddon();
  let search: Promise<SearchAddon> | null = null;
  const bars = createCommandBars(term);
  let lastGesture = Number.NEGATIVE_INFINITY;

  term.loadAddon(fitAddon);
  term.loadAddon(new Unicode11Addon());
  term.unicode.activeVersion = "11";
  term.loadAddon(
    new WebLinksAddon((_event, url) => openLink(url), {
      hover: (_event, url) => events.onLinkHover(url),
      leave: () => events.onLinkHover(null),
    }),
  );
  silenceReplies(term);
  term.onData((data) => events.onType(encoder.encode(data)));
  term.onBinary((data) => events.onType(Uint8Array.from(data, (char) => char.charCodeAt(0))));
  term.onKey(() => {
    lastGesture = performance.now();
  });
  term.onTitleChange((title) => events.onTitle(safeTitle(title)));
  term.parser.registerOscHandler(52, (data) => {
    const request = readClipboardRequest(data, performance.now() - lastGesture);
    if (request.kind === "refused") events.onRefusal(request.reason);
    else
      void navigator.clipboard
        ?.writeText(request.text)
        .catch(() => events.onRefusal("The browser kept its clipboard closed."));
    return true;
  });
  term.attachCustomKeyEventHandler((event) => {
    // These belong to the page, not to the program in the terminal: moving between panes, search, copy and paste.
    if (event.key === "F6") return false;
    if (event.ctrlKey && event.shiftKey && ["C", "V", "F"].includes(event.key.toUpperCase())) return false;
    if (event.ctrlKey && !event.shiftKey && event.key === "k" && term.hasSelection()) return true;
    return true;
  });

  function setFont(px: number) {
    if (term.options.fontSize !== px) term.options.fontSize = px;
  }

  function layout() {
    if (!isMounted) return;
    setFont(wantedFont);
    if (sizing.kind === "fit") {
      fitAddon.fit();
      if (term.element) term.element.dataset["fits"] = `${term.cols}×${term.rows}`;
      if (isRendererKnown) events.onSize(term.cols, term.rows);
      return;
    }
    const room = fitAddon.proposeDimensions();
    const scale = room ? Math.min(1, room.cols / sizing.cols, room.rows / sizing.rows) : 1;
    setFont(Math.max(smallestFont, Math.floor(wantedFont * scale * 4) / 4));
    term.resize(sizing.cols, sizing.rows);
  }

  return {
    bars,
    feed: {
      onOutput: bars.write,
      onSnapshot(bytes, end, drawn, shown) {
        term.reset();
        bars.reset();
        // At the size it was drawn for: wrapped anew, its lines would be others.
        if (drawn) term.resize(drawn.cols, drawn.rows);
        term.write(bytes, () => {
          if (drawn) bars.placed(drawn.places);
          bars.reached(end);
          layout();
          shown();
          // Measured by the bench: from here on somebody sees a prompt and can type.
          performance.mark("terminal-usable");
        });
      },
    },
    mount(element, layer) {
      term.open(element);
      bars.mount(layer);
      element.addEventListener("pointerdown", () => {
        lastGesture = performance.now();
      });
      isMounted = true;
      layout();
      // Each renderer rounds the size of a character in its own way, so another number of columns may fit: before it is
      // known which one draws, no size is asked for.
      void drawWithWebgl(term, layout).then((renderer) => {
        element.dataset["renderer"] = renderer;
        isRendererKnown = true;
        layout();
      });
    },
    setSizing(now) {
      sizing = now;
      layout();
    },
    layout,
    focus: () => term.focus(),
    setLook({ fontSize, fontFamily, holder }) {
      term.options.theme = xtermTheme(holder, term.element ?? document.documentElement);
      const fonts = fontsWith(fontFamily);
      if (wantedFont === fontSize && term.options.fontFamily === fonts) return;
      wantedFont = fontSize;
      term.options.fontFamily = fonts;
      layout();
    },
    async find(text, direction) {
      search ??= loadSearch(term);
      const addon = await search;
      const options = { decorations: matchColours(term.element ?? document.documentElement) };
      return direction === "next" ? addon.findNext(text, options) : addon.findPrevious(text, options);
    },
    endFind: () => void search?.then((addon) => addon.clearDecorations()),
    selection: () => term.getSelection(),
    bufferText() {
      const buffer = term.buffer.active;
      const lines = Array.from({ length: buffer.length }, (_, i) => buffer.getLine(i)?.translateToString(true) ?? "");
      return lines.join("\n").trimEnd();
    },
    paste: (text) => term.paste(text),
    scrollToOffset(offset) {
      const line = bars.lineAt(offset);
      if (line === null) return false;
      term.scrollToLine(Math.max(0, line - 2));
      return true;
    },
    textSince(offset) {
      const buffer = term.buffer.active;
      const first = bars.lineAt(offset);
      if (first === null || buffer.type !== "normal") return "";
      const last = buffer.baseY + buffer.cursorY;
      let begin = first + 1;
      // The rest of a command that is longer than a line is not its output.
      while (buffer.getLine(begin)?.isWrapped) begin += 1;
      const from = Math.max(begin, last - mostLiveLines);
      const lines = Array.from({ length: Math.max(0, last - from + 1) }, (_, i) => buffer.getLine(from + i));
      return lines
        .map((line) => line?.translateToString(true) ?? "")
        .join("\n")
        .trimEnd();
    },
    dispose() {
      isMounted = false;
      bars.dispose();
      term.dispose();
    },
  };
}

/** The person's own font first, then those that are there on most machines. */
function fontsWith(own: string): string {
  const usual = getComputedStyle(document.documentElement).getPropertyValue("--font-mono");
  // A name as CSS takes it, whatever was typed: quotes and backslashes cannot end it.
  return own.trim() === "" ? usual : `"${own.trim().replaceAll(/["\\]/g, "")}", ${usual}`;
}

/** Links of programs: http and https only, in a tab that knows nothing of this page. */
function openLink(url: string): void {
  const { protocol } = new URL(url, "about:blank");
  if (protocol === "http:" || protocol === "https:") window.open(url, "_blank", "noopener,noreferrer");
}

/** Loaded when somebody looks for something. */
async function loadSearch(term: Terminal): Promise<SearchAddon> {
  const { SearchAddon } = await import("@xterm/addon-search");
  const addon = new SearchAddon();
  term.loadAddon(addon);
  return addon;
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
