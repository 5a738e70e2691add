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

/**
 * For scripts that tell git's settings among facts of their own: a setting may be called like any of those, so it comes as
 * numbers. A function of sh that prints its input in hex.
 */
export const inHexFunction = "inhex() { od -An -v -tx1 | tr -d ' \\t\\n'; }";

/** What such a script has printed in hex, cut at the NULs between settings. Null where it is no hex. */
export function settingsInHex(hex: string): string[] | null {
  if (!/^(?:[0-9a-f]{2})*$/.test(hex)) return null;
  const settings = Buffer.from(hex, "hex").toString("utf8").split("\0");
  // git ends each with a NUL.
  return settings.pop() === "" ? settings : null;
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
