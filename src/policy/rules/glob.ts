const cache = new Map<string, RegExp>();

/** `*` within one folder or name, `**` across folders, `?` one character. Everything else is literal. */
export function matchesGlob(text: string, glob: string): boolean {
  let regex = cache.get(glob);
  if (regex === undefined) {
    const source = glob.replaceAll(/\*\*|\*|\?|[.+^${}()|[\]\\]/g, (part) =>
      part === "**" ? ".*" : part === "*" ? "[^/]*" : part === "?" ? "[^/]" : `\\${part}`,
    );
    regex = new RegExp(`^${source}$`, "s");
    cache.set(glob, regex);
  }
  return regex.test(text);
}
