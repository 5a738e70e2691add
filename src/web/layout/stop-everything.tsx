import { Square } from "lucide-react";
import type { SessionSummary } from "../../protocol/index.ts";
import { useCotty } from "../backend/context.ts";
import { counted } from "../lib/format.ts";
import { useOperator } from "../lib/operator.ts";
import { Live } from "../parts/live.tsx";

const works = ["thinking", "review", "executing", "finalizing"];

/** Ends what every agent does, in all sessions at once. */
export function StopEverything({ sessions, atLeast = 1 }: { sessions: readonly SessionSummary[]; atLeast?: number }) {
  const { client } = useCotty();
  const { canOperate } = useOperator();
  const working = sessions.filter(({ phase }) => works.includes(phase));
  if (working.length < atLeast || !canOperate) return null;
  const stop = () => {
    // One that has just ended by itself refuses, and that is well.
    for (const { id } of working)
      void client.request(id, { type: "stop" }, { signal: new AbortController().signal }).catch(() => undefined);
  };
  return (
    <Live>
      <button
        type="button"
        className="tool red"
        onClick={stop}
        title={`Stops the agents of ${counted(working.length, "session")}`}
      >
        <Square className="icon xs" fill="currentColor" aria-hidden="true" />
        Stop everything
      </button>
    </Live>
  );
}
