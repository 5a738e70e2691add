import { compileExpression, type Expression, type Scalar, type Scope, toNumber } from "./expression.ts";
import { formatBytes, formatDate, formatDuration, formatNumber, printable } from "./format.ts";

/** A text with `{{expression}}` or `{{expression:format}}` in it. */
export interface Template {
  readonly names: readonly string[];
  /** Null when something it says is not known: half a sentence would be a guess. */
  render(scope: Scope): string | null;
}

type Part = string | { expression: Expression; format: (value: Scalar) => string | null };

const formats: Record<string, (value: Scalar, words: string[]) => string | null> = {
  text: (value) => (value === null ? null : printable(String(value)).replaceAll(/ +/g, " ")),
  // A list of rows: its texts were made printable one by one, and its line breaks are ours.
  list: (value) => (value === null ? null : String(value)),
  code: (value) => (value === null ? null : code(value)),
  // {{program:else an_unknown_program}}: what to say instead of leaving the whole text out.
  else: (value, [instead = ""]) => (value === null ? instead : code(value)),
  bytes: (value) => onNumber(value, formatBytes),
  number: (value) => onNumber(value, formatNumber),
  whole: (value) => onNumber(value, (number) => formatNumber(Math.round(number))),
  // Down, never up: a certificate that has 6.9 days left does not have 7.
  down: (value) => onNumber(value, (number) => formatNumber(Math.floor(number))),
  duration: (value) => onNumber(value, formatDuration),
  date: (value) => onNumber(value, formatDate),
  plural: (value, [one = "", many = ""]) =>
    onNumber(value, (number) => `${formatNumber(number)} ${number === 1 ? one : many}`),
  choose: (value, [one = "", many = ""]) => onNumber(value, (number) => (number === 1 ? one : many)),
};

/** Throws an Error with the reason when the text cannot be a template. */
export function compileTemplate(source: string): Template {
  const parts: Part[] = [];
  let rest = source;
  while (rest !== "") {
    const start = rest.indexOf("{{");
    if (start < 0) break;
    const end = rest.indexOf("}}", start);
    if (end < 0) throw new Error(`"}}" is missing in "${source}"`);
    parts.push(rest.slice(0, start), compilePlace(rest.slice(start + 2, end)));
    rest = rest.slice(end + 2);
  }
  parts.push(rest);
  return {
    names: parts.flatMap((part) => (typeof part === "string" ? [] : part.expression.names)),
    render(scope) {
      const texts: string[] = [];
      for (const part of parts) {
        const text = typeof part === "string" ? part : part.format(part.expression.evaluate(scope));
        if (text === null) return null;
        texts.push(text);
      }
      return texts.join("");
    },
  };
}

function compilePlace(place: string): Part {
  const [, source = place, formatText = "text"] = /^(.*?)(?::([a-z][^"]*))?$/.exec(place.trim()) ?? [];
  const [name = "text", ...words] = formatText
    .trim()
    .split(/\s+/)
    .map((word, index) => (index === 0 ? word : word.replaceAll("_", " ")));
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (format === undefined) {
    throw new Error(`"${name}" is no format; the formats are ${Object.keys(formats).join(", ")}`);
  }
  return { expression: compileExpression(source), format: (value) => format(value, words) };
}

function onNumber(value: Scalar, format: (number: number) => string): string | null {
  const number = toNumber(value);
  return number === null ? null : format(number);
}

function code(value: Scalar): string {
  return `\`${printable(String(value)).replaceAll("`", "'")}\``;
}
