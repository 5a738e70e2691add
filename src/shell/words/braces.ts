const maxWords = 64;

/**
 * Bash's brace expansion, on text in which the caller has hidden quoted braces and commas. Null where there would be too
 * many words.
 */
export function expandBraces(text: string): string[] | null {
  const open = findGroup(text);
  if (open === null) return [text];
  const { start, end, choices } = open;
  const tails = expandBraces(text.slice(end + 1));
  if (tails === null) return null;
  const words: string[] = [];
  for (const choice of choices) {
    const middles = expandBraces(choice);
    if (middles === null) return null;
    for (const middle of middles) {
      for (const tail of tails) {
        words.push(text.slice(0, start) + middle + tail);
        if (words.length > maxWords) return null;
      }
    }
  }
  return words;
}

/** The first `{…}` that bash would expand: with a comma at its own depth, or a range. */
function findGroup(text: string): { start: number; end: number; choices: string[] } | null {
  for (let start = text.indexOf("{"); start !== -1; start = text.indexOf("{", start + 1)) {
    let depth = 0;
    const commas: number[] = [];
    for (let i = start; i < text.length; i++) {
      const character = text[i];
      if (character === "{") depth++;
      else if (character === "," && depth === 1) commas.push(i);
      else if (character === "}" && --depth === 0) {
        const choices = commas.length > 0 ? split(text, start + 1, i, commas) : range(text.slice(start + 1, i));
        if (choices !== null) return { start, end: i, choices };
        break;
      }
    }
  }
  return null;
}

function split(text: string, from: number, to: number, commas: number[]): string[] {
  const edges = [from - 1, ...commas, to];
  return edges.slice(1).map((edge, i) => text.slice((edges[i] ?? 0) + 1, edge));
}

function range(body: string): string[] | null {
  const match = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?$/.exec(body);
  if (match === null) return null;
  const [, first = "", last = "", by] = match;
  const isNumeric = /\d/.test(first) && /\d/.test(last);
  if (!isNumeric && (/\d/.test(first) || /\d/.test(last))) return null;
  const from = isNumeric ? Number(first) : first.charCodeAt(0);
  const to = isNumeric ? Number(last) : last.charCodeAt(0);
  const step = Math.max(1, Math.abs(Number(by ?? 1))) * (to >= from ? 1 : -1);
  const words: string[] = [];
  for (let value = from; step > 0 ? value <= to : value >= to; value += step) {
    words.push(isNumeric ? String(value) : String.fromCharCode(value));
    if (words.length > maxWords) break;
  }
  return words;
}
