import { pathWildcards, type Wildcards } from "../../base/index.ts";

const cache = new Map<string, Wildcards>();

/** `*` within one folder or name, `**` across folders, `?` one character. Everything else is literal. */
export function matchesGlob(text: string, glob: string): boolean {
  let pattern = cache.get(glob);
  if (pattern === undefined) {
    pattern = pathWildcards(glob);
    cache.set(glob, pattern);
  }
  return pattern.test(text);
}
