import type { SearchAddon } from "@xterm/addon-search";
import type { Terminal } from "@xterm/xterm";
import { matchColours } from "./xterm-theme.ts";

/** Text in one terminal. */
export function createTerminalSearch(term: Terminal) {
  let loading: Promise<SearchAddon> | null = null;
  return {
    async find(text: string, direction: "next" | "previous"): Promise<boolean> {
      loading ??= loadSearch(term);
      const addon = await loading;
      const options = { decorations: matchColours(term.element ?? document.documentElement) };
      return direction === "next" ? addon.findNext(text, options) : addon.findPrevious(text, options);
    },
    /** Nobody looks for anything any more. */
    end: () => void loading?.then((addon) => addon.clearDecorations()),
  };
}

/** Loaded when somebody looks for something. */
async function loadSearch(term: Terminal): Promise<SearchAddon> {
  const { SearchAddon } = await import("@xterm/addon-search");
  const addon = new SearchAddon();
  term.loadAddon(addon);
  return addon;
}
