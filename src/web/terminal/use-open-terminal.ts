import { useCallback, useEffect, useRef, useState } from "react";
import { describeError } from "../../base/index.ts";
import type { ReportedError } from "../../protocol/index.ts";
import type { SessionState } from "../../session/index.ts";
import { useCotty } from "../backend/context.ts";
import { wantFocus } from "../lib/wanted-focus.ts";
import type { PanePlace } from "./use-pane-terminals.ts";

interface OpenTerminalOptions {
  state: SessionState;
  isCaughtUp: boolean;
  canOperate: boolean;
  onOpened(id: string, place: PanePlace): void;
}

/** Opens and closes terminals of a session, the first one by itself, and says what went wrong. */
export function useOpenTerminal({ state, isCaughtUp, canOperate, onOpened }: OpenTerminalOptions) {
  const { api } = useCotty();
  const [error, setError] = useState<ReportedError | null>(null);

  const open = useCallback(
    async (place: PanePlace, isAsked = false) => {
      setError(null);
      try {
        const { terminalId } = await api.openTerminal(state.id, { cols: 100, rows: 30 });
        if (isAsked) wantFocus(terminalId);
        onOpened(terminalId, place);
      } catch (reason) {
        setError(describeError(reason));
      }
    },
    [api, state.id, onOpened],
  );

  // The shell is live at once: a session that has no terminal gets one as soon as somebody looks, and only then. One
  // that ends under their eyes, as with a lost connection, is theirs to open again.
  const hasNone = state.terminals.every((terminal) => !terminal.open);
  const mayOpen = isCaughtUp && canOperate && !state.closed && state.current === null;
  const hasLooked = useRef(false);
  useEffect(() => {
    if (!mayOpen || hasLooked.current) return;
    hasLooked.current = true;
    if (hasNone) void open("front");
  }, [mayOpen, hasNone, open]);

  return {
    error,
    openFront: useCallback(() => void open("front", true), [open]),
    openBeside: () => void open("beside", true),
    close: (id: string) =>
      void api.closeTerminal(state.id, id).catch((reason: unknown) => setError(describeError(reason))),
  };
}
