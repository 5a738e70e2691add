import { type Arg, hole } from "./arg.ts";
import type { PathWord } from "./types.ts";

/** A word as a path that can be looked up: the home and the current folder at its beginning are known places. */
export function pathWord({ text, pattern }: Pick<Arg, "text" | "pattern">): PathWord | null {
  const path = afterPlace(text);
  if (path === null) return null;
  const from = text.startsWith(hole.home) ? "home" : "here";
  const named = pattern ?? (text.includes(hole.number) ? text.replaceAll(/[*?[]/g, "[$&]") : undefined);
  if (named === undefined) return { from, path };
  return { from, path, pattern: afterPlace(named) ?? "" };
}

/** A number that only the run decides may be any name there: `cat part$?` is looked up as `part*`. */
function afterPlace(text: string): string | null {
  // A place is one only as a whole first part: text that is glued to it makes another name.
  const rest = text.replace(/^[\ufdd3\ufdd6](?:\/|$)/u, "").replaceAll(hole.number, "*");
  return /[\ufdd0-\ufdef]/u.test(rest) ? null : rest;
}
