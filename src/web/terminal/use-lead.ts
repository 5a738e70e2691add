import { useCallback, useEffect, useRef, useState } from "react";
import type { TerminalInfo } from "../../session/index.ts";

/**
 * Whether this page decides a terminal's size. A terminal has one size, and who looks must not change it for who works:
 * the page in which somebody types leads, or the only one there is; the others show the terminal at its size.
 */
export function useLead(info: TerminalInfo, isAlone: boolean) {
  const [leads, setShown] = useState(false);
  /** The same, known at once: a size that somebody else has set must not be answered with ours in the same moment. */
  const isLeading = useRef(false);
  const setLeads = useCallback((now: boolean) => {
    isLeading.current = now;
    setShown(now);
  }, []);
  /** Sizes that were asked for here and have not come back as an event, in the order of asking. */
  const asked = useRef<string[]>([]);
  const { cols, rows, open } = info;
  const latest = useRef({ cols, rows, open });
  latest.current = { cols, rows, open };
  useEffect(() => {
    const at = asked.current.indexOf(`${cols}×${rows}`);
    // Events that come together are seen as their last one: what was asked for before it has come too.
    asked.current = at === -1 ? [] : asked.current.slice(at + 1);
    if (at === -1) setLeads(false);
  }, [cols, rows, setLeads]);
  useEffect(() => {
    if (isAlone) setLeads(true);
  }, [isAlone, setLeads]);
  return {
    leads,
    isLeading,
    lead: useCallback(() => setLeads(true), [setLeads]),
    /** True when the size has to be asked for: it is another one, and has not been asked for already. */
    ask: useCallback((wantedCols: number, wantedRows: number): boolean => {
      const now = latest.current;
      const size = `${wantedCols}×${wantedRows}`;
      if (!now.open || (now.cols === wantedCols && now.rows === wantedRows) || asked.current.includes(size))
        return false;
      asked.current.push(size);
      return true;
    }, []),
  };
}
