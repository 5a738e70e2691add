import { printable } from "../base/index.ts";

export { printable };

/** One line of at most this many characters, for lists. Never for something a person has to decide about. */
export function oneLine(text: string, width: number): string {
  const flat = printable(text.replaceAll(/\s+/g, " ").trim());
  return flat.length <= width ? flat : `${flat.slice(0, width - 1)}…`;
}
