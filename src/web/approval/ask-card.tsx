import { ChevronDown, Hand, TriangleAlert } from "lucide-react";
import { useRef, useState } from "react";
import type { Send } from "../backend/cotty.ts";
import { DiffView } from "../console/diff-view.tsx";
import { focusOnce } from "../lib/focus-once.ts";
import { elapsed } from "../lib/format.ts";
import { useOperator } from "../lib/operator.ts";
import { useNow } from "../lib/use-now.ts";
import { ChoiceMenu } from "../parts/choice-menu.tsx";
import { CommandBlock } from "./command-block.tsx";
import { EffectView, Findings, PatternMarks, Reasoning, WhereLine } from "./facts.tsx";
import { useSettled } from "./use-settled.ts";
import { canApproveLonger, canEdit, shortCommand, type WaitingStep } from "./waiting-step.ts";

interface AskCardProps {
  step: WaitingStep;
  send: Send;
  /** The session's title, where the card stands in the inbox. */
  title?: string;
  /** What changes when the card moves; a card by itself never does. */
  arrangement?: string;
  onReview(): void;
}

/** Pinned above the composer: the body scrolls, the buttons never leave. Takes no focus by itself. */
export function AskCard({ step, send, title, arrangement = "", onReview }: AskCardProps) {
  const [form, setForm] = useState<"none" | "edit" | "reject">("none");
  const card = useRef<HTMLElement>(null);
  const { canOperate } = useOperator();
  const isSettled = useSettled(arrangement);
  if (step.verdict === "danger")
    return <DangerCard step={step} onReview={onReview} {...(title !== undefined && { title })} />;
  const approve = (scope: "once" | "session" | "always") =>
    void send({ type: "approve", stepId: step.id, digest: step.digest, scope });
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
        if (event.ctrlKey && event.key === "Enter" && form === "none") approve("once");
        if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key.toLowerCase() === "e" && canEdit(step)) setForm("edit");
        else if (event.key.toLowerCase() === "r") setForm("reject");
        else return;
        event.preventDefault();
      }}
    >
      <CardHead step={step} {...(title !== undefined && { title })} />
      <div className="approval-body" tabIndex={0}>
        <Reasoning text={step.reasoning} />
        {form === "edit" ? (
          <EditForm step={step} send={send} onDone={back} />
        ) : (
          <CommandBlock command={step.command} findings={step.findings} />
        )}
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
        <footer>
          <span className="split-btn">
            <button type="button" className="btn go" disabled={!isSettled} onClick={() => approve("once")}>
              Approve once <kbd className="narrow-hide">Ctrl ↵</kbd>
            </button>
            {canApproveLonger(step) && (
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
                onChoose={(scope) => approve(scope as "session" | "always")}
              />
            )}
          </span>
          {canEdit(step) && (
            <button type="button" className="btn" onClick={() => setForm("edit")}>
              Edit <kbd className="narrow-hide">E</kbd>
            </button>
          )}
          <span className="grow spacer" />
          <button type="button" className="btn" onClick={() => setForm("reject")}>
            Reject <kbd className="narrow-hide">R</kbd>
          </button>
        </footer>
      )}
    </section>
  );
}

function OnlyLooking() {
  return <p className="small text-text-3 px-3 pb-3">You are watching. Someone who may operate decides.</p>;
}

function CardHead({ step, title }: { step: WaitingStep; title?: string }) {
  const now = useNow();
  return (
    <header>
      <Hand className="icon s text-amber" aria-hidden="true" />
      <h2>Waiting for you</h2>
      <span className="truncate-1">{title ?? (step.number === null ? "" : `step ${step.number}`)}</span>
      <span className="grow" />
      <span className="flex-none">{elapsed(now - step.since)}</span>
    </header>
  );
}

function DangerCard({ step, title, onReview }: { step: WaitingStep; title?: string; onReview(): void }) {
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
        <span className="truncate-1">{title ?? ""}</span>
        <span className="grow" />
        <span className="flex-none">{elapsed(now - step.since)}</span>
      </header>
      <div className="approval-body" tabIndex={0}>
        <WhereLine target={step.target} cwd={step.cwd} findings={step.findings} />
        <CommandBlock command={step.command} findings={step.findings} />
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
    if ((await send({ type: "edit", stepId: step.id, command })) === null) onDone();
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
          if (event.key === "Enter" && event.ctrlKey) void submit();
        }}
      />
      <div className="flex gap-2 items-center">
        <button type="button" className="btn go" onClick={() => void submit()}>
          Use this command <kbd className="narrow-hide">Ctrl ↵</kbd>
        </button>
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
        void send({ type: "reject", stepId: step.id, ...(given !== "" && { reason: given }) });
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
        <button type="submit" className="btn go">
          {given === "" ? "Reject and end the turn" : "Reject with this reason"}
        </button>
        <button type="button" className="btn" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
}
