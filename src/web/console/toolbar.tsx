import { Delete, Pause, Play, RotateCw, Sparkles, Square } from "lucide-react";
import { formatElapsed } from "../../base/index.ts";
import { phase, type SessionState, type Turn, toolbar, waitsForKeyboard } from "../../session/index.ts";
import type { Send } from "../backend/context.ts";
import { useOperator } from "../lib/operator.ts";
import { useNow } from "../lib/use-now.ts";
import { Live } from "../parts/live.tsx";

interface ToolbarProps {
  state: SessionState;
  agentMode: boolean;
  send: Send;
  onClear(): void;
  onNew(): void;
}

/** S0.54 exactly: what is shown comes from the session's own selector. Slots are fixed from the right. */
export function Toolbar({ state, agentMode, send, onClear, onNew }: ToolbarProps) {
  const { canOperate } = useOperator();
  const shown = canOperate ? toolbar(state) : onlyLooking;
  const isWorking = isActing(state);
  return (
    <div className="toolbar" role="toolbar" aria-label="Agent">
      {agentMode && <span className={`badge${isWorking ? " pulse" : ""}`}>AGENT</span>}
      <span className="truncate-1 grow">
        <Status state={state} />
      </span>
      <Live>
        {shown.pause && (
          <button type="button" className="tool amber" onClick={() => void send({ type: "pause" })}>
            <Pause className="icon xs" fill="currentColor" strokeWidth={0} aria-hidden="true" />
            <span className="label">Pause</span>
          </button>
        )}
        {shown.resume && (
          <button type="button" className="tool green pulse resume" onClick={() => void send({ type: "resume" })}>
            <Play className="icon xs" fill="currentColor" aria-hidden="true" />
            <span className="label">Resume</span>
          </button>
        )}
        {shown.stop !== "hidden" && (
          <button
            type="button"
            className="tool red stop"
            disabled={shown.stop === "stopping"}
            onClick={() => void send({ type: "stop" })}
          >
            {shown.stop === "stopping" ? (
              <span className="spin red" />
            ) : (
              <Square className="icon xs" fill="currentColor" aria-hidden="true" />
            )}
            <span className="label">{shown.stop === "stopping" ? "Stopping…" : "Stop"}</span>
          </button>
        )}
        {shown.retry && (
          <button type="button" className="tool blue" onClick={() => void send({ type: "retry" })}>
            <RotateCw className="icon xs" aria-hidden="true" />
            <span className="label">Retry</span>
          </button>
        )}
        {shown.newChat && (
          <button type="button" className="tool grey" onClick={onNew}>
            <Sparkles className="icon xs" aria-hidden="true" />
            <span className="label">New Chat</span>
          </button>
        )}
      </Live>
      <button type="button" className="tool red only" onClick={onClear} title="Clear what is shown">
        <Delete className="icon s" aria-hidden="true" />
        <span className="sr-only">Clear what is shown</span>
      </button>
    </div>
  );
}

/** The badge pulses while the agent does something, and not while it waits for a person. */
function isActing(state: SessionState): boolean {
  const isWorking = ["thinking", "executing", "finalizing"].includes(phase(state).name);
  return isWorking && !state.current?.paused && waitsForKeyboard(state).length === 0;
}

/** Who may only look can clear their own view, and nothing else. */
const onlyLooking = { pause: false, resume: false, stop: "hidden", retry: false, newChat: false } as const;

function Status({ state }: { state: SessionState }) {
  const now = useNow();
  const turn = state.current;
  if (!turn) return restingWord(state.turns.at(-1), state);
  const steps = [...turn.steps.values()].filter((step) => step.kind !== "check").length;
  const time = formatElapsed(now - turn.startedAt);
  if (turn.stopping) return null;
  if (turn.paused) return `Step ${steps} of ${state.settings.maxSteps}`;
  const name = phase(state).name;
  if (waitsForKeyboard(state).length > 0) return <span className="text-amber">Waits for the keyboard</span>;
  const word =
    name === "review" ? "Waiting for you" : steps === 0 ? "Thinking" : `Step ${steps} of ${state.settings.maxSteps}`;
  return `${word} · ${time}`;
}

function restingWord(last: Turn | undefined, state: SessionState): string {
  if (state.closed) return "Session ended";
  if (!last?.end || state.turns.length <= state.contextFrom) return "Ready";
  const time = formatElapsed(last.end.at - last.startedAt);
  return last.end.outcome === "complete" || last.end.outcome === "text" ? `Done in ${time}` : `Ended after ${time}`;
}
