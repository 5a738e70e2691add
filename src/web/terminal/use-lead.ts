import { useCallback, useEffect, useRef, useState } from "react";
import type { TerminalInfo } from "../../session/index.ts";

/**
 * Whether this page decides a terminal's size. A terminal has one size, and who looks must not change it for who works:
 * the page in which somebody types leads, or the only one there is; the others show the terminal at its size.
 */
export function useLead(info: TerminalInfo, isAlone: boolean) {
  const [leads, setLeads] = useState(false);
  /** Sizes that were asked for here and have not come back as an event. */
  const asked = useRef(new Set<string>());
  const { cols, rows, open } = info;
  const latest = useRef({ cols, rows, open });
  latest.current = { cols, rows, open };
  useEffect(() => {
    if (!asked.current.delete(`${cols}×${rows}`)) setLeads(false);
  }, [cols, rows]);
  useEffect(() => {
    if (isAlone) setLeads(true);
  }, [isAlone]);
  return {
    leads,
    lead: useCallback(() => setLeads(true), []),
    /** True when the size has to be asked for: it is another one, and has not been asked for already. */
    ask: useCallback((wantedCols: number, wantedRows: number): boolean => {
      const now = latest.current;
      const size = `${wantedCols}×${wantedRows}`;
      if (!now.open || (now.cols === wantedCols && now.rows === wantedRows) || asked.current.has(size)) return false;
      asked.current.add(size);
      return true;
    }, []),
  };
}
