import { useCallback, useRef, useState } from "react";
import type { TerminalInfo } from "../../session/index.ts";
import { otherHolder } from "./other-holder.ts";

/** Another person's keyboard is asked for, or taken on purpose; never by a key that was meant for something else. */
export function useTyping(terminals: readonly TerminalInfo[], person: string) {
  const [isRefused, setRefused] = useState(false);
  const holders = useRef(new Map<string, string | null>());
  holders.current = new Map(terminals.map(({ id, holder }) => [id, otherHolder(holder, person)]));
  /** Answers whether the keyboard is this person's, so that it was typed. */
  const typeInto = useCallback((id: string, type: () => void): boolean => {
    const isMine = (holders.current.get(id) ?? null) === null;
    setRefused(!isMine);
    if (isMine) type();
    return isMine;
  }, []);
  return { typeInto, isRefused };
}
