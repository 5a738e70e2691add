import { ChevronDown, Hand, TriangleAlert } from "lucide-react";
import { useRef, useState } from "react";
import { formatElapsed } from "../../base/index.ts";
import { canApproveLonger, canEdit, type WaitingStep } from "../../session/index.ts";
import { type Send, useIsLive } from "../backend/context.ts";
import { DiffView } from "../console/diff-view.tsx";
import { focusOnce } from "../lib/focus-once.ts";
import { useOperator } from "../lib/operator.ts";
import { useNow } from "../lib/use-now.ts";
import { ChoiceMenu } from "../parts/choice-menu.tsx";
import { Live } from "../parts/live.tsx";
import { CommandBlock } from "./command-block.tsx";
import { EditedLine, EffectView, Findings, PatternMarks, Reasoning, WhereLine } from "./facts.tsx";
import { shortCommand } from "./step-words.ts";
import { useSettled } from "./use-settled.ts";

interface AskCardProps {
  step: WaitingStep;
  send: Send;
  /** Which step it is; in the inbox, the session's title. */
  label: string;
  /** What changes when the card moves; a card by itself never does. */
  arrangement?: string;
  onReview(): void;
}

type Scope = "once" | "session" | "always";
type Form = "none" | "edit" | "reject";

/** Pinned above the composer: the body scrolls, the buttons never leave. Takes no focus by itself. */
export function AskCard({ step, send, label, arrangement = "", onReview }: AskCardProps) {
  const [form, setForm] = useState<Form>("none");
  const card = useRef<HTMLElement>(null);
  const { canOperate } = useOperator();
  const isSettled = useSettled(arrangement);
  const isLive = useIsLive();
  if (step.verdict === "danger") return <DangerCard step={step} onReview={onReview} label={label} />;
  const approve = (scope: Scope) => void send({ type: "approve", stepId: step.stepId, digest: step.digest, scope });
  const back = () => {
    setForm("none");
    card.current?.focus();
  };
  return (
    <section
      ref={card}
      className="approval appear"
      aria-label="Approval"
      tabIndex={0}
      data-pane-focus="approval"
      onKeyDown={(event) => {
        if (!canOperate) return;
        if (event.ctrlKey && event.key === "Enter" && form === "none") {
          event.preventDefault();
          if (isLive && isSettled) approve("once");
        }
        if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key.toLowerCase() === "e" && canEdit(step.stepKind)) setForm("edit");
        else if (event.key.toLowerCase() === "r") setForm("reject");
        else return;
        event.preventDefault();
      }}
    >
      <CardHead step={step} label={label} />
      <div className="approval-body" tabIndex={0}>
        <Reasoning text={step.reasoning} />
        {form === "edit" ? (
          <EditForm step={step} send={send} onDone={back} />
        ) : (
          <CommandBlock command={step.command} findings={step.findings} />
        )}
        <EditedLine edited={step.edited} />
        <Findings findings={step.findings} />
        <PatternMarks patterns={step.patterns} />
        {step.diff ? (
          <DiffView diff={step.diff} file={step.command} />
        ) : (
          step.effect && <EffectView effect={step.effect} />
        )}
        <WhereLine target={step.target} cwd={step.cwd} findings={step.findings} />
        {form === "reject" && <RejectForm step={step} send={send} onDone={back} />}
      </div>
      {!canOperate && <OnlyLooking />}
      {canOperate && form === "none" && (
        <Decisions step={step} isSettled={isSettled} onApprove={approve} onForm={setForm} />
      )}
    </section>
  );
}

interface DecisionsProps {
  step: WaitingStep;
  isSettled: boolean;
  onApprove(scope: Scope): void;
  onForm(form: Form): void;
}

function Decisions({ step, isSettled, onApprove, onForm }: DecisionsProps) {
  return (
    <footer>
      <Live isSaid>
        <span className="split-btn">
          <button type="button" className="btn go" data-approve disabled={!isSettled} onClick={() => onApprove("once")}>
            Approve once <kbd className="narrow-hide">Ctrl ↵</kbd>
          </button>
          {canApproveLonger(step.stepKind, step) && (
            <ChoiceMenu
              trigger={
                <button type="button" className="btn go">
                  <ChevronDown className="icon xs" aria-hidden="true" />
                  <span className="sr-only">Approve for longer</span>
                </button>
              }
              choices={[
                {
                  value: "session",
                  label: "For this session",
                  hint: "Commands like this one, until the session ends",
                },
                {
                  value: "always",
                  label: `Always allow ${shortCommand(step.command)}`,
                  hint: "Remembered as a rule",
                },
              ]}
              onChoose={(scope) => onApprove(scope as "session" | "always")}
            />
          )}
        </span>
        {canEdit(step.stepKind) && (
          <button type="button" className="btn" onClick={() => onForm("edit")}>
            Edit <kbd className="narrow-hide">E</kbd>
          </button>
        )}
        <span className="grow spacer" />
        <button type="button" className="btn" onClick={() => onForm("reject")}>
          Reject <kbd className="narrow-hide">R</kbd>
        </button>
      </Live>
    </footer>
  );
}

function OnlyLooking() {
  return <p className="small text-text-3 px-3 pb-3">You are watching. Someone who may operate decides.</p>;
}

function CardHead({ step, label }: { step: WaitingStep; label: string }) {
  const now = useNow();
  return (
    <header>
      <Hand className="icon s text-amber" aria-hidden="true" />
      <h2>Waiting for you</h2>
      <span className="truncate-1">{label}</span>
      <span className="grow" />
      <span className="flex-none">{formatElapsed(now - step.since)}</span>
    </header>
  );
}

function DangerCard({ step, label, onReview }: { step: WaitingStep; label: string; onReview(): void }) {
  const now = useNow();
  return (
    <section
      className="approval danger appear"
      aria-label="Dangerous command"
      tabIndex={0}
      data-pane-focus="approval"
      onKeyDown={(event) => event.key === "Enter" && event.target === event.currentTarget && onReview()}
    >
      <header className="danger-band">
        <TriangleAlert className="icon" aria-hidden="true" />
        <h2>Dangerous command</h2>
        <span className="truncate-1">{label}</span>
        <span className="grow" />
        <span className="flex-none">{formatElapsed(now - step.since)}</span>
      </header>
      <div className="approval-body" tabIndex={0}>
        <WhereLine target={step.target} cwd={step.cwd} findings={step.findings} />
        <CommandBlock command={step.command} findings={step.findings} />
        <EditedLine edited={step.edited} />
        <p className="why">
          {step.findings.find((finding) => finding.level === "danger")?.say ?? step.findings[0]?.say}
        </p>
        <PatternMarks patterns={step.patterns} />
      </div>
      <footer>
        <button type="button" className="btn grow" onClick={onReview}>
          Review before you decide
        </button>
      </footer>
    </section>
  );
}

/** Edits in place; the engine judges the new text before anyone can approve it. */
export function EditForm({ step, send, onDone }: { step: WaitingStep; send: Send; onDone(): void }) {
  const [command, setCommand] = useState(step.command);
  const submit = async () => {
    if ((await send({ type: "edit", stepId: step.stepId, command })) === null) onDone();
  };
  return (
    <div className="grid gap-2">
      <textarea
        className="code"
        aria-label="Command"
        ref={focusOnce}
        rows={Math.min(10, command.split("\n").length + 1)}
        value={command}
        onChange={(event) => setCommand(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onDone();
          if (event.key !== "Enter" || !event.ctrlKey) return;
          event.preventDefault();
          void submit();
        }}
      />
      <div className="flex gap-2 items-center">
        <Live>
          <button type="button" className="btn go" onClick={() => void submit()}>
            Use this command <kbd className="narrow-hide">Ctrl ↵</kbd>
          </button>
        </Live>
        <button type="button" className="btn" onClick={onDone}>
          Cancel
        </button>
        <span className="small text-text-3">It is judged again before it can run.</span>
      </div>
    </div>
  );
}

export function RejectForm({ step, send, onDone }: { step: WaitingStep; send: Send; onDone(): void }) {
  const [reason, setReason] = useState("");
  const given = reason.trim();
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void send({ type: "reject", stepId: step.stepId, ...(given !== "" && { reason: given }) });
      }}
    >
      <label className="grid gap-1 small text-text-3">
        Why not? The agent is told and goes on. Without a reason the turn ends.
        <input
          className="field text-text"
          ref={focusOnce}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={(event) => event.key === "Escape" && onDone()}
        />
      </label>
      <div className="flex gap-2">
        <Live>
          <button type="submit" className="btn go">
            {given === "" ? "Reject and end the turn" : "Reject with this reason"}
          </button>
        </Live>
        <button type="button" className="btn" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
}
