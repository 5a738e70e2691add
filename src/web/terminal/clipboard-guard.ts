import type { Terminal } from "@xterm/xterm";

/** A program may set the clipboard (OSC 52) only right after the person did something, and never read it. */
const gestureMs = 2000;
const longestText = 100_000;

export type ClipboardRequest = { kind: "set"; text: string } | { kind: "refused"; reason: string };

export function readClipboardRequest(data: string, msSinceGesture: number): ClipboardRequest {
  const separator = data.indexOf(";");
  const payload = data.slice(separator + 1);
  if (separator < 0 || payload === "?") return refused("A program tried to read your clipboard. Cotty blocked it.");
  if (msSinceGesture > gestureMs) return refused("A program wanted to change the clipboard while nobody typed.");
  if (payload.length > longestText) return refused("A program wanted to put very much into the clipboard.");
  try {
    const bytes = Uint8Array.from(atob(payload), (char) => char.charCodeAt(0));
    return { kind: "set", text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return refused("A program sent something to the clipboard that is no text.");
  }
}

/** Carries out what programs ask of the clipboard, where they may. A key counts as a gesture by itself. */
export function guardClipboard(term: Terminal, onRefusal: (reason: string) => void): { onGesture(): void } {
  let lastGesture = Number.NEGATIVE_INFINITY;
  const onGesture = () => {
    lastGesture = performance.now();
  };
  term.onKey(onGesture);
  term.parser.registerOscHandler(52, (data) => {
    const request = readClipboardRequest(data, performance.now() - lastGesture);
    if (request.kind === "refused") onRefusal(request.reason);
    else
      void navigator.clipboard
        ?.writeText(request.text)
        .catch(() => onRefusal("The browser kept its clipboard closed."));
    return true;
  });
  return { onGesture };
}

function refused(reason: string): ClipboardRequest {
  return { kind: "refused", reason };
}
