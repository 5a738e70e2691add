/**
 * What nobody has trusted is anybody's text. Everyone waits while its examples are tried and its patterns are compared
 * with commands, so it may have no more of them than people write.
 */
const most = {
  characters: 64 * 1024,
  rules: 100,
  words: 1000,
  patternCharacters: 2000,
  examples: 100,
  exampleCharacters: 200,
};

export function limitText(text: string): void {
  limit(text.length, most.characters, "characters");
}

export function limitEntries(entries: readonly unknown[]): void {
  limit(entries.length, most.rules, "rules");
  const words = entries.flatMap((entry) => textsIn(fieldOf(entry, "when")));
  limit(words.length, most.words, "words in its conditions");
  const patterns = words.filter((word) => /[*?]/.test(word));
  limit(patterns.join("").length, most.patternCharacters, "characters in patterns");
  const examples = entries.flatMap((entry) => textsIn(fieldOf(entry, "examples")));
  limit(examples.length, most.examples, "examples");
  limit(Math.max(0, ...examples.map(({ length }) => length)), most.exampleCharacters, "characters in an example");
}

function limit(count: number, most: number, what: string): void {
  if (count > most)
    throw new Error(`it has ${count} ${what}; at most ${most} are read before a person trusts it: cotty policy trust`);
}

const fieldOf = (entry: unknown, name: string): unknown =>
  typeof entry === "object" && entry !== null ? (entry as Record<string, unknown>)[name] : undefined;

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
