import type { SecretMemory } from "./secret-memory.ts";

/**
 * Names for secrets: the same value always gets the same tag, and a tag says what kind of secret it stands for. With a
 * memory, a value that got a tag is found wherever it appears again.
 */
export interface SecretTags {
  tagFor(kind: string, value: string): string;
  /** One more part of what a tag stands for: the next line of a key. */
  addPart(tag: string, value: string): void;
  readonly memory: SecretMemory | null;
}

/** Long enough to be a part of nothing else. */
const shortestPart = 16;

export function createSecretTags(memory: SecretMemory | null = null, used: readonly string[] = []): SecretTags {
  const tags = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const tag of used) {
    const [, kind = "", count = "0"] = /^‹secret:([\w-]+)#(\d+)›$/u.exec(tag) ?? [];
    counts.set(kind, Math.max(counts.get(kind) ?? 0, Number(count)));
  }
  return {
    memory,
    tagFor(kind, value) {
      const known = tags.get(value) ?? memory?.tagOf(value);
      if (known !== null && known !== undefined) return known;
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      const tag = `‹secret:${kind}#${count}›`;
      tags.set(value, tag);
      if (kind === "encoded") addPart(tag, value);
      else if (kind !== "private-key")
        memory?.remember(value, tag, kind === "key" || kind === "typed" ? "known" : "found");
      return tag;
    },
    addPart,
  };

  function addPart(tag: string, value: string): void {
    if (value.length >= shortestPart) memory?.remember(value, tag, "part");
  }
}

/** Every stand-in in a text. */
export const tagPattern = /‹secret:[\w-]+#\d+›/gu;

export const secretTagsIn = (text: string): string[] => text.match(tagPattern) ?? [];

/** Whether text refers to a secret by its tag. A command that does is refused: the tag is not the secret. */
export const containsTag = (text: string): boolean => text.search(tagPattern) !== -1;
