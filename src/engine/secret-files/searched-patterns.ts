/** Words of a command; null where only the run decides one. */
export type Words = readonly (string | null)[];

/** How a program that searches reads its words. */
interface Grammar {
  /** Letters of options that take a value. */
  short: string;
  /** The same for options that are written out. */
  long: RegExp;
}

const around = "(?:after-|before-)?context|max-count";

export const grepGrammar: Grammar = {
  short: "efABCmdD",
  long: new RegExp(
    `^--(?:regexp|file|${around}|include|exclude|exclude-dir|exclude-from|binary-files|group-separator|directories|devices)$`,
  ),
};

export const rgGrammar: Grammar = {
  short: "efABCmgtTjdErM",
  long: new RegExp(
    `^--(?:regexp|file|${around}|i?glob|type|type-not|threads|max-?depth|color|sortr?|max-filesize|context-separator)$`,
  ),
};

export const gitGrepGrammar: Grammar = { short: "efABCmO", long: new RegExp(`^--(?:${around}|max-depth|threads)$`) };

interface Search {
  /** Where the patterns stand among the words. */
  patterns: number[];
  /** More of them come out of a file. */
  isFromFile: boolean;
  /** What stands behind them: files, folders, commits. */
  operands: number[];
}

/** What a search looks for, and where. Without an option that gives the pattern it is the first operand. */
export function searchIn(words: Words, { short, long }: Grammar): Search {
  const search: Search = { patterns: [], isFromFile: false, operands: [] };
  const takes = (name: string, at: number): void => {
    if (name === "e" || name === "--regexp") search.patterns.push(at);
    if (name === "f" || name === "--file") search.isFromFile = true;
  };
  let hasEnded = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (hasEnded || !/^-./.test(word)) search.operands.push(at);
    else if (word === "--") hasEnded = true;
    else if (word.startsWith("--")) {
      const [name = ""] = word.split("=");
      if (!long.test(name)) continue;
      if (name === word) at++;
      takes(name, at);
    } else {
      const letter = [...word.slice(1)].findIndex((each) => short.includes(each)) + 1;
      if (letter === 0) continue;
      if (letter === word.length - 1) at++;
      takes(word.charAt(letter), at);
    }
  }
  const isGiven = search.patterns.length > 0 || search.isFromFile || words.includes("--files");
  const first = isGiven ? undefined : search.operands.shift();
  if (first !== undefined) search.patterns.push(first);
  return search;
}
