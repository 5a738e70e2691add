/**
 * The language of lists of paths. A name counts in every folder, unless it begins with `/` or `~/` (any home). `*` stays
 * within a folder, `folder/**` is the folder and everything in it, `**` elsewhere is any text, and `{a,b}` is
 * one of several. Upper and lower case are the same, because on many file systems they are.
 */
export const words = (text: string): string[] => text.trim().split(/\s+/);

const home = "(?:\\ufdd3|/home/[^/]+|/Users/[^/]+|/root)/";

/** A name of a list as a pattern on a path. */
export function patternOf(name: string): string {
  const isWhole = name.endsWith("/**");
  const isOpen = !isWhole && name.endsWith("**");
  const plain = name.replace(isWhole ? /\/\*\*$/ : /\*\*$/, "").replace(/^~\//, "");
  const escaped = plain
    .replaceAll(/[.+?^$()|[\]\\]/g, "\\$&")
    .replaceAll(/\*+/g, (stars) => (stars === "*" ? "[^/]*" : ".*"))
    .replaceAll(/\{([^{}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(",", "|")})`);
  const start = name.startsWith("~/") ? `^${home}` : name.startsWith("/") ? "^(?:/private)?" : "(?:^|/)";
  return `${start}${escaped}${isWhole ? "(?:/.*)?" : ""}${isOpen ? "" : "$"}`;
}

// With `u`, letters such as the Kelvin sign, which a file system takes for a k, are the same as well.
export const anyOf = (names: readonly string[]): RegExp => new RegExp(names.map(patternOf).join("|"), "isu");

/** A pattern for a list. */
export const paths = (text: string): RegExp => anyOf(words(text));
