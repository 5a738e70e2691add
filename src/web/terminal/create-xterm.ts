import { Unicode11Addon } from "@xterm/addon-unicode11";
import { WebLinksAddon } from "@xterm/addon-web-links";
import { Terminal } from "@xterm/xterm";
import { boundRepeats } from "../../base/index.ts";
import { firstFontPx } from "./screen-size.ts";
import { silenceReplies } from "./silence-replies.ts";
import { xtermTheme } from "./xterm-theme.ts";

interface XtermEvents {
  onLinkHover(url: string | null): void;
}

/** An xterm as every terminal here is one: how it looks, how wide its characters are, where its links go. */
export function createXterm(size: { cols: number; rows: number }, { onLinkHover }: XtermEvents): Terminal {
  const hovering = {
    hover: (_event: MouseEvent, url: string) => onLinkHover(url),
    leave: () => onLinkHover(null),
  };
  const term = new Terminal({
    ...size,
    allowProposedApi: true,
    fontFamily: fontsWith(""),
    fontSize: firstFontPx,
    lineHeight: 1.35,
    minimumContrastRatio: 4.5,
    scrollback: 10_000,
    cursorBlink: false,
    cursorInactiveStyle: "outline",
    macOptionIsMeta: true,
    theme: xtermTheme("agent", document.documentElement),
    linkHandler: { activate: (_event, url) => openLink(url), ...hovering },
  });
  boundRepeats(term);
  term.loadAddon(new Unicode11Addon());
  term.unicode.activeVersion = "11";
  term.loadAddon(new WebLinksAddon((_event, url) => openLink(url), hovering));
  silenceReplies(term);
  return term;
}

/** The person's own font first, then those that are there on most machines. */
export function fontsWith(own: string): string {
  const usual = getComputedStyle(document.documentElement).getPropertyValue("--font-mono");
  // A name as CSS takes it, whatever was typed: quotes and backslashes cannot end it.
  return own.trim() === "" ? usual : `"${own.trim().replaceAll(/["\\]/g, "")}", ${usual}`;
}

/** Links of programs: http and https only, in a tab that knows nothing of this page. */
function openLink(url: string): void {
  const { protocol } = new URL(url, "about:blank");
  if (protocol === "http:" || protocol === "https:") window.open(url, "_blank", "noopener,noreferrer");
}
