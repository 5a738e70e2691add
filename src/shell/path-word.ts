import { type Arg, hole } from "./arg.ts";

/** A path that a command line names, before anyone has looked at the target. */
export interface PathWord {
  /** What `path` begins at, unless it is absolute. */
  from: "here" | "home";
  path: string;
  /** For names that the shell would expand; empty where the pattern cannot be told. */
  pattern?: string;
}

/** The word as a path that can be looked up; null where only the run decides. It may begin with the home or the folder. */
export function pathWord({ text, pattern }: Pick<Arg, "text" | "pattern">): PathWord | null {
  const path = afterFolder(text);
  if (path === null) return null;
  const from = text.startsWith(hole.home) ? "home" : "here";
  const named = pattern ?? (text.includes(hole.number) ? text.replaceAll(/[*?[]/g, "[$&]") : undefined);
  if (named === undefined) return { from, path };
  return { from, path, pattern: afterFolder(named) ?? "" };
}

/** A number that only the run decides may be any name there: `cat part$?` is looked up as `part*`. */
function afterFolder(text: string): string | null {
  // Only a whole first part is a folder: text glued to it makes another name.
  const rest = text.replace(/^[\ufdd3\ufdd6](?:\/|$)/u, "").replaceAll(hole.number, "*");
  return /[\ufdd0-\ufdef]/u.test(rest) ? null : rest;
}
