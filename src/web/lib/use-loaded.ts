import { useCallback, useEffect, useState } from "react";
import { describeError } from "../../base/index.ts";
import type { ReportedError } from "../../protocol/index.ts";
import { useConnection } from "../backend/context.ts";

/** Something asked of the server once, and again on request. */
export function useLoaded<T>(load: () => Promise<T>): { value: T | null; error: ReportedError | null; again(): void } {
  const [value, setValue] = useState<T | null>(null);
  const [error, setError] = useState<ReportedError | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is what asks again.
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (loaded) => {
        if (!isCurrent) return;
        setValue(loaded);
        setError(null);
      },
      (reason: unknown) => {
        if (isCurrent) setError(describeError(reason));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [load, attempt]);
  // The server was not there: once it is, nobody has to ask again by hand.
  const { name } = useConnection();
  const isWanted = error !== null && name === "connected";
  useEffect(() => {
    if (isWanted) setAttempt((n) => n + 1);
  }, [isWanted]);
  return { value, error, again: useCallback(() => setAttempt((n) => n + 1), []) };
}
