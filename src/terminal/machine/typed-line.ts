/** What stands on the shell's line, as far as what was typed tells. */
export type TypedLine =
  | { readonly name: "empty" }
  /** Typed at this prompt since the last Enter: a line that is only half there. */
  | { readonly name: "half-typed"; readonly text: string }
  /** Something may stand there: typed ahead of the prompt, or of ours. */
  | { readonly name: "unknown" };

/** Enough for any line that somebody types; what comes before is forgotten. */
const longestLine = 4096;

/**
 * What keys make of the line, and the lines that were entered meanwhile: each as it was edited, or null where keys moved
 * about in it or brought it from elsewhere.
 */
export function typeKeys(line: TypedLine, keys: string): { line: TypedLine; entered: (string | null)[] } {
  const typed = (line.name === "half-typed" ? line.text : "") + keys;
  const lines = typed.split(/[\r\n\x03]/);
  const text = lines.pop()?.slice(-longestLine) ?? "";
  return { line: text === "" ? { name: "empty" } : { name: "half-typed", text }, entered: lines.map(editedLine) };
}

/** The shell has a new prompt: what was typed before it has been read, and may stand behind it. */
export function readAhead(line: TypedLine): TypedLine {
  return line.name === "half-typed" ? { name: "unknown" } : line;
}

/** Something of ours may stand on the line, and stay there. */
export function leaveText(line: TypedLine): TypedLine {
  return line.name === "empty" ? { name: "unknown" } : line;
}

/** A half-typed line that can be typed again: without keys that moved about in it. Null: there is none. */
export function plainTextOf(line: TypedLine): string | null {
  return line.name === "half-typed" && !/[\x00-\x1f\x7f]/.test(line.text) ? line.text : null;
}

/** A typed line after its backspaces and kills. */
function editedLine(typed: string): string | null {
  let line = "";
  for (const key of typed) {
    if (key === "\x7f" || key === "\b") line = line.slice(0, -1);
    else if (key === "\x15") line = "";
    else if (key < " ") return null;
    else line += key;
  }
  return line;
}
