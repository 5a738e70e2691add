import type { WordPart } from "unbash";
import { hole, namesMark } from "./arg.ts";
import type { Piece } from "./split-words.ts";
import { variableValue } from "./variables.ts";

/** What bash makes of a value is not what others do: zsh does not split it, and changes it by what follows: `$x:s/a/-/`. */
export function beyondBash(
  pieces: Piece[],
  next: WordPart | undefined,
  { quoted, host }: { quoted: boolean; host: { isZsh: boolean; isBash: boolean } },
): Piece[] {
  // mksh and ksh expand braces in values, too.
  if (!host.isZsh)
    return host.isBash || quoted
      ? pieces
      : pieces.map((piece) => (piece.splits && /[{},]/.test(piece.text) ? { ...piece, text: hole.variable } : piece));
  const isModified = /^:[a-zA-Z&#]/.test(next?.text ?? "");
  return pieces.map((piece) =>
    piece.splits && (isModified || (!quoted && /[ \t\n]/.test(piece.text))) ? { ...piece, text: hole.variable } : piece,
  );
}

/** What a tilde at the beginning of a word stands for. */
export function tilde(source: string, value: string, isZsh: boolean): string {
  if (!source.startsWith("~")) return value;
  const user = /^~([^/]*)/.exec(value)?.[1] ?? "";
  const rest = value.slice(user.length + 1);
  if (user === "") return hole.home + rest;
  if (user === "+") return hole.cwd + rest;
  if (user === "-") return hole.filled + rest;
  if (user === "root" && !isZsh) return `/root${rest}`;
  // A place in the stack of folders, a file of that name where there is no such user, in zsh the value of a variable.
  return hole.filled + rest;
}

/** A value outside quotes that holds a name which a pattern matched: a blank in the name makes two words of it. */
export function isOfNames(part: WordPart, variables: ReadonlyMap<string, string | null>): boolean {
  const name =
    part.type === "SimpleExpansion" ? part.text.slice(1) : part.type === "ParameterExpansion" ? part.parameter : null;
  return name !== null && variableValue(name, variables).includes(namesMark);
}
