import { secretTagsIn } from "../../secrets/index.ts";
import type { HiddenText } from "../contract/act.ts";

/** A difference as a person sees it who decides about it, and what of its new lines they do not see. */
export interface ShownDiff {
  text: string;
  /** Null where it cannot be told. */
  hidden: HiddenText[] | null;
}

interface Filters {
  redact(text: string): string;
  /** For lines that the file had before: they are output like any other. */
  redactOld(text: string): string;
}

/**
 * Takes secrets out of the lines of a difference and leaves the rest alone: no text can take the place of a line's sign,
 * of a line, or of the head of a part. What was hidden in the same place of the file before is not counted as new.
 */
export function showDiff(diff: string, before: string, filters: Filters): ShownDiff {
  const lines = diff.split("\n");
  const head = lines.findIndex((line) => line.startsWith("@@"));
  // Everything behind the head of the first part, and all of what has no parts.
  const isContent: LineTest = (line, at) => at > head && /^[ +-]/.test(line);
  const isOld: LineTest = (line, at) => isContent(line, at) && !line.startsWith("+");
  const shown = redactContents(redactContents(lines, isOld, filters.redactOld), isContent, filters.redact);
  const isAdded: LineTest = (line, at) => isContent(line, at) && line.startsWith("+");
  const places = hiddenPlaces(contentsOf(lines, isAdded), contentsOf(shown, isAdded));
  const text = shown.join("\n");
  if (places === null || places.length === 0) return { text, hidden: places && [] };
  const known = new Set(hiddenPlaces(before.split("\n"), filters.redact(before).split("\n"))?.map(placeOf));
  return { text, hidden: byTag(places.filter((place) => !known.has(placeOf(place)))) };
}

type LineTest = (line: string, at: number) => boolean;

const contentsOf = (lines: readonly string[], isMeant: LineTest): string[] =>
  lines.filter(isMeant).map((line) => line.slice(1));

/** Lines that follow each other are redacted as one text, without their signs. */
function redactContents(lines: readonly string[], isMeant: LineTest, redact: (text: string) => string): string[] {
  const shown: string[] = [];
  for (let from = 0; from < lines.length; ) {
    let to = from;
    while (to < lines.length && isMeant(lines[to] ?? "", to)) to++;
    const block = lines.slice(from, to);
    const contents = redact(block.map((line) => `${line.slice(1)}\n`).join("")).split("\n");
    if (contents.length !== block.length + 1) throw new Error("redaction changed the number of lines");
    for (const [at, line] of block.entries()) shown.push(line.charAt(0) + contents[at]);
    shown.push(...lines.slice(to, to + 1));
    from = to + 1;
  }
  return shown;
}

interface HiddenPlace {
  /** What is shown in front of it on its line. */
  lead: string;
  tag: string;
  text: string;
}

const placeOf = ({ lead, tag, text }: HiddenPlace): string => [lead, tag, text].join("\n");

/** What redaction takes out of lines, in order; null where that cannot be told. */
function hiddenPlaces(lines: readonly string[], shown: readonly string[]): HiddenPlace[] | null {
  const all: HiddenPlace[] = [];
  for (const [at, line] of lines.entries()) {
    const places = line === shown[at] ? [] : hiddenOn(line, shown[at] ?? "");
    if (places === null) return null;
    all.push(...places);
  }
  return all;
}

function hiddenOn(line: string, shown: string): HiddenPlace[] | null {
  const places: HiddenPlace[] = [];
  let rest = line;
  let from = 0;
  for (const tag of secretTagsIn(shown)) {
    const at = shown.indexOf(tag, from);
    const before = shown.slice(from, at);
    if (!rest.startsWith(before)) return null;
    rest = rest.slice(before.length);
    from = at + tag.length;
    const [next] = secretTagsIn(shown.slice(from));
    const after = next === undefined ? shown.slice(from) : shown.slice(from, shown.indexOf(next, from));
    // Text that holds a tag of its own hides nothing there.
    const isOwn = rest.startsWith(tag + after);
    const length = isOwn ? tag.length : after === "" ? (next === undefined ? rest.length : -1) : rest.indexOf(after);
    if (length === -1) return null;
    if (!isOwn) places.push({ lead: shown.slice(0, at), tag, text: rest.slice(0, length) });
    rest = rest.slice(length);
  }
  return rest === shown.slice(from) ? places : null;
}

function byTag(places: readonly HiddenPlace[]): HiddenText[] {
  const texts = new Map<string, string[]>();
  for (const { tag, text } of places) texts.set(tag, [...(texts.get(tag) ?? []), text]);
  return [...texts].map(([tag, each]) => ({ tag, texts: each }));
}

/**
 * One word that means nothing to a shell or a program: it can be a secret, and nothing else can hide in it. Lines of a
 * key are more than that, and so is what goes over several lines: each line of a script is a command.
 */
export function isPlainSecret({ tag, texts }: HiddenText): boolean {
  const words = new Set(texts.map((text) => text.replaceAll(/^["']|["']$/g, "")));
  const isWord = [...words].every((word) => /^[\w.~+/=:@%,!#^*?-]{1,256}$/.test(word));
  return words.size === 1 && isWord && !tag.startsWith("‹secret:private-key#");
}
