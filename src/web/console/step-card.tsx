import { ChevronRight } from "lucide-react";
import { memo, useEffect, useRef, useState } from "react";
import { formatBytes, formatDuration, formatElapsed } from "../../base/index.ts";
import { endOf, type Step, stillRuns } from "../../session/index.ts";
import { PatternMarks } from "../approval/facts.tsx";
import { answeredBy, personName, timeOfDay } from "../lib/format.ts";
import { useOperator } from "../lib/operator.ts";
import { useNow } from "../lib/use-now.ts";
import { plainOutput, visibleText } from "../lib/visible-text.ts";
import { VerdictBadge } from "../parts/verdict-badge.tsx";
import { useTerminalHandle } from "../terminal/terminal-handle.ts";
import { DiffView } from "./diff-view.tsx";
import { HandBack } from "./hand-back.tsx";
import { commandTone, stepLook } from "./step-look.tsx";

interface StepCardProps {
  step: Step;
  /** Nothing has come after it: it stays open. */
  isLast: boolean;
  session: string;
}

/** S0.74 and S0.75: reasoning, `> command`, output. Folds when the next step starts; failures stay open. */
export const StepCard = memo(function StepCard({ step, isLast, session }: StepCardProps) {
  const [choice, setChoice] = useState<boolean | null>(null);
  const look = stepLook(step);
  const isOpen = choice ?? (isLast || look.staysOpen);
  const isKeys = step.kind === "keys";
  const waits = isWaitingForKeyboard(step);
  const tone = `${waits ? " held" : isKeys ? " keys" : ""}${!isOpen && !isKeys ? " folded" : ""}${step.hold === "unsupervised" ? " unsupervised" : ""}`;
  const sign = isKeys ? "" : step.kind === "file" ? "± " : step.kind === "tool" ? "· " : "> ";
  const commandClass = `cmd ${commandTone(step)}${isKeys ? " keys" : ""}${look.struck ? " struck" : ""}`;
  return (
    <article className={`card${tone}`} aria-label={`Step: ${step.command}`}>
      <button type="button" className="card-line" aria-expanded={isOpen} onClick={() => setChoice(!isOpen)}>
        {look.icon}
        <code className={`${commandClass} truncate-1 grow`}>
          {sign}
          {visibleText(step.command.split("\n")[0] ?? "")}
        </code>
        <Meta step={step} text={look.meta} tone={look.tone} />
        <ChevronRight className="icon xs" style={{ rotate: isOpen ? "90deg" : "0deg" }} aria-hidden="true" />
      </button>
      {waits && <HandBack session={session} terminalId={waits.terminalId} />}
      {isOpen && <StepBody step={step} commandClass={commandClass} sign={sign} />}
    </article>
  );
});

function isWaitingForKeyboard({ status }: Step): { terminalId: string } | null {
  if (status.name !== "running" || status.waiting !== "keyboard" || status.terminalId === null) return null;
  return { terminalId: status.terminalId };
}

function StepBody({ step, commandClass, sign }: { step: Step; commandClass: string; sign: string }) {
  const handle = useTerminalHandle();
  const { name: person } = useOperator();
  const { status } = step;
  const isLong = step.command.includes("\n") || step.command.length > 50;
  const end = status.name === "finished" ? endOf(status) : null;
  const output = end === null ? "" : plainOutput(end.output).trimEnd();
  const live = liveFrom(step);
  const place =
    status.name === "finished" && status.terminalId && status.range
      ? { id: status.terminalId, at: status.range.from }
      : null;
  return (
    <>
      {step.reasoning && <p className="why px-3 pb-1">{step.reasoning}</p>}
      {isLong && (
        <pre className={`${commandClass} whole px-3 pb-2`}>
          {sign}
          {visibleText(step.command)}
        </pre>
      )}
      {step.patterns.length > 0 && (
        <div className="px-3 pb-2">
          <PatternMarks patterns={step.patterns} />
        </div>
      )}
      {step.editedFrom !== null && (
        <p className="why px-3 pb-2">
          edited by {step.editedBy === null ? "a person" : personName(step.editedBy)}:{" "}
          <del className="mono text-text-3">{visibleText(step.editedFrom)}</del>
        </p>
      )}
      {status.name !== "review" && status.by.startsWith("person:") && (
        <p className="why px-3 pb-2">
          {answeredBy({ ...status, how: status.name === "rejected" ? "rejected" : "approved" }, person)}
          {status.name === "rejected" && status.reason && ` “${status.reason}”`}
        </p>
      )}
      {step.verdict === "deny" && step.findings[0] && (
        <p className="why px-3 pb-2">{step.findings[0].say} The agent was told why.</p>
      )}
      {step.diff && (
        <div className="px-2 pb-2">
          <DiffView diff={step.diff} file={step.command} />
        </div>
      )}
      {live !== null ? (
        <LiveOutput {...live} before={output} />
      ) : (
        output !== "" && (
          <pre className="output" tabIndex={0}>
            {output}
          </pre>
        )
      )}
      {status.name === "finished" && end !== null && (
        <div className="card-foot">
          {status.error && (
            <span className="text-red">
              {status.error.message} {status.error.nextStep}
            </span>
          )}
          {status.outcome === "running" && (
            <span className={status.ended === null ? "text-amber" : ""}>{lateWords(status)}</span>
          )}
          {end.bytes > 0 && <span>{formatBytes(end.bytes)}</span>}
          {end.droppedBytes > 0 && <span>{formatBytes(end.droppedBytes)} left out</span>}
          {step.hold === "asked" && <span>Asked, then ran by itself</span>}
          {step.hold === "unsupervised" && <span>Ran without asking</span>}
          <span className="grow" />
          {place && (
            <button type="button" className="link" onClick={() => handle.current?.showOffset(place.id, place.at)}>
              Show in terminal
            </button>
          )}
        </div>
      )}
    </>
  );
}

/** Where a command that runs now, or still runs after its time-out, prints; null for every other step. */
function liveFrom(step: Step): { terminalId: string; offset: number } | null {
  const { status } = step;
  if (!("terminalId" in status) || status.terminalId === null) return null;
  const offset = status.name === "running" ? status.offset : stillRuns(step) ? status.range?.from : null;
  return offset === null || offset === undefined ? null : { terminalId: status.terminalId, offset };
}

/** LT1: what became of a command after its time-out. */
function lateWords({ durationMs, ended }: Extract<Step["status"], { name: "finished" }>): string {
  const reported = `Still running after ${formatDuration(durationMs)}. Nothing was killed.`;
  return ended === null ? reported : `${reported} Ended at ${timeOfDay(ended.at)}.`;
}

/** What a running command prints, as it prints it; the terminal beside it has every byte. */
function LiveOutput({ terminalId, offset, before }: { terminalId: string; offset: number; before: string }) {
  const handle = useTerminalHandle();
  const [text, setText] = useState("");
  const box = useRef<HTMLPreElement>(null);
  useEffect(() => {
    const timer = setInterval(() => setText(handle.current?.textSince(terminalId, offset) ?? ""), 250);
    return () => clearInterval(timer);
  }, [handle, terminalId, offset]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box follows the text.
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [text]);
  const shown = text === "" ? before : text;
  if (shown === "") return null;
  return (
    <pre className="output" ref={box} tabIndex={0}>
      {shown}
    </pre>
  );
}

function Meta({ step, text, tone }: { step: Step; text: string; tone: string }) {
  const { status } = step;
  if (status.name === "running" && status.waiting !== "keyboard") return <RunningTime since={status.since} />;
  if (step.verdict === "deny") return <VerdictBadge verdict="deny" />;
  return <span className={`flex-none ${tone}`}>{text}</span>;
}

function RunningTime({ since }: { since: number }) {
  const ms = useNow() - since;
  return ms > 60_000 ? (
    <span className="text-amber flex-none">still running, {formatElapsed(ms)}</span>
  ) : (
    <span className="flex-none">{formatElapsed(ms)}</span>
  );
}
