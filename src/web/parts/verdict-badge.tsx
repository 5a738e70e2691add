import { Ban, Check, Hand, TriangleAlert } from "lucide-react";
import type { Verdict } from "../../protocol/index.ts";

const icons = { allow: Check, ask: Hand, danger: TriangleAlert, deny: Ban };

export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  const Icon = icons[verdict];
  return (
    <span className={`verdict ${verdict}`}>
      <Icon className="icon xs" aria-hidden="true" />
      {verdict}
    </span>
  );
}
