import { secretTagsIn } from "../policy/index.ts";

/** What redaction takes out of a text, in order; null where that cannot be told. */
export function hiddenIn(text: string, redact: (text: string) => string): string[] | null {
  const shown = redact(text);
  if (shown === text) return [];
  const tags = secretTagsIn(shown);
  const hidden: string[] = [];
  let rest = text;
  let seen = shown;
  for (const tag of tags) {
    const before = seen.slice(0, seen.indexOf(tag));
    if (!rest.startsWith(before)) return null;
    rest = rest.slice(before.length);
    seen = seen.slice(before.length + tag.length);
    // Text that holds a tag of its own hides nothing there.
    if (rest.startsWith(tag)) {
      rest = rest.slice(tag.length);
      continue;
    }
    const [next] = secretTagsIn(seen);
    const after = next === undefined ? seen : seen.slice(0, seen.indexOf(next));
    const at = after === "" ? (next === undefined ? rest.length : -1) : rest.indexOf(after);
    if (at === -1) return null;
    hidden.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  // A text that was changed and not replaced by a tag cannot be told.
  return rest === seen ? hidden : null;
}

/** One word that means nothing to a shell or a program: it can be a secret, and nothing else can hide in it. */
export function isPlainSecret(hidden: string): boolean {
  return /^["']?[\w.~+/=:@%,!#^*?-]{1,256}["']?$/.test(hidden) || /^[A-Za-z0-9+/=]+$/.test(hidden);
}
