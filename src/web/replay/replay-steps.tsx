import { Check, Circle, Play, X } from "lucide-react";
import { endOf, type SessionState, type Step, type Turn } from "../../session/index.ts";
import { commandTone } from "../console/step-look.tsx";
import { clock, personName } from "../lib/format.ts";
import { plainOutput, visibleText } from "../lib/visible-text.ts";

export interface Moment {
  readonly at: number;
  readonly step: Step;
}

/** Each step with the moment it was proposed, in the recording's time. */
export function stepMoments(turns: readonly Turn[], startedAt: number): Moment[] {
  return turns
    .flatMap((turn) => [...turn.steps.values()])
    .map((step) => ({ step, at: Math.max(0, step.proposedAt - startedAt) }));
}

/** Past normal, now outlined, future dashed. A click goes to that moment. */
export function ReplaySteps({
  state,
  moments,
  now,
  onSeek,
}: {
  state: SessionState;
  moments: readonly Moment[];
  now: number;
  onSeek(ms: number): void;
}) {
  const current = moments.findLast((moment) => moment.at <= now + 50);
  return (
    <section
      className="border-l border-line bg-surface overflow-y-auto p-3 grid gap-2 content-start"
      aria-label="Steps"
      tabIndex={0}
    >
      <h2 className="font-semibold">
        Steps <span className="text-text-3 font-normal">{moments.length}</span>
      </h2>
      {state.title && <p className="lead pb-1">{state.title}</p>}
      {moments.map((moment) => {
        const { step, at } = moment;
        const when = moment === current ? " now" : at > now ? " future" : "";
        const output =
          moment === current && step.status.name === "finished" ? plainOutput(endOf(step.status).output).trimEnd() : "";
        return (
          <article key={step.id} className={`card${when}`}>
            <button type="button" className="card-line" onClick={() => onSeek(at)}>
              <StepIcon step={step} isNow={moment === current} isFuture={at > now} />
              <code className={`cmd ${commandTone(step)} truncate-1 grow${at > now ? " text-text-3!" : ""}`}>
                {step.kind === "keys" ? "⌨ " : "> "}
                {visibleText(step.command.split("\n")[0] ?? "")}
              </code>
              <span className="mono flex-none">{clock(at)}</span>
            </button>
            {"by" in step.status && step.status.by.startsWith("person:") && at <= now && (
              <p className="why px-3 pb-2">
                {step.status.name === "rejected" ? "Rejected" : "Approved"} by {personName(step.status.by)}
              </p>
            )}
            {output !== "" && <pre className="output">{output}</pre>}
          </article>
        );
      })}
      {moments.length === 0 && <p className="text-text-3">No steps. What a person typed is in the recording.</p>}
    </section>
  );
}

function StepIcon({ step, isNow, isFuture }: { step: Step; isNow: boolean; isFuture: boolean }) {
  if (isNow) return <Play className="icon xs text-agent" fill="currentColor" aria-label="now" />;
  if (isFuture) return <Circle className="icon xs" aria-label="later" />;
  const failed =
    step.status.name === "rejected" ||
    step.status.name === "review" ||
    (step.status.name === "finished" && (endOf(step.status).exitCode ?? 0) !== 0);
  return failed ? (
    <X className="icon s text-red" aria-label="failed" />
  ) : (
    <Check className="icon s text-green" aria-label="went well" />
  );
}
