import { secretFiles } from "./places/path-lists.ts";

/** Endings that a copy or a packed file has behind its name. */
const copied = "((\\.[A-Za-z0-9-]+|~){0,2})";

/**
 * The list of secret files as an extended expression, for `grep -E` on a target: it finds at least what `looksSecret`
 * does, since it has no words for what is excepted.
 */
export const secretNameExpression: string = withoutLookaheads(secretFiles.source)
  .replaceAll("(?:", "(")
  .replaceAll("\\/", "/")
  // In a class grep knows no escapes: the letters stand there themselves.
  .replaceAll(/(?<!\\)\[(?:\\.|[^\]\\])*\]/g, (letters) =>
    letters
      .replaceAll("\\w", "A-Za-z0-9_")
      .replaceAll("\\d", "0-9")
      .replaceAll(/\\(\W)/g, "$1"),
  )
  .replaceAll("\\w", "[A-Za-z0-9_]")
  .replaceAll("\\d", "[0-9]")
  .replaceAll("\\S", "[^ ]")
  .replaceAll(/\\ufdd3|\ufdd3/gu, "/[^/]*")
  .replaceAll("$", `${copied}$`);

function withoutLookaheads(source: string): string {
  const start = source.indexOf("(?!");
  if (start === -1) return source;
  let depth = 0;
  let end = start;
  do {
    if (source[end] === "\\") end++;
    else if (source[end] === "(") depth++;
    else if (source[end] === ")") depth--;
    end++;
  } while (depth > 0);
  return withoutLookaheads(source.slice(0, start) + source.slice(end));
}
