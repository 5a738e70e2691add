import type { ITheme } from "@xterm/xterm";

const names = [
  "black",
  "red",
  "green",
  "yellow",
  "blue",
  "magenta",
  "cyan",
  "white",
  "brightBlack",
  "brightRed",
  "brightGreen",
  "brightYellow",
  "brightBlue",
  "brightMagenta",
  "brightCyan",
  "brightWhite",
] as const;

/** The terminal's colours, from the tokens where it stands in the page; the cursor is the keyboard holder's. */
export function xtermTheme(holder: "agent" | "person", place: Element): ITheme {
  const style = getComputedStyle(place);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const ansi = Object.fromEntries(names.map((name, i) => [name, token(`ansi-${i}`)]));
  return {
    ...ansi,
    background: token("well"),
    foreground: token("text"),
    cursor: token(holder),
    cursorAccent: token("well"),
    selectionBackground: `${token("blue")}55`,
  };
}

/** How what was looked for is marked: the one that is shown now, and the others. */
export function matchColours(place: Element) {
  const style = getComputedStyle(place);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    matchBackground: token("amber-tint"),
    matchBorder: token("amber-line"),
    matchOverviewRuler: token("amber"),
    activeMatchBackground: token("blue-tint"),
    activeMatchBorder: token("blue"),
    activeMatchColorOverviewRuler: token("blue"),
  };
}
