export interface XmlElement {
  fields: Record<string, string>;
  /** Behind its closing tag. */
  end: number;
}

/** What is read, and the closing tags that do not occur in it, so that each is looked for once. */
export interface XmlText {
  readonly text: string;
  readonly missing: Set<string>;
}

/** The fields of an element up to its closing tag; `mayLackEnd` where a stop sequence has swallowed that tag. */
export function readElement(
  source: XmlText,
  name: string,
  { from, mayLackEnd }: { from: number; mayLackEnd: boolean },
): XmlElement | "open" | "none" {
  const { text } = source;
  const fields: Record<string, string> = {};
  const closing = `</${name}>`;
  let at = from;
  while (true) {
    const space = /\s*/y;
    space.lastIndex = at;
    at += space.exec(text)?.[0].length ?? 0;
    if (text.startsWith(closing, at)) return { fields, end: at + closing.length };
    // Also where there is nothing more.
    if (closing.startsWith(text.slice(at))) return mayLackEnd ? { fields, end: text.length } : "open";
    const tag = /<([a-zA-Z_][\w-]*)>/y;
    tag.lastIndex = at;
    const found = tag.exec(text);
    if (found === null) return /^<[\w-]*$/.test(text.slice(at, at + 200)) ? "open" : "none";
    const field = readField(source, found[1] ?? "", at + found[0].length);
    if (field === "open") return field;
    fields[found[1] ?? ""] = field.text;
    at = field.end;
  }
}

/** Models put a value on lines of its own; those line ends are not part of it. */
export function withoutOuterLineEnds(text: string): string {
  return text.replace(/^\r?\n/, "").replace(/\r?\n[ \t]*$/, "");
}

function readField(source: XmlText, name: string, start: number): { text: string; end: number } | "open" {
  const closing = `</${name}>`;
  if (source.text.startsWith("<![CDATA[", start)) return readCdata(source, closing, start);
  const end = find(source, closing, start);
  if (end === -1) return "open";
  return { text: withoutOuterLineEnds(source.text.slice(start, end)), end: end + closing.length };
}

function readCdata(source: XmlText, closing: string, start: number): { text: string; end: number } | "open" {
  let text = "";
  let at = start;
  while (source.text.startsWith("<![CDATA[", at)) {
    const end = find(source, "]]>", at);
    if (end === -1) return "open";
    text += source.text.slice(at + 9, end);
    at = end + 3;
  }
  if (source.text.startsWith(closing, at)) return { text, end: at + closing.length };
  return "open";
}

function find({ text, missing }: XmlText, closing: string, from: number): number {
  if (missing.has(closing)) return -1;
  const index = text.indexOf(closing, from);
  if (index === -1) missing.add(closing);
  return index;
}
