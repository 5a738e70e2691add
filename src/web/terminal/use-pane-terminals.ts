import { useCallback, useState } from "react";
import type { SessionState, TerminalInfo } from "../../session/index.ts";
import { setShownTerminals, usePreferences } from "../lib/preferences.ts";

export type PanePlace = "front" | "beside";

/** Which terminals of a session are in the pane: one in front or two side by side, and which of them is in use. */
export function usePaneTerminals(state: SessionState, canOperate: boolean) {
  const shown = usePreferences().terminals[state.id];
  /** The one of two that was used last: its keyboard is shown, and what is sent goes there. */
  const [active, setActive] = useState<string | null>(null);
  const terminals = canOperate ? shownTerminals(state) : [];
  const front = terminals.find((terminal) => terminal.id === shown?.front) ?? terminals.at(0) ?? null;
  const beside = terminals.find((terminal) => terminal.id === shown?.beside && terminal.id !== front?.id) ?? null;
  return {
    terminals,
    front,
    beside,
    used: beside !== null && beside.id === active ? beside : front,
    isInView: (id: string) => id === front?.id || id === beside?.id,
    use: setActive,
    choose(id: string) {
      setShownTerminals(state.id, id === beside?.id ? {} : { front: id });
      setActive(id);
    },
    /** Shows one there, which becomes the one in use. */
    put: useCallback(
      (id: string, place: PanePlace) => {
        setShownTerminals(state.id, { [place]: id });
        setActive(id);
      },
      [state.id],
    ),
    closeSplit: () => setShownTerminals(state.id, { beside: null }),
  };
}

/** Those that are open; when the last one has ended, its screen stays until there is another. */
function shownTerminals(state: SessionState): readonly TerminalInfo[] {
  const open = state.terminals.filter((terminal) => terminal.open);
  return open.length > 0 || state.closed ? open : state.terminals.slice(-1);
}
