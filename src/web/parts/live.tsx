import type { ReactNode } from "react";
import { useIsLive } from "../backend/context.ts";

/**
 * Buttons that ask something of Cotty: greyed while it does not answer, since what is shown may be old and nothing would
 * be sent. Fields stay as they are, so that nobody loses what they type.
 */
export function Live({ children, isSaid = false }: { children: ReactNode; isSaid?: boolean }) {
  const isLive = useIsLive();
  return (
    <>
      {isSaid && !isLive && (
        <p className="small text-amber basis-full" role="status">
          Cotty does not answer, so nothing can be decided now.
        </p>
      )}
      <fieldset className="live" role="presentation" disabled={!isLive}>
        {children}
      </fieldset>
    </>
  );
}
