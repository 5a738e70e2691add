import { Pause } from "lucide-react";
import type { Send } from "../backend/context.ts";
import { useOperator } from "../lib/operator.ts";
import { Live } from "../parts/live.tsx";
import { useSettled } from "./use-settled.ts";

/** The turn paused itself and says why: a person decides whether it goes on. */
export function PauseCard({ reason, title, send }: { reason: string; title?: string; send: Send }) {
  const { canOperate } = useOperator();
  const isSettled = useSettled(reason);
  return (
    <section className="approval appear" aria-label="Paused" tabIndex={0} data-pane-focus="approval">
      <header>
        <Pause className="icon s text-amber" aria-hidden="true" />
        <h2>Waiting for you</h2>
        <span className="truncate-1">{title}</span>
      </header>
      <div className="approval-body" tabIndex={0}>
        <p className="lead [overflow-wrap:anywhere]">{reason}</p>
      </div>
      {canOperate && (
        <footer>
          <Live isSaid>
            <button
              type="button"
              className="btn go"
              disabled={!isSettled}
              onClick={() => void send({ type: "resume" })}
            >
              Go on
            </button>
            <span className="grow spacer" />
            <button type="button" className="btn" onClick={() => void send({ type: "stop" })}>
              Stop here
            </button>
          </Live>
        </footer>
      )}
    </section>
  );
}
