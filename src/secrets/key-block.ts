export const privateKeyStart = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d:/;
const privateKeyEnd = /-----END [A-Z0-9 ]*-----|Private-MAC: \S+/;

/** Where the body of a private key ends that begins at `from`; null where that is not to be seen yet. */
export function endOfKey(text: string, from = 0): number | null {
  for (let start = from; start <= text.length; ) {
    const lineEnd = text.indexOf("\n", start);
    const line = text.slice(start, lineEnd === -1 ? undefined : lineEnd);
    // Someone only printed the words "BEGIN PRIVATE KEY". A line that may go on is not judged.
    if (lineEnd !== -1 && !mayBeInKey(line.trim())) return start;
    const end = privateKeyEnd.exec(line);
    if (end !== null) return start + end.index;
    if (lineEnd === -1) return null;
    start = lineEnd + 1;
  }
  return null;
}

/** The private keys in a text, from their first line to their last, in order. */
export function keyBlocksIn(text: string): { from: number; to: number }[] {
  if (!text.includes("PRIVATE KEY") && !text.includes("PuTTY-User")) return [];
  const blocks: { from: number; to: number }[] = [];
  const heads = new RegExp(privateKeyStart.source, "g");
  while (heads.exec(text) !== null) {
    const from = heads.lastIndex;
    const to = endOfKey(text, from) ?? text.length;
    blocks.push({ from, to });
    heads.lastIndex = to;
  }
  return blocks;
}

/** Longer lines of a key are not looked at: with all its signs no key has one. */
const longestKeyLine = 1024;

const mayBeInKey = (line: string): boolean =>
  line === "" ||
  (line.length <= longestKeyLine && /^["'|>+\s-]*[A-Za-z0-9+/=\\]{1,100}["',\\nr]*$/.test(line)) ||
  /^[\w-]+: [^{}();]*$/.test(line) ||
  line.startsWith("-----END");
