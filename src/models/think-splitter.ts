export type SplitPiece = { type: "text" | "thinking"; text: string };

const open = "<think>";
const close = "</think>";

/**
 * Some servers pass a model's thinking on inside its answer, as `<think>…</think>` at the beginning. Shown as it is,
 * it would be taken for the answer, and a command that is only thought about for a call.
 */
export function createThinkSplitter() {
  let state: "start" | "thinking" | "text" = "start";
  let held = "";

  function take(isEnd: boolean): SplitPiece[] {
    const pieces: SplitPiece[] = [];
    const show = (type: SplitPiece["type"], text: string) => {
      if (text !== "") pieces.push({ type, text });
    };
    if (state === "start") {
      const trimmed = held.trimStart();
      if (trimmed.startsWith(open)) {
        state = "thinking";
        held = trimmed.slice(open.length);
      } else if (isEnd || !open.startsWith(trimmed)) state = "text";
    }
    if (state === "thinking") {
      const end = held.indexOf(close);
      if (end !== -1) {
        show("thinking", held.slice(0, end));
        held = held.slice(end + close.length).trimStart();
        state = "text";
      } else {
        const keep = isEnd ? 0 : partialEnd(held);
        show("thinking", held.slice(0, held.length - keep));
        held = held.slice(held.length - keep);
      }
    }
    if (state === "text") {
      show("text", held);
      held = "";
    }
    return pieces;
  }

  return {
    push(text: string): SplitPiece[] {
      held += text;
      return take(false);
    },
    end: () => take(true),
  };
}

/** How many characters at the end may be the beginning of the closing tag. */
function partialEnd(text: string): number {
  for (let length = Math.min(close.length - 1, text.length); length > 0; length--) {
    if (close.startsWith(text.slice(-length))) return length;
  }
  return 0;
}
