/**
 * Grammars of small languages, as text. A line holds a rule: its name, and what stands there.
 *
 *   block = "{" (gap | statement)* "}"
 *
 * `"{"` is a word of the language; a name without quotes is another rule, or a kind of word that the reader of the language
 * tells apart. `|` takes the first that fits, `*` and `?` take what is there, `&` and `!` only look ahead. Nothing is tried
 * again in another way, so what does not fit this one reading is not understood, and then nothing is proved.
 */
export type Grammar = ReadonlyMap<string, Part>;

/** A program, as words or as letters. Both answer where the word ends that begins there, or `missing`. */
export interface Program {
  length: number;
  word(text: string, at: number): number;
  kind(name: string, at: number): number;
}

/** What a rule has read. */
export interface Found {
  rule: string;
  from: number;
  to: number;
}

interface Reading {
  program: Program;
  found: Found[];
  depth: number;
  isTooDeep: boolean;
}

/** Answers where the part ends that begins there, or `missing`. */
type Part = (reading: Reading, at: number) => number;

export const missing = -1;

/** Each level takes room on the stack of this program, and nobody writes so many. */
const maxDepth = 400;

/** Reads a program from its beginning to its end by a rule. Null where it does not fit. */
export function readProgram(grammar: Grammar, rule: string, program: Program): Found[] | null {
  const reading: Reading = { program, found: [], depth: 0, isTooDeep: false };
  const end = grammar.get(rule)?.(reading, 0);
  return end === program.length && !reading.isTooDeep ? reading.found : null;
}

export function readGrammar(text: string): Grammar {
  const rules = new Map<string, Part>();
  for (const line of text.trim().split(/\n\s*(?=\w+ += )/)) {
    const [, name = "", body = ""] = /^(\w+) += (.*)$/s.exec(line) ?? [];
    rules.set(name, ruleOf(name, readParts(body, rules)));
  }
  return rules;
}

function readParts(body: string, rules: Grammar): Part {
  const words = body.match(/"[^"]+"|\w+|[|()*?&!]/g) ?? [];
  let at = 0;
  const takes = (word: string): boolean => words[at] === word && ++at > 0;
  const choice = (): Part => {
    const parts = [sequence()];
    while (takes("|")) parts.push(sequence());
    return parts.length === 1 ? (parts[0] as Part) : firstOf(parts);
  };
  const sequence = (): Part => {
    const parts: Part[] = [];
    while (at < words.length && words[at] !== "|" && words[at] !== ")") parts.push(counted());
    return allOf(parts);
  };
  const counted = (): Part => {
    if (takes("&")) return lookingFor(single(), true);
    if (takes("!")) return lookingFor(single(), false);
    const part = single();
    if (takes("*")) return manyOf(part);
    return takes("?") ? firstOf([part, allOf([])]) : part;
  };
  const single = (): Part => {
    if (!takes("(")) return wordOf(words[at++] ?? "", rules);
    const part = choice();
    at++;
    return part;
  };
  return choice();
}

function wordOf(word: string, rules: Grammar): Part {
  const text = word.replaceAll('"', "");
  if (text !== word) return ({ program }, at) => program.word(text, at);
  return (reading, at) => rules.get(word)?.(reading, at) ?? reading.program.kind(word, at);
}

function ruleOf(rule: string, part: Part): Part {
  return (reading, from) => {
    if (reading.depth >= maxDepth) reading.isTooDeep = true;
    if (reading.isTooDeep) return missing;
    reading.depth++;
    const to = part(reading, from);
    reading.depth--;
    if (to !== missing) reading.found.push({ rule, from, to });
    return to;
  };
}

const allOf =
  (parts: readonly Part[]): Part =>
  (reading, from) => {
    const before = reading.found.length;
    let at = from;
    for (const part of parts) {
      at = part(reading, at);
      if (at !== missing) continue;
      reading.found.length = before;
      return missing;
    }
    return at;
  };

const firstOf =
  (parts: readonly Part[]): Part =>
  (reading, at) => {
    for (const part of parts) {
      const end = part(reading, at);
      if (end !== missing) return end;
    }
    return missing;
  };

const manyOf =
  (part: Part): Part =>
  (reading, from) => {
    for (let at = from; ; ) {
      const end = part(reading, at);
      if (end <= at) return at;
      at = end;
    }
  };

const lookingFor =
  (part: Part, isThere: boolean): Part =>
  (reading, at) => {
    const before = reading.found.length;
    const end = part(reading, at);
    reading.found.length = before;
    return (end !== missing) === isThere ? at : missing;
  };
