import type { Found } from "./found.ts";
import { namesSecret } from "./names-secret.ts";
import { looksRandom } from "./secret-memory.ts";
import { isAboutSecret, isNumber, isPath, isPlaceholder, looksMade } from "./value-signs.ts";

type Place = Pick<Found, "from" | "to">;

/** The start of an element, with its attributes, and where it ends. */
interface Tag {
  name: string;
  attributes: { name: string; value: string; place: Place }[];
  isEmpty: boolean;
  end: number;
}

const tagStart = /<([A-Za-z][\w:.-]{0,63})(?=[\s/>])/g;
const attribute = /\s+([\w:.@*-]{1,64})(?:\s{0,8}=\s{0,8}("[^"<]{0,1024}"|'[^'<]{0,1024}'|[^\s"'<>]{1,1024}))?/y;
const tagEnd = /\s{0,200}(\/?)>/y;
const mostAttributes = 40;
const content = /(?:\s|<!--(?:(?!-->)[\s\S]){0,200}-->){0,40}(?:<!\[CDATA\[)?([^<]{1,1024})/y;
const childStart = /\s{0,200}(?:<!--(?:(?!-->)[\s\S]){0,200}-->\s{0,40})?(?=<)/y;
/** Behind an element that only holds a name: `<param-name>password</param-name><param-value>…` */
const siblingStart = /<\/[\w:.-]{1,64}>\s{0,200}(?=<)/y;

function tagAt({ 1: name = "", 0: head, index }: RegExpExecArray): { name: string; from: number } {
  return { name: name.replace(/^.*:/, ""), from: index + head.length };
}

function readTag(text: string, start: RegExpExecArray): Tag | null {
  const { name, from } = tagAt(start);
  const attributes: Tag["attributes"] = [];
  let end = from;
  attribute.lastIndex = end;
  for (let match = attribute.exec(text); match !== null; match = attribute.exec(text)) {
    end = attribute.lastIndex;
    const written = match[2] ?? "";
    const quote = /^["']/.test(written) ? 1 : 0;
    const to = end - quote;
    const value = written.slice(quote, written.length - quote);
    attributes.push({ name: match[1] ?? "", value, place: { from: to - value.length, to } });
    if (attributes.length >= mostAttributes) break;
  }
  tagEnd.lastIndex = end;
  const closed = tagEnd.exec(text);
  if (closed === null) return null;
  return { name, attributes, isEmpty: closed[1] === "/", end: tagEnd.lastIndex };
}

const tells = (name: string): boolean => {
  const bare = name.trim();
  if (isAboutSecret.test(bare) || bare.length > 128) return false;
  return namesSecret(bare.replaceAll(/[.:\s-]/g, "_")) || /(?:^|[._:\s-])(?:pass|pw|pwd|psk|passcode)$/i.test(bare);
};

const isPassword = (name: string): boolean => /pass|pwd?$|psk$/i.test(name);
/** What a page says to people: a label or a heading is called after the field that it belongs to. */
const isLabel = /^(?:label|t[hdr]|a|span|div|h\d|p|li|dt|option|button|legend|title|desc\w*|message|comment)$/i;

/** A value, and not a type, a reference, a text about one or the name itself once more. */
function isHeld(value: string, names: readonly string[], isOwnName: boolean): boolean {
  const bare = value.trim();
  if (bare.length < 4 || isPlaceholder(bare) || isPath(bare)) return false;
  if (isNumber(bare)) return bare.length >= 4 && isOwnName && names.some((name) => /^pass(?:w(?:or)?d)?$/i.test(name));
  if (looksMade(bare) && !/\s/.test(bare)) return true;
  if (isOwnName) return names.some(isPassword) || looksRandom(bare);
  return (
    /^\S*[a-z][A-Z]\S*$/.test(bare) ||
    (/^\S+$/.test(bare) && !/pass|token|secret|key/i.test(bare) && names.some(isPassword))
  );
}

function textAt(text: string, at: number): Place | null {
  content.lastIndex = at;
  const held = content.exec(text)?.[1] ?? "";
  const trimmed = held.replace(/\]\]>\s*$/, "").trim();
  if (trimmed === "") return null;
  const from = content.lastIndex - held.length + held.indexOf(trimmed);
  return { from, to: from + trimmed.length };
}

function tagFrom(text: string, at: number, before: RegExp): Tag | null {
  before.lastIndex = at;
  if (before.exec(text) === null) return null;
  tagStart.lastIndex = before.lastIndex;
  const start = tagStart.exec(text);
  return start === null || start.index !== before.lastIndex ? null : readTag(text, start);
}

const isValueName = /(?:^|-|_)(?:value|val|string|text|content)$/i;

/** The places at which an element holds what it is named after. */
function* valuesOf(text: string, tag: Tag): Generator<Place> {
  for (const { name, place } of tag.attributes) if (/^(?:default)?val(?:ue)?$/i.test(name)) yield place;
  if (tag.isEmpty) return;
  const own = textAt(text, tag.end);
  if (own !== null) yield own;
  const child = tagFrom(text, tag.end, childStart);
  if (child === null || child.isEmpty || !isValueName.test(child.name)) return;
  const inside = textAt(text, child.end);
  if (inside !== null) yield inside;
}

/** The names of an element: its own, those that its attributes give it, and `type="password"`. */
function namesOf({ name, attributes }: Tag): { names: string[]; isOwnName: boolean } {
  const own = tells(name) ? [name] : [];
  const given = attributes.filter(
    ({ name: key, value }) => /^(?:name|key|id|property|field|type)$/i.test(key) && tells(value),
  );
  return { names: [...own, ...given.map(({ value }) => value)], isOwnName: own.length > 0 && !isLabel.test(name) };
}

/** Signs that are written as entities count as what they are; blanks in front keep every place. */
const decoded = (text: string): string =>
  text
    .replaceAll("&lt;", "   <")
    .replaceAll("&gt;", "   >")
    .replaceAll("&quot;", '     "')
    .replaceAll("&apos;", "     '");

/**
 * Secrets in XML, HTML and property lists. An element is named by itself or by an attribute; what it is named after is
 * its text, its `value`, or its first child of that name. Where its text is a name, the next element holds the value.
 */
export function* findXmlFields(text: string): Generator<Found> {
  yield* findIn(text, text);
  if (text.includes("&lt;")) yield* findIn(text, decoded(text));
}

function* findIn(raw: string, text: string): Generator<Found> {
  const starts = new RegExp(tagStart.source, tagStart.flags);
  for (let start = starts.exec(text); start !== null; start = starts.exec(text)) {
    const tag = readTag(text, start);
    if (tag === null) continue;
    const { names, isOwnName } = namesOf(tag);
    if (names.length > 0 && !isLabel.test(tag.name))
      for (const place of valuesOf(text, tag))
        if (isHeld(text.slice(place.from, place.to), names, isOwnName)) yield found(raw, place);
    if (!/(?:name|key|id)$/i.test(tag.name) || tag.isEmpty) continue;
    const named = textAt(text, tag.end);
    const name = named === null ? "" : text.slice(named.from, named.to);
    if (named === null || !tells(name)) continue;
    const sibling = tagFrom(text, named.to, siblingStart);
    const place =
      sibling === null || sibling.isEmpty ? null : isValueName.test(sibling.name) ? textAt(text, sibling.end) : null;
    if (place !== null && isHeld(text.slice(place.from, place.to), [name], true)) yield found(raw, place);
  }
}

const found = (raw: string, place: Place): Found => ({
  ...place,
  kind: "password",
  value: raw.slice(place.from, place.to).trim(),
});

export const xmlHints = ["pas", "pw>", "pw ", 'pw"', "pwd", "psk", "cre", "oke", "key", "den"];
