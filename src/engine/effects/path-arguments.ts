import type { PathWord } from "../../policy/index.ts";

/** A word as arguments of a script that expands names on the target (`expandScript`); null where it cannot be told. */
export function operand(kind: string, word: PathWord, base: PathWord | null): string[] | null {
  const { path, from, pattern } = word;
  if (pattern === undefined) return pair(`${kind}path`, locate(path, from, base));
  // What ** means depends on the shell and its settings.
  if (pattern === "" || pattern.includes("**")) return null;
  // The folder in front of a pattern is none.
  const plain = base && { ...base, path: base.path.replaceAll(/[*?[]/g, "[$&]") };
  return pair(`${kind}glob`, locate(pattern, from, plain));
}

/**
 * For every script that lets git look at a repository that may be hostile: what is missing is not fetched, by no way,
 * which a setting of the repository could name; nobody is asked for a password; and nothing is locked. Only the
 * environment stands above its settings.
 */
export const gitOnlyLooks =
  "GIT_OPTIONAL_LOCKS=0 GIT_NO_LAZY_FETCH=1 GIT_TERMINAL_PROMPT=0 GIT_ALLOW_PROTOCOL=none GIT_ASKPASS=true";

export interface Located {
  text: string;
  from: PathWord["from"];
}

export function pair(kind: string, { text, from }: Located): string[] {
  return [from === "home" ? `home-${kind}` : kind, text];
}

/** A relative name begins with ./ and so is never an option. */
export function locate(path: string, from: PathWord["from"], base: PathWord | null): Located {
  if (from === "home" || path.startsWith("/")) return { text: path, from };
  if (base === null) return { text: `./${path}`, from };
  const text = base.path === "" ? path : `${base.path}/${path}`;
  if (base.from === "home" || text.startsWith("/")) return { text, from: base.from };
  return { text: `./${text}`, from };
}
