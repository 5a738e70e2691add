import { OwnName } from "../../protocol/index.ts";
import { longestSearchPath } from "../shells/mark-scanner.ts";
import type { Prepared } from "./shell-state.ts";

/** A count or an exit code as a shell prints it; anything else is not known. */
export function readNumber(field: string): number | null {
  return /^\d{1,15}$/.test(field) ? Number(field) : null;
}

/**
 * `r:` a path as it is, `b:` one with control characters, as base64 with a NUL behind it: without that, the program that
 * encodes it has ended half way, and half of a path is another folder. Null: the shell did not know.
 */
export function readCwd(field: string): string | null {
  const value = field.slice(2);
  const path = field.startsWith("b:") ? readWhole(value) : field.startsWith("r:") ? value : "";
  return path === "" ? null : path;
}

function readWhole(encoded: string): string {
  const text = Buffer.from(encoded, "base64").toString("utf8");
  return text.endsWith("\0") ? text.slice(0, -1) : "";
}

/**
 * `r:` a PATH as it is, and behind it the shell's id, which is cut off by a PATH that ends the mark itself. Null: it is
 * too long, has control characters in it or bytes that are no text, or it is empty, which means another thing to each
 * shell.
 */
export function readSearchPath(fields: string[], id: string | undefined): string | null {
  const field = fields.slice(0, -1).join(";");
  const path = field.startsWith("r:") && fields.at(-1) === id ? field.slice(2) : "";
  const isWhole = path !== "" && !path.includes("\ufffd") && Buffer.byteLength(path) <= longestSearchPath;
  return isWhole ? path : null;
}

/** Text in which a shell wrote percent signs and line ends as %25 and %0A. */
export function readText(field: string): string {
  return field.replaceAll("%0A", "\n").replaceAll("%25", "%");
}

/**
 * `word:kind:text` with blanks between them, each text as base64 with a NUL behind it; null: it says something else, so
 * what the words are is not known. What it says of words that nobody asked about is left out, but for hooks of every
 * command.
 */
export function readOwnNames(field: string, words: readonly string[]): readonly OwnName[] | null {
  const told = field.split(" ").filter((each) => each !== "");
  const names = told.map((each) => {
    const [, word = "", is, encoded = ""] = /^(.+):(alias|function|hook):([\w+/=]*)$/.exec(each) ?? [];
    const text = encoded === "" ? {} : { text: readWhole(encoded) };
    return OwnName.safeParse({ word, is, ...text }).data ?? null;
  });
  const known = names.filter((name) => name !== null);
  if (known.length < names.length) return null;
  return known.filter(({ word, is }) => words.includes(word) || is === "hook");
}

/** The fields behind the digits. */
export function readPrepared([exit = "", here = "", ...rest]: string[]): Omit<Prepared, "ownNames"> {
  const savedLength = rest.at(-1);
  return {
    isBusy: here === "busy",
    exitCode: readNumber(exit),
    cwd: readCwd(rest.slice(0, -1).join(";")),
    cwdUnchanged: here === "yes",
    hasSavedLine: savedLength !== undefined && savedLength !== "0",
  };
}
