/**
 * How far a text alone tells the value of a variable that it assigns. `text`: the text assigns it exactly once, and
 * nothing else there could change it. `number`: every assignment gives it a number. `nothing`: it is mentioned in any
 * other way, so no value is believed.
 */
export type Certainty = "text" | "number" | "nothing";

/** Reads the characters of the text, strings and nested commands included: every mention of a name counts. */
export function certaintyIn(text: string, { believes }: { believes: boolean }): (name: string) => Certainty {
  const known = new Map<string, Certainty>();
  return (name) => {
    let found = known.get(name);
    if (found === undefined) {
      found = readMentions(name, text, believes);
      known.set(name, found);
    }
    return found;
  };
}

type Mention = "use" | "given" | "loop" | "number" | "else";

function readMentions(name: string, text: string, believes: boolean): Certainty {
  if (!/^[A-Za-z_]\w*$/.test(name)) return "nothing";
  const mentions = [...text.matchAll(new RegExp(`(?<!\\w)${name}(?!\\w)`, "g"))].map(({ index }) =>
    readMention(text.slice(0, index), text.slice(index + name.length), believes),
  );
  const count = (kind: Mention) => mentions.filter((each) => each === kind).length;
  if (count("else") > 0) return "nothing";
  if (count("loop") === 1 && count("given") + count("number") === 0) return "text";
  if (believes && count("loop") === 0 && count("given") + count("number") === 1) return "text";
  return count("given") + count("loop") === 0 ? "number" : "nothing";
}

/** `$name`, `${name}`, `${#name}`, but not `${name:=value}`. */
const isUse = (before: string, after: string): boolean =>
  /\$(?:\{#?)?$/.test(before) && !(before.endsWith("{") && /^:?=/.test(after));
/** Inside brackets that are evaluated as arithmetic: `$((i + 1))`, `((i++))`, `${a[i]}`, `${s:n}`, `${s:0:n}`. */
const isInSum = (before: string, after: string): boolean =>
  (/\(\([^()'"`]*$/.test(before) && /^[^()'"`]*\)/.test(after)) ||
  (/\$\{\w+(?:\[|:\d*:?)[\w$+-]*$/.test(before) && /^[\w$+:-]*\]?\}/.test(after));
const startsCommand = /(?:^|[\s;&|(])$/;
/** A word of one dash and the name is an option (`mktemp -d`), or at most a sum that only looks at it (`let -d`). */
const isOption = (before: string, after: string): boolean =>
  /(?:^|[\s;&|(])-$/.test(before) && /^[\s;&|)]|^$/.test(after);

function readMention(before: string, after: string, believes: boolean): Mention {
  if (isUse(before, after)) return "use";
  // Where nothing is believed, no mention is taken for harmless that might be more to some shell.
  if (believes && isOption(before, after)) return "use";
  if (isInSum(before, after))
    return /^\s*(?:\+\+|--|[-+*/%]?=(?!=))/.test(after) || /(?:\+\+|--)$/.test(before) ? "number" : "use";
  if (!startsCommand.test(before)) return "else";
  if (/^=(?:\d+(?=[\s;&|)]|$)|\$\(\()/.test(after)) return "number";
  if (/^=(?!=)/.test(after)) return "given";
  return /(?:^|[\s;&|(])for[ \t]+$/.test(before) && /^[ \t]+in[ \t]/.test(after) ? "loop" : "else";
}
