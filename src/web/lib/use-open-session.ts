import { useCallback, useState } from "react";
import { describeError } from "../../base/index.ts";
import type { ReportedError } from "../../protocol/index.ts";
import { useCotty } from "../backend/context.ts";
import { go } from "./route.ts";
import { wantFocus } from "./wanted-focus.ts";

interface OpenWish {
  isStillWanted?: () => boolean;
  /** A person has asked for it just now: its terminal takes the focus. */
  isAsked?: boolean;
}

/** Opens sessions and goes to them, and says why one could not be opened. */
export function useOpenSession(onOpened: () => void) {
  const { api } = useCotty();
  const [error, setError] = useState<ReportedError | null>(null);
  const openSession = useCallback(
    async (target: string, { isStillWanted = () => true, isAsked = true }: OpenWish = {}) => {
      setError(null);
      try {
        const session = await api.openSession({ target });
        if (!isStillWanted()) return;
        if (isAsked) wantFocus(session.id);
        go({ page: "session", id: session.id });
        onOpened();
      } catch (reason) {
        setError(describeError(reason));
      }
    },
    [api, onOpened],
  );
  return { openSession, error, dismiss: () => setError(null) };
}
