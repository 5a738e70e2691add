import type { WordPart } from "unbash";
import { hole } from "./arg.ts";
import type { Piece } from "./split-words.ts";

/** zsh does not split a value, and changes it by what follows: `$x:s/a/-/`. So neither is known as bash knows it. */
export function inZsh(
  pieces: Piece[],
  next: WordPart | undefined,
  { quoted, host }: { quoted: boolean; host: { isZsh: boolean } },
): Piece[] {
  if (!host.isZsh) return pieces;
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
  // A place in the stack of folders; in zsh also the value of any variable of that name.
  // And where there is no such user, it is the name of a file here.
  return hole.filled + rest;
}
