import { Lock } from "lucide-react";
import { formatElapsed } from "../../base/index.ts";
import type { WaitingItem } from "../../protocol/index.ts";
import { targetName } from "../lib/format.ts";
import { useOperator } from "../lib/operator.ts";
import { hrefOf } from "../lib/route.ts";
import { useNow } from "../lib/use-now.ts";
import { visibleText } from "../lib/visible-text.ts";

interface PromptCardProps {
  item: Extract<WaitingItem, { kind: "prompt" }>;
  title: string;
  onOpen(): void;
}

/** A program or a login asks for what only a person may type. It is answered where it asks, and nowhere else. */
export function PromptCard({ item, title, onOpen }: PromptCardProps) {
  const now = useNow();
  const { canOperate } = useOperator();
  const asks = item.asks === "password" ? "Password asked for" : "A login asks";
  return (
    <section className="approval appear" aria-label={asks} tabIndex={0} data-pane-focus="approval">
      <header>
        <Lock className="icon s text-amber" aria-hidden="true" />
        <h2>
          {asks} on {targetName(item.target)}
        </h2>
        <span className="truncate-1">{title}</span>
        <span className="grow" />
        <span className="flex-none">{formatElapsed(now - item.since)}</span>
      </header>
      <div className="approval-body">
        <pre className="code">{visibleText(item.text.trim()) || "It shows no words."}</pre>
      </div>
      {canOperate && (
        <footer>
          <a className="btn go" href={hrefOf({ page: "session", id: item.session })} onClick={onOpen}>
            Answer in its terminal
          </a>
        </footer>
      )}
    </section>
  );
}
