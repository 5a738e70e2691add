import { makeVisible, printable } from "../base/index.ts";

export { printable };

/** All of a text in one line of ours: nothing in it can pass for the next one. */
export function inOneLine(text: string): string {
  return makeVisible(text).replaceAll("\n", "␊");
}

/** One line of at most this many characters, for lists. Never for something a person has to decide about. */
export function oneLine(text: string, width: number): string {
  const flat = printable(text.replaceAll(/\s+/g, " ").trim());
  return flat.length <= width ? flat : `${flat.slice(0, width - 1)}…`;
}
