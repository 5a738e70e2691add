/** One line of an ssh configuration: `Keyword words…` or `Keyword=words…`, words in quotes where they hold blanks. */
export function readSshConfigLine(line: string): { keyword: string; words: string[] } | null {
  const match = /^\s*([A-Za-z]+)(?:\s*=\s*|\s+)(.*)$/.exec(line);
  if (match === null) return null;
  const [, keyword = "", rest = ""] = match;
  return { keyword: keyword.toLowerCase(), words: splitWords(rest) };
}

function splitWords(text: string): string[] {
  const words: string[] = [];
  for (const match of text.matchAll(/"((?:[^"\\]|\\.)*)"|((?:[^\s"\\]|\\.)+)/g)) {
    // Like ssh: a # that begins a word begins a comment.
    if (match[2]?.startsWith("#")) break;
    words.push((match[1] ?? match[2] ?? "").replaceAll(/\\(["'\\ ])/g, "$1"));
  }
  return words;
}
