import { Check, Square, X } from "lucide-react";
import { receiptOf, type Turn } from "../../session/index.ts";
import { counted } from "../lib/format.ts";
import { hrefOf } from "../lib/route.ts";
import { Answer } from "./answer.tsx";

/** S0.76–S0.78: how a turn ended. */
export function TurnEnd({ turn, session, onContinue }: { turn: Turn; session: string; onContinue?: () => void }) {
  const { end } = turn;
  if (!end) return null;
  const receipt = receiptOf(turn);
  switch (end.outcome) {
    case "text":
    case "unanswered":
      return null;
    case "complete":
      return (
        <article className="card ok p-3 grid gap-2" aria-label="Complete">
          <div className="flex gap-2 items-start">
            <b className="text-green flex-none leading-[21px]">[complete]</b>
            <div className="grow min-w-0">
              <Answer text={end.summary} />
            </div>
          </div>
          <Checks turn={turn} />
          <div className="small text-text-3 flex gap-3">
            <span>{counted(receipt.steps, "step")}</span>
            {receipt.approvedByPeople > 0 && <span>{receipt.approvedByPeople} approved by a person</span>}
            {receipt.rejectedByPeople > 0 && <span>{receipt.rejectedByPeople} rejected</span>}
            {end.verification && <span>{end.verification.status}</span>}
            <span className="grow" />
            <a className="link" href={hrefOf({ page: "replay", id: session })}>
              Replay
            </a>
          </div>
        </article>
      );
    case "stopped":
      return (
        <article className="card bad p-3 flex gap-2 items-center" aria-label="Stopped">
          <Square className="icon xs text-red" fill="currentColor" aria-hidden="true" />
          <span>
            <b className="text-red">[stopped]</b>{" "}
            {end.summary.replace(/^\[stopped\]\s*/, "") || "agent stopped by user."}
          </span>
        </article>
      );
    case "failed":
      return (
        <article className="card bad p-3" aria-label="Error">
          <b className="text-red">[error]</b> {end.error?.message ?? end.summary}{" "}
          {end.error && <NextStep code={end.error.code} text={end.error.nextStep} />}
        </article>
      );
    default:
      return (
        <article className="card held p-3 flex gap-2 items-center" aria-label={end.outcome}>
          <span className="grow">
            <b className="text-amber">[{end.outcome}]</b> {end.error?.message ?? end.summary} {end.error?.nextStep}
          </span>
          {end.outcome === "limit" && onContinue && (
            <button type="button" className="btn" onClick={onContinue}>
              Continue
            </button>
          )}
        </article>
      );
  }
}

function NextStep({ code, text }: { code: string; text: string }) {
  if (!/key|model|provider/.test(code)) return <span>{text}</span>;
  return (
    <>
      {text}{" "}
      <a className="link" href={hrefOf({ page: "settings" })}>
        Open Settings
      </a>
    </>
  );
}

function Checks({ turn }: { turn: Turn }) {
  const checks = turn.end?.verification?.checks ?? [];
  if (checks.length === 0) return null;
  return (
    <ul className="grid gap-1">
      {checks.map((check) => (
        <li key={check.command} className="flex gap-2 items-start small">
          {check.passed ? (
            <Check className="icon s text-green" aria-label="passed" />
          ) : (
            <X className="icon s text-red" aria-label="failed" />
          )}
          <code className="min-w-0 [overflow-wrap:anywhere]">{check.command}</code>
          <span className="text-text-3">{check.exitCode === null ? "no exit code" : `exit ${check.exitCode}`}</span>
        </li>
      ))}
    </ul>
  );
}
