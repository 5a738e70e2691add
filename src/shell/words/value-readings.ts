import type { WordPart } from "unbash";
import { hole, namesMark } from "../arg.ts";
import { variableValue } from "../variables.ts";
import type { Piece } from "./split-words.ts";

/** Makes a value unknown where other shells read it differently: zsh does not split it, and `$x:s/a/-/` changes it there. */
export function asOtherShellsRead(
  pieces: Piece[],
  next: WordPart | undefined,
  { quoted, context }: { quoted: boolean; context: { isZsh: boolean; isBash: boolean } },
): Piece[] {
  // mksh and ksh expand braces in values as well.
  if (!context.isZsh)
    return context.isBash || quoted
      ? pieces
      : pieces.map((piece) => (piece.splits && /[{},]/.test(piece.text) ? { ...piece, text: hole.variable } : piece));
  const isModified = /^:[a-zA-Z&#]/.test(next?.text ?? "");
  return pieces.map((piece) =>
    piece.splits && (isModified || (!quoted && /[ \t\n]/.test(piece.text))) ? { ...piece, text: hole.variable } : piece,
  );
}

/** The word with the tilde at its beginning expanded. */
export function expandTilde(source: string, value: string, isZsh: boolean): string {
  if (!source.startsWith("~")) return value;
  const user = /^~([^/]*)/.exec(value)?.[1] ?? "";
  const rest = value.slice(user.length + 1);
  if (user === "") return hole.home + rest;
  if (user === "+") return hole.cwd + rest;
  if (user === "-") return hole.filled + rest;
  if (user === "root" && !isZsh) return `/root${rest}`;
  // An entry of the folder stack, a file where no such user exists, or in zsh the value of a variable.
  return hole.filled + rest;
}

/** Whether it is a value that holds a file name which a pattern matched. Outside quotes a blank in it makes two words. */
export function holdsFileNames(part: WordPart, variables: ReadonlyMap<string, string | null>): boolean {
  const name =
    part.type === "SimpleExpansion" ? part.text.slice(1) : part.type === "ParameterExpansion" ? part.parameter : null;
  return name !== null && variableValue(name, variables).includes(namesMark);
}
