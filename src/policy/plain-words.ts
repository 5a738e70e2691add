import type { Word, WordPart } from "unbash";

/**
 * Whether every shell makes the same of a word, as far as it is read here. Shells differ on escapes, on braces around
 * values, on lines that are continued, and what they share is small enough to be listed: everything else is odd.
 */
export function isOddWord({ parts, text }: Word, { isZsh }: { isZsh: boolean }): boolean {
  if (parts === undefined) return text.includes("\\\n");
  const hasBraces = parts.some((part) => part.type === "BraceExpansion");
  return parts.some((part, index) => isOdd(part, parts[index + 1], { isZsh, hasBraces }));
}

interface Around {
  isZsh: boolean;
  hasBraces: boolean;
}

function isOdd(part: WordPart, next: WordPart | undefined, around: Around): boolean {
  switch (part.type) {
    case "Literal":
      return part.text.includes("\\\n") || (around.hasBraces && part.text.includes("\\"));
    case "SingleQuoted":
    case "Glob":
      return false;
    // Braces come before values: `$v{x,y}` is `$vx` and `$vy`.
    case "BraceExpansion":
      if (around.isZsh && /[{,][,}]/.test(part.text)) return true;
      return part.parts?.some((inner) => isOdd(inner, undefined, { ...around, hasBraces: true })) === true;
    case "AnsiCQuoted":
      return !/^\$'(?:[^\\]|\\[nt\\'"])*'$/s.test(part.text);
    case "LocaleString":
      return true;
    case "DoubleQuoted":
      return part.parts.some((inner, index) => isOdd(inner, part.parts[index + 1], { ...around, hasBraces: false }));
    case "SimpleExpansion":
    case "ParameterExpansion":
      // zsh goes on reading behind a name: `$v[3]`, `$v:s/a/-/`.
      return around.hasBraces || (around.isZsh && /^[[:]/.test(next?.text ?? ""));
    case "CommandExpansion":
    case "ArithmeticExpansion":
    case "ProcessSubstitution":
    case "ExtendedGlob":
      return around.hasBraces;
  }
}
