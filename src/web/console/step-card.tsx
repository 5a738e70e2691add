import { ChevronRight } from "lucide-react";
import { memo, useEffect, useRef, useState } from "react";
import { formatBytes, formatElapsed } from "../../base/index.ts";
import type { Step } from "../../session/index.ts";
import { PatternMarks } from "../approval/facts.tsx";
import { answeredBy, personName } from "../lib/format.ts";
import { useOperator } from "../lib/operator.ts";
import { useNow } from "../lib/use-now.ts";
import { plainOutput, visibleText } from "../lib/visible-text.ts";
import { VerdictBadge } from "../parts/verdict-badge.tsx";
import { useTerminalHandle } from "../terminal/terminal-handle.ts";
import { DiffView } from "./diff-view.tsx";
import { HandBack } from "./hand-back.tsx";
import { stepLook } from "./step-look.tsx";

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
  const commandClass = `cmd${isKeys ? " keys" : ""}${look.struck ? " struck" : ""}`;
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
  const output = status.name === "finished" ? plainOutput(status.output).trimEnd() : "";
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
          edited by {"by" in status ? personName(status.by) : "you"}:{" "}
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
      {status.name === "running" && status.terminalId !== null && status.offset !== null && (
        <LiveOutput terminalId={status.terminalId} offset={status.offset} />
      )}
      {output !== "" && (
        <pre className="output" tabIndex={0}>
          {output}
        </pre>
      )}
      {status.name === "finished" && (
        <div className="card-foot">
          {status.error && (
            <span className="text-red">
              {status.error.message} {status.error.nextStep}
            </span>
          )}
          {status.bytes > 0 && <span>{formatBytes(status.bytes)}</span>}
          {status.droppedBytes > 0 && <span>{formatBytes(status.droppedBytes)} left out</span>}
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

/** What a running command prints, as it prints it; the terminal beside it has every byte. */
function LiveOutput({ terminalId, offset }: { terminalId: string; offset: number }) {
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
  if (text === "") return null;
  return (
    <pre className="output" ref={box} tabIndex={0}>
      {text}
    </pre>
  );
}

function Meta({ step, text, tone }: { step: Step; text: string; tone: string }) {
  const { status } = step;
  if (status.name === "running" && status.waiting !== "keyboard") return <RunningTime since={status.since} />;
  if (status.name === "review") return <VerdictBadge verdict={step.verdict} />;
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
