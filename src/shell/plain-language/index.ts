import { whole } from "./commands.ts";
import { createReader, type Dialect, NotPlain, type Unusual } from "./reader.ts";

export type { Dialect, Unusual } from "./reader.ts";

/**
 * The first place that is not in the plain language, or null. The plain language is the part of the shell language that
 * every shell of the dialect reads alike: it is a closed list of forms, and what is not on it is unusual. It is read
 * from the characters, without the parser, so that neither a difference between shells nor a gap of the parser can make
 * an unknown command look like one that only reads.
 */
export function findUnusual(text: string, dialect: Dialect): Unusual | null {
  const reader = createReader(text, dialect);
  try {
    whole(reader);
    return null;
  } catch (error) {
    if (!(error instanceof NotPlain)) throw error;
    return { pos: error.pos, text: text.slice(error.pos, error.pos + 12) };
  }
}
