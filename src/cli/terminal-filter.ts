import { drawingEscapes, drawingFinals, drawingModes } from "../base/index.ts";

/**
 * What a program printed, as it may be sent to a person's own terminal. An allow-list: text, line ends, tabs, colours,
 * and what `drawingFinals` lists pass, which is what redaction understands; whatever asks the terminal something, or changes its title, clipboard,
 * keys, mouse, size or scroll-back, does not. What comes out is made anew from what was understood, so a terminal that
 * reads a broken sequence in another way gets none.
 */
export interface TerminalFilter {
  /** Sequences may be cut in two between calls. */
  push(text: string): string;
  /** Leaves the terminal as it was before, on a line of its own. */
  restore(): string;
}

/** Line drawing, and back to letters. */
const characterSets = new Set(["(0", "(B"]);
const longestSequence = 64;

/** Everything that may have been switched, besides the other screen: colours, characters, insert mode, wrap, cursor. */
const drawingDefaults = "\u001b[0m\u001b(B\u001b[4l\u001b[?7h\u001b[?25h";
/** These put the cursor home, so it is kept over them. */
const wholeScreen = "\u001b7\u001b[?6l\u001b[r\u001b8";

/** Directions of text, which a terminal may follow although nothing on the screen shows them. */
const isDirection = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const runOfText = /[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/y;

type State =
  | { name: "text" }
  | { name: "escape"; between: string }
  | { name: "control"; body: string }
  /** A title, a clipboard, a picture: all of it is left out. An open one ends with its line, so it cannot hide the rest. */
  | { name: "string" };

export function createTerminalFilter(): TerminalFilter {
  const sequences = createSequences();
  let state: State = { name: "text" };

  /** One character outside a run of plain text. */
  function take(character: string): string {
    if (character === "\u001b") {
      state = { name: "escape", between: "" };
      return "";
    }
    if (character < " ") return takeControlCharacter(character);
    switch (state.name) {
      case "text":
        return isText(character) ? character : "";
      case "string":
        if (character === "\u009c") state = { name: "text" };
        return "";
      case "escape":
        return takeEscape(character, state.between);
      case "control":
        return takeControl(character, state.body);
    }
  }

  function takeControlCharacter(character: string): string {
    const isInString = state.name === "string";
    const ends = "\n\r\u0007\u0018\u001a".includes(character);
    if (!isInString || ends) state = { name: "text" };
    if (isInString && !ends) return "";
    return "\n\r\t\b".includes(character) ? character : "";
  }

  function takeEscape(character: string, between: string): string {
    state = { name: "text" };
    if (character > "~") return take(character);
    if (character < "0") {
      if (between.length < longestSequence) state = { name: "escape", between: between + character };
      return "";
    }
    if (between === "" && character === "[") state = { name: "control", body: "" };
    else if (between === "" && "]P_^Xk".includes(character)) state = { name: "string" };
    else return sequences.short(between + character);
    return "";
  }

  function takeControl(character: string, body: string): string {
    state = { name: "text" };
    if (character > "~") return take(character);
    if (character >= "@") return body.length > longestSequence ? "" : sequences.control(body, character);
    state = { name: "control", body: body.length > longestSequence ? body : body + character };
    return "";
  }

  return {
    push(text) {
      let safe = "";
      for (let at = 0; at < text.length; ) {
        runOfText.lastIndex = at;
        const run = state.name === "text" ? runOfText.exec(text)?.[0] : undefined;
        safe += run ?? take(text.charAt(at));
        at += run?.length ?? 1;
      }
      return safe;
    },
    restore() {
      state = { name: "text" };
      return `${sequences.reset()}\r\n\u001b[J`;
    },
  };
}

/** What a whole sequence may do to the terminal, and what takes back all that was done. */
function createSequences() {
  let otherScreen: string | null = null;

  function reset(): string {
    const back = otherScreen === null ? "" : `\u001b[${otherScreen}l`;
    otherScreen = null;
    return `${back}${drawingDefaults}${wholeScreen}`;
  }

  function setMode(mode: string, final: string): string {
    if (!Object.hasOwn(drawingModes, mode)) return "";
    if (drawingModes[mode] === "other-screen") {
      if ((final === "h") === (otherScreen !== null)) return "";
      otherScreen = final === "h" ? mode : null;
    }
    return `\u001b[${mode}${final}`;
  }

  return {
    reset,
    control(body: string, final: string): string {
      if (final === "h" || final === "l") {
        const prefix = body.startsWith("?") ? "?" : "";
        const modes = body.slice(prefix.length).split(";");
        return modes.map((mode) => setMode(`${prefix}${mode}`, final)).join("");
      }
      if (body === "!" && final === "p") return reset();
      return isDrawing(body, final) ? `\u001b[${body}${final}` : "";
    },
    short(sequence: string): string {
      // A full reset would also clear what was above: the same, for what may have been switched here.
      if (sequence === "c") return `${reset()}\u001b[H\u001b[2J`;
      return Object.hasOwn(drawingEscapes, sequence) || characterSets.has(sequence) ? `\u001b${sequence}` : "";
    },
  };
}

function isText(character: string): boolean {
  return !(character >= "\u007f" && character <= "\u009f") && !isDirection.test(character);
}

function isDrawing(body: string, final: string): boolean {
  if (final === "m") return /^[0-9;:]*$/.test(body);
  // No screen has more lines or columns than four digits can say.
  if (!Object.hasOwn(drawingFinals, final) || !/^\d{0,4}(?:;\d{0,4})?$/.test(body)) return false;
  // Erasing the scroll-back takes away what a person had; with numbers, the others mean margins and mouse tracking.
  if (final === "J") return /^[0-2]?$/.test(body);
  if (final === "s" || final === "u") return body === "";
  return final !== "T" || !body.includes(";");
}
