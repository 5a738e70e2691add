/** Names for secrets: the same value always gets the same tag, and a tag says what kind of secret it stands for. */
export interface SecretTags {
  tagFor(kind: string, value: string): string;
}

export function createSecretTags(): SecretTags {
  const tags = new Map<string, string>();
  const counts = new Map<string, number>();
  return {
    tagFor(kind, value) {
      const known = tags.get(value);
      if (known !== undefined) return known;
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      const tag = `‹secret:${kind}#${count}›`;
      tags.set(value, tag);
      return tag;
    },
  };
}

/** Every stand-in in a text. */
export const tagPattern = /‹secret:[\w-]+#\d+›/gu;

export const secretTagsIn = (text: string): string[] => text.match(tagPattern) ?? [];

/** Whether text refers to a secret by its tag. A command that does is refused: the tag is not the secret. */
export const containsTag = (text: string): boolean => text.search(tagPattern) !== -1;
