import type { SyntaxNode } from "unbash";

/**
 * What dash, ash and other plain shells silently read differently from bash: a part that is data or a test to bash is a
 * command to them. Null where both read the same.
 */
export function posixDifference(node: SyntaxNode): string | null {
  switch (node.type) {
    // `ls &>x rm y`: to them `ls &`, then `>x rm y`.
    case "Command": {
      const both = node.redirects.find(({ operator }) => operator.startsWith("&>"));
      const isFollowed = both !== undefined && node.suffix.some(({ pos }) => pos > both.pos);
      return isFollowed ? `"${both.operator}" before the end` : null;
    }
    // `$'a\'; rm x #'`: to them a dollar, and text that ends at the first quote.
    case "AnsiCQuoted":
      return "$'…'";
    case "LocaleString":
      return '$"…"';
    // One word to them: `sh -c {"ls","; rm x"}`.
    case "BraceExpansion":
      return "braces";
    // `[[ -n a && rm == x ]]`: to them `[[ -n a`, then `rm == x ]]`. `[[ a > b ]]` writes b.
    case "TestLogical":
    case "TestGroup":
      return '"[[" with more than one test';
    case "TestBinary":
      return /^[<>]/.test(node.operator) || /[|&;<>()]/.test(node.right.text)
        ? '"[[" with < > | & ; or brackets'
        : null;
    case "TestUnary":
      return /[|&;<>()]/.test(node.operand.text) ? '"[[" with < > | & ; or brackets' : null;
    // `((id))`: to them a command in two sub-shells.
    case "ArithmeticCommand":
      return '"(("';
    default:
      return null;
  }
}
