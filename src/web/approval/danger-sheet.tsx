import { Square, TriangleAlert, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { formatElapsed } from "../../base/index.ts";
import { canEdit, phraseOf, type WaitingStep } from "../../session/index.ts";
import type { Send } from "../backend/context.ts";
import { DiffView } from "../console/diff-view.tsx";
import { targetName } from "../lib/format.ts";
import { useOperator } from "../lib/operator.ts";
import { useNow } from "../lib/use-now.ts";
import { Live } from "../parts/live.tsx";
import { EditForm, RejectForm } from "./ask-card.tsx";
import { CommandBlock } from "./command-block.tsx";
import { EditedLine, EffectView, PatternMarks, Reasoning, WhereLine } from "./facts.tsx";
import { dangerVerb } from "./step-words.ts";

interface DangerSheetProps {
  step: WaitingStep;
  /** Which step of its turn it is; null where that is not known. */
  number: number | null;
  send: Send;
  onClose(): void;
}

/** Reads before it acts: not modal, the terminal stays live. The approving button is never the prominent one. */
export function DangerSheet({ step, number, send, onClose }: DangerSheetProps) {
  const now = useNow();
  const sheet = useRef<HTMLElement>(null);
  const [form, setForm] = useState<"none" | "edit" | "reject">("none");
  const { canOperate } = useOperator();
  useEffect(() => sheet.current?.focus(), []);
  return (
    <aside
      ref={sheet}
      className="sheet"
      aria-label="Dangerous command: review"
      tabIndex={-1}
      data-pane-focus="approval"
      onKeyDown={(event) => event.key === "Escape" && form === "none" && onClose()}
    >
      <header className="danger-band">
        <TriangleAlert className="icon" aria-hidden="true" />
        <h2>Dangerous command</h2>
        <span className="grow" />
        <span className="meta">
          {number === null ? "" : `step ${number} · `}waiting {formatElapsed(now - step.since)}
        </span>
        {canOperate && (
          <Live>
            <button type="button" className="btn" onClick={() => void send({ type: "stop" })}>
              <Square className="icon xs" fill="currentColor" aria-hidden="true" />
              Stop the agent
            </button>
          </Live>
        )}
        <button type="button" className="icon-btn" style={{ color: "var(--on-danger)" }} onClick={onClose}>
          <X className="icon" aria-hidden="true" />
          <span className="sr-only">Close. It keeps waiting</span>
        </button>
      </header>
      <div className="sheet-body">
        <WhereLine target={step.target} cwd={step.cwd} findings={step.findings} />
        {form === "edit" ? (
          <EditForm step={step} send={send} onDone={() => setForm("none")} />
        ) : (
          <CommandBlock command={step.command} findings={step.findings} large />
        )}
        <EditedLine edited={step.edited} />
        <Reasoning text={step.reasoning} />
        <div className="sheet-columns">
          <WhySection step={step} onUse={(command) => void send({ type: "edit", stepId: step.stepId, command })} />
          <section aria-label="What it would do">
            <h3>What it would do</h3>
            {step.diff ? <DiffView diff={step.diff} file={step.command} /> : <EffectView effect={step.effect} />}
          </section>
        </div>
        {form === "reject" && <RejectForm step={step} send={send} onDone={() => setForm("none")} />}
      </div>
      {canOperate && form === "none" && (
        <Confirm step={step} send={send} onEdit={() => setForm("edit")} onReject={() => setForm("reject")} />
      )}
    </aside>
  );
}

function WhySection({ step, onUse }: { step: WaitingStep; onUse(command: string): void }) {
  const safer = step.findings.find((finding) => finding.safer)?.safer;
  const command = safer && /`([^`]+)`/.exec(safer)?.[1];
  return (
    <section aria-label="Why it is dangerous">
      <h3>Why it is dangerous</h3>
      {step.findings.map((finding) => (
        <p key={`${finding.ruleId}-${finding.span[0]}`} className="why">
          {finding.say}
        </p>
      ))}
      <PatternMarks patterns={step.patterns} />
      {safer && (
        <>
          <h3>Do this instead</h3>
          <p className="why">{safer}</p>
          {command && (
            <Live>
              <button type="button" className="btn justify-self-start" onClick={() => onUse(command)}>
                Use this command
              </button>
            </Live>
          )}
        </>
      )}
      <dl>
        <dt>Rules</dt>
        <dd className="mono">{[...new Set(step.findings.map((finding) => finding.ruleId))].join(" ")}</dd>
        <dt>Bound to</dt>
        <dd>
          these exact bytes, {targetName(step.target)}, {step.cwd}
        </dd>
        <dt>Scope</dt>
        <dd>once; danger is never approved for longer</dd>
        <dt>Digest</dt>
        <dd className="mono">sha256 {step.digest.slice(0, 16)} …</dd>
      </dl>
    </section>
  );
}

function Confirm({
  step,
  send,
  onEdit,
  onReject,
}: {
  step: WaitingStep;
  send: Send;
  onEdit(): void;
  onReject(): void;
}) {
  const [typed, setTyped] = useState("");
  const [host, setHost] = useState("");
  const phrase = phraseOf(step);
  const isConfirmed = typed.trim() === phrase && (step.confirmHost === null || host.trim() === step.confirmHost);
  return (
    <footer>
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isConfirmed) return;
          void send({
            type: "approve",
            stepId: step.stepId,
            digest: step.digest,
            scope: "once",
            confirmation: typed.trim(),
            ...(step.confirmHost !== null && { confirmHost: host.trim() }),
          });
        }}
      >
        <label className="grid gap-2" htmlFor="danger-phrase">
          <span className="text-text-2">
            To approve once, type <span className="phrase text-text">{phrase}</span>
          </span>
        </label>
        <div className="flex gap-2 flex-wrap">
          <input
            id="danger-phrase"
            className="field mono"
            style={{ width: 240, borderColor: "var(--red)" }}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          {step.confirmHost !== null && (
            <input
              className="field mono"
              style={{ width: 180, borderColor: "var(--red)" }}
              aria-label={`Type the host's name: ${step.confirmHost}`}
              placeholder={`and the host: ${step.confirmHost}`}
              autoComplete="off"
              spellCheck={false}
              value={host}
              onChange={(event) => setHost(event.target.value)}
            />
          )}
          <Live isSaid>
            <button type="submit" className="btn danger" disabled={!isConfirmed}>
              {dangerVerb(step)}
            </button>
            <span className="grow" />
            {canEdit(step.stepKind) && (
              <button type="button" className="btn" onClick={onEdit}>
                Edit
              </button>
            )}
            <button type="button" className="btn go" onClick={onReject}>
              Reject
            </button>
          </Live>
        </div>
      </form>
    </footer>
  );
}
