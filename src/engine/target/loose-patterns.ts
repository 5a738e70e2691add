/** More patterns for one word than these are not tried, and then nothing is known. */
const maxPatterns = 60;

/**
 * A person's shell may be set to find names in upper and lower case alike, or hidden names too (nocaseglob, dotglob; zsh
 * does both for the whole path). These patterns of sh find at least what any such shell would; the first finds at least
 * what the pattern itself does. Null for too many of them.
 */
export function loosePatterns(pattern: string): string[] | null {
  let found = [""];
  for (const [at, part] of pattern.split("/").entries()) {
    const parts = [anyCase(part), ...hidden(part)];
    found = parts.flatMap((each) => found.map((start) => (at === 0 ? each : `${start}/${each}`)));
    if (found.length > maxPatterns) return null;
  }
  return [...new Set(found)];
}

const leadingSet = /^\[[!^]?\]?(?:\[:\w+:\]|[^\]])*\]/;

/** What a part finds where its first sign may stand for the dot of a hidden name. */
function hidden(part: string): string[] {
  if (part.startsWith("*")) {
    const rest = part.slice(1);
    return [...behindDot(part), ...(rest.startsWith(".") ? behindDot(rest.slice(1)) : hidden(rest))];
  }
  const first = part.startsWith("?") ? 1 : (leadingSet.exec(part)?.[0].length ?? 0);
  return first === 0 ? [] : behindDot(part.slice(first));
}

/** Never the folder itself nor the one above it, which the shell leaves out. */
function behindDot(rest: string): string[] {
  const loose = anyCase(rest);
  return /[^*?.]/.test(loose) ? [`.${loose}`] : [".[!.]*", "..?*"];
}

/**
 * What stands for one letter may be several bytes, of which sh counts each, and which letters are in a range is up to the
 * shell's language: anything stands for those. A set of one sign is that sign.
 */
function anyCase(part: string): string {
  const loose = part.replaceAll(/\[[^\p{L}!^]\]|\[[!^]?\]?(?:\[:\w+:\]|[^\]])*\]|\?|\\[^\p{L}]|\\?\p{L}/gu, (found) => {
    if (/^(?:\[.\]|\\[^\p{L}])$/u.test(found) && !/\p{L}/u.test(found)) return found;
    if (/^[[?]/.test(found)) return "?*";
    const letter = found.replace("\\", "");
    if (/[a-z]/i.test(letter)) return `[${letter.toLowerCase()}${letter.toUpperCase()}]`;
    return letter.toLowerCase() === letter.toUpperCase() ? found : "*";
  });
  return loose.replaceAll(/\*{2,}/g, "*");
}
