import { Keyboard } from "lucide-react";
import { formatElapsed } from "../../base/index.ts";
import type { WaitingItem } from "../../protocol/index.ts";
import { HandBackLine } from "../console/hand-back.tsx";
import { targetName } from "../lib/format.ts";
import { useNow } from "../lib/use-now.ts";
import { visibleText } from "../lib/visible-text.ts";

/** A step that is sent as soon as the keyboard comes back. */
export function KeyboardCard({ item, title }: { item: Extract<WaitingItem, { kind: "keyboard" }>; title: string }) {
  const now = useNow();
  return (
    <section className="approval appear" aria-label="Waits for the keyboard" tabIndex={0} data-pane-focus="approval">
      <header>
        <Keyboard className="icon s text-amber" aria-hidden="true" />
        <h2>Waits for the keyboard of {targetName(item.target)}</h2>
        <span className="truncate-1">{title}</span>
        <span className="grow" />
        <span className="flex-none">{formatElapsed(now - item.since)}</span>
      </header>
      <div className="approval-body">
        <pre className="code">{visibleText(item.command)}</pre>
      </div>
      <HandBackLine session={item.session} terminalId={item.terminalId} holder={item.holder} />
    </section>
  );
}
