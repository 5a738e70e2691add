export const privateKeyStart = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d:/;
const privateKeyEnd = /-----END [A-Z0-9 ]*-----|Private-MAC: \S+/;

/** Where the body of a private key ends, which begins with the text; null where that is not to be seen yet. */
export function endOfKey(text: string): number | null {
  const end = privateKeyEnd.exec(text);
  const stray = strayLine(text);
  return end !== null && (stray === null || end.index <= stray) ? end.index : stray;
}

/** The private keys in a text, from their first line to their last. */
export function keyBlocksIn(text: string): { from: number; to: number }[] {
  if (!text.includes("PRIVATE KEY") && !text.includes("PuTTY-User")) return [];
  return [...text.matchAll(new RegExp(privateKeyStart.source, "g"))].map(({ 0: start, index }) => {
    const from = index + start.length;
    const end = endOfKey(text.slice(from));
    return { from, to: end === null ? text.length : from + end };
  });
}

/** The first line that cannot be part of a key: someone only printed the words "BEGIN PRIVATE KEY". */
function strayLine(text: string): number | null {
  let from = 0;
  for (let to = text.indexOf("\n"); to !== -1; to = text.indexOf("\n", from)) {
    const line = text.slice(from, to).trim();
    const isKey =
      line === "" ||
      /^["'|>+\s-]*[A-Za-z0-9+/=\\]{1,100}["',\\nr]*$/.test(line) ||
      /^[\w-]+: [^{}();]*$/.test(line) ||
      line.startsWith("-----END");
    if (!isKey) return from;
    from = to + 1;
  }
  return null;
}
