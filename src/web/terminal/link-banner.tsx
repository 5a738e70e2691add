import { Check, RotateCw, Unplug } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { TerminalInfo } from "../../session/index.ts";
import { isServerGone, useConnection } from "../backend/context.ts";
import { Banner } from "../parts/banner.tsx";

/** What became of the connection to a terminal, where it is not simply there. */
export function LinkBanner({
  info,
  isSessionClosed,
  onOpenAnother,
}: {
  info: TerminalInfo;
  isSessionClosed: boolean;
  onOpenAnother(): void;
}) {
  const connection = useConnection();
  const isBack = useIsBack(connection.name);
  // The pane says it, once for all of its terminals.
  if (isServerGone(connection)) return null;
  if (connection.name === "connecting" && connection.attempt > 0) {
    return (
      <Banner tone="amber" icon={<RotateCw className="icon s text-amber" aria-hidden="true" />}>
        Reconnecting. Nothing is lost: the session goes on. What you type now is not sent.
      </Banner>
    );
  }
  if (!info.linked) {
    return (
      <Banner
        tone="red"
        icon={<Unplug className="icon s text-red" aria-hidden="true" />}
        action={
          !isSessionClosed && (
            <button type="button" className="link" onClick={onOpenAnother}>
              Connect again
            </button>
          )
        }
      >
        The connection to {info.target.replace(/^ssh:/, "")} was lost. What ran there may still run.
      </Banner>
    );
  }
  if (!info.open) {
    return (
      <Banner
        tone="grey"
        icon={<Unplug className="icon s text-text-3" aria-hidden="true" />}
        action={
          !isSessionClosed && (
            <button type="button" className="link" onClick={onOpenAnother}>
              Open another
            </button>
          )
        }
      >
        {/^ssh, step /.test(info.endReason ?? "") ? info.endReason : "This shell has ended."}
      </Banner>
    );
  }
  if (isBack) {
    return (
      <Banner tone="green" icon={<Check className="icon s text-green" aria-hidden="true" />}>
        Connected again. Nothing was lost.
      </Banner>
    );
  }
  return null;
}

/** True for a few seconds after a lost connection is back. */
function useIsBack(name: string): boolean {
  const [isBack, setBack] = useState(false);
  const wasLost = useRef(false);
  useEffect(() => {
    if (name === "connecting") wasLost.current = true;
    if (name !== "connected" || !wasLost.current) return;
    wasLost.current = false;
    setBack(true);
    const timer = setTimeout(() => setBack(false), backMs);
    return () => clearTimeout(timer);
  }, [name]);
  return isBack;
}

const backMs = 4000;
