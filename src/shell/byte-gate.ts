import type { Span } from "./span.ts";

/** Characters that make a text read otherwise than it runs. */
export type DeceptionKind =
  | "control-character"
  | "bidirectional"
  | "invisible"
  | "not-a-character"
  | "look-alike-sign"
  | "mixed-scripts"
  | "styled-letters"
  | "odd-space"
  | "pushed-out-of-sight";

export interface Deception {
  kind: DeceptionKind;
  /** The characters themselves. */
  found: string;
  span: Span;
  /** It is inside quotes, as far as counting them tells. */
  isQuoted: boolean;
}

/**
 * What the characters of a text alone tell. A text that is too large must not be parsed: unbash is quadratic on `{`.
 */
export type GateResult =
  | { size: "fits"; deceptions: readonly Deception[] }
  | { size: "too-long"; length: number; most: number }
  | { size: "too-many-brackets"; count: number; most: number };

const maxLength = 8 * 1024;
const maxBrackets = 500;

const patterns: readonly (readonly [DeceptionKind, RegExp])[] = [
  ["control-character", /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u],
  ["bidirectional", /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u],
  // An emoji may be followed by a joiner or a variation selector; anywhere else these only hide something.
  [
    "invisible",
    /\u034f|\u115f|\u1160|\u17b4|\u17b5|[\u180b-\u180f]|[\u00ad\u200b\u200c\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\ufe00-\ufe0e]|(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u20e3|[#*0-9])(?:\u200d|\ufe0f)|[\u{e0000}-\u{e0fff}]/u,
  ],
  ["not-a-character", /[\ufdd0-\ufdef\ufffe\uffff]|\p{Surrogate}/u],
  [
    "look-alike-sign",
    /[\u037e\u0589\u05c3\u2024\u2044\u2215\u2216\u2223\u29f8\u29f9\uff1b\uff0f\uff3c\uff5c\uff06\uff04\uff40\uff02\uff07\uff1e\uff1c]/u,
  ],
  [
    "mixed-scripts",
    /[a-z][\p{M}]*[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}]|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}][\p{M}]*[a-z]/iu,
  ],
  [
    "styled-letters",
    /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u210a-\u2113\u2115\u2118-\u211d\u2124\u2128\u212a-\u2134\u2145-\u2149]|[\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f149}]/u,
  ],
  ["odd-space", /[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u2800]/u],
  ["pushed-out-of-sight", /[ \t]{80,}(?=\S)|(?:\n[ \t]*){12,}(?=\S)/],
];

/** Reads characters and size only, before any grammar. Linear in the length of the text. */
export function examineBytes(text: string): GateResult {
  if (text.length > maxLength) return { size: "too-long", length: text.length, most: maxLength };
  // Every kind of bracket counts: nesting any of them costs the parser, and no command that people read has hundreds.
  const count = text.match(/[{([`]|<</g)?.length ?? 0;
  if (count > maxBrackets) return { size: "too-many-brackets", count, most: maxBrackets };
  const deceptions = patterns.flatMap(([kind, pattern]): Deception[] => {
    const match = pattern.exec(text);
    if (match === null) return [];
    const [found] = match;
    const span: Span = [match.index, match.index + found.length];
    return [{ kind, found, span, isQuoted: isQuoted(text, match.index) }];
  });
  return { size: "fits", deceptions };
}

function isQuoted(text: string, index: number): boolean {
  const quotes = text.slice(0, index).match(/(?<!\\)["']/g)?.length ?? 0;
  return quotes % 2 === 1;
}
