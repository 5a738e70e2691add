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
