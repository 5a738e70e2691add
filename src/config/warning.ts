/** Something in the configuration that was not used. `code` is for programs; the rest is for the person. */
export interface ConfigWarning {
  readonly code:
    | "config.not-found"
    | "config.unreadable"
    | "config.open-to-others"
    | "config.invalid-format"
    | "config.unknown-key"
    | "config.wrong-type"
    | "config.invalid-name"
    | "config.invalid-pattern"
    | "config.missing-field"
    | "config.set-twice"
    | "config.project-may-not"
    | "config.more";
  readonly message: string;
  readonly nextStep: string;
}

/** A value of others inside a message: in quotes, no control characters, and not without end. */
export function shown(value: unknown): string {
  const safe = typeof value === "string" ? quoted(value) : typeof value === "object" ? kindOf(value) : String(value);
  return safe.length > 80 ? `${safe.slice(0, 79)}…` : safe;
}

/** In quotes, with everything visible that could move a cursor or hide text. */
export function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** What a value is, in words, without repeating it. */
export function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (value instanceof Date) return "a date";
  return typeof value === "object" ? "a table" : `a ${typeof value}`;
}

export const setItYourself = "Set it in your own configuration, if you mean it.";
