export interface SedEffects {
  runs: boolean;
  writes: string[];
  reads: string[];
}

/** What people put between the parts of an expression. Of others, not every version of sed takes the same for the end. */
const isDelimiter = /^[/|,#@!%:;_=~&"'<>-]$/;

/** Reads a sed script by its grammar. Null when a part of it is not understood: then nothing is proved. */
export function readSed(script: string): SedEffects | null {
  // busybox ends a line at a carriage return.
  if (/[^\P{Cc}\t\n]/u.test(script)) return null;
  const effects: SedEffects = { runs: false, writes: [], reads: [] };
  let at = 0;
  const skip = (pattern: RegExp): string => {
    const match = new RegExp(pattern.source, "y");
    match.lastIndex = at;
    const found = match.exec(script)?.[0] ?? "";
    at += found.length;
    return found;
  };
  const delimited = (delimiter: string): boolean => {
    for (; at < script.length; at++) {
      if (script[at] === "\\") at++;
      else if (script[at] === "[" && delimiter !== "[") {
        // Whether a delimiter in brackets ends the expression, and where some brackets end, differs between versions.
        const end = /\[\^?\]?(?:\[:[a-z]+:\]|[^\]\n])*\]/y;
        end.lastIndex = at;
        const found = end.exec(script)?.[0] ?? delimiter;
        const isOdd = /\[[:.=]/.test(found.slice(1).replaceAll(/\[:[a-z]+:\]/g, "")) || found.endsWith("\\]");
        if (isOdd || found.includes(delimiter)) return false;
        at += found.length - 1;
      } else if (script[at] === delimiter) {
        at++;
        return true;
      } else if (script[at] === "\n" && delimiter !== "\n") return false;
    }
    return false;
  };
  const address = (): boolean => {
    if (skip(/\d+(?:~\d+)?|\$|[+~]\d+/) !== "") return true;
    if (script[at] === "/") {
      at++;
      if (!delimited("/")) return false;
      skip(/[IM]*/);
      return true;
    }
    if (script[at] === "\\") {
      const delimiter = script[at + 1] ?? "";
      if (!isDelimiter.test(delimiter)) return false;
      at += 2;
      return delimited(delimiter);
    }
    return true;
  };
  const restOfLine = (): string => skip(/[^\n]*/).replace(/^[ \t]+/, "");

  while (at < script.length) {
    skip(/[\s;]+/);
    if (at >= script.length) break;
    if (script[at] === "#") {
      restOfLine();
      continue;
    }
    if (!address()) return null;
    skip(/\s*/);
    if (script[at] === ",") {
      at++;
      skip(/\s*/);
      if (!address()) return null;
    }
    skip(/[\s!]*/);
    const command = script[at++];
    switch (command) {
      case "{":
      case "}":
      case "=":
      case "d":
      case "D":
      case "g":
      case "G":
      case "h":
      case "H":
      case "n":
      case "N":
      case "p":
      case "P":
      case "x":
      case "z":
      case "F":
        break;
      case "q":
      case "Q":
      case "l":
      case "L":
        skip(/[ \t]*\d*/);
        break;
      case "b":
      case "t":
      case "T":
      case ":":
        skip(/[ \t]*[\w.-]*/);
        // In busybox this sign is a part of the name, which ends at the next semicolon.
        if (/^[ \t]*#/.test(script.slice(at))) return null;
        break;
      case "a":
      case "i":
      case "c":
        if (!text()) return null;
        break;
      case "r":
      case "R":
        effects.reads.push(restOfLine());
        break;
      case "w":
      case "W":
        effects.writes.push(restOfLine());
        break;
      case "e":
        effects.runs = true;
        restOfLine();
        break;
      case "y":
      case "s": {
        const delimiter = script[at++] ?? "";
        if (!isDelimiter.test(delimiter)) return null;
        if (!delimited(delimiter) || !replacement(delimiter)) return null;
        if (command === "s" && !flags()) return null;
        break;
      }
      default:
        return null;
    }
    skip(/[ \t]*/);
    if (at < script.length && !/[;\n}#]/.test(script[at] ?? "") && !"{}".includes(command ?? "")) return null;
  }
  return effects;

  /**
   * The text of a, i and c goes on in the next line behind a single backslash. How many of them escape each other, and
   * whether the one behind the command counts, differs between versions: such a text is not understood.
   */
  function text(): boolean {
    const lines = skip(/[ \t]*(?:\\\n)?(?:[^\n\\]|\\[^\n\\]|\\\n)*/);
    const isOdd = /^\s*\n|^[ \t]*\\[ \t]+(?:\\|\n|$)|^[ \t]*\\\n[ \t]*\\/.test(lines);
    return !isOdd && (at >= script.length || script[at] === "\n");
  }

  /** The replacement has no bracket expressions, so the delimiter ends it wherever it stands unescaped. */
  function replacement(delimiter: string): boolean {
    for (; at < script.length; at++) {
      if (script[at] === "\\") at++;
      else if (script[at] === delimiter) {
        at++;
        return true;
      }
    }
    return false;
  }

  function flags(): boolean {
    const found = skip(/[gpiIMm\d]*/);
    if (script[at] === "e") {
      effects.runs = true;
      at++;
      skip(/[gpiIMm\de]*/);
    }
    if (script[at] === "w") {
      at++;
      effects.writes.push(restOfLine());
    }
    return found.length < 20;
  }
}
