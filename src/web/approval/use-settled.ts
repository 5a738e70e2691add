import { useEffect, useState } from "react";

/** Longer than the second half of a double click. */
const settlesAfterMs = 400;

/**
 * False for a moment after a card has come or moved: a click that was meant for what stood there before must not approve
 * something that nobody has read. `arrangement` is whatever changes when the card moves.
 */
export function useSettled(arrangement: string): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(arrangement), settlesAfterMs);
    return () => clearTimeout(timer);
  }, [arrangement]);
  return settled === arrangement;
}
