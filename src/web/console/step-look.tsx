import { Ban, Check, CircleHelp, CircleSlash, Keyboard, Unplug, X } from "lucide-react";
import { formatDuration } from "../../base/index.ts";
import { endOf, type Step } from "../../session/index.ts";
import { personName } from "../lib/format.ts";

export interface StepLook {
  icon: React.ReactNode;
  meta: string;
  tone: string;
  struck: boolean;
  staysOpen: boolean;
}

/** How a step looks in its card: one icon, one word, one tone for each state. */
export function stepLook(step: Step): StepLook {
  const { status } = step;
  const look = (icon: React.ReactNode, meta: string, more: Partial<StepLook> = {}): StepLook => ({
    icon,
    meta,
    tone: "",
    struck: false,
    staysOpen: false,
    ...more,
  });
  if (step.verdict === "deny" && status.name !== "review")
    return look(<Ban className="icon s" aria-label="denied" />, "", { struck: true, staysOpen: true });
  switch (status.name) {
    case "review":
      return look(<CircleSlash className="icon s" aria-label="not decided" />, "not decided, nothing ran", {
        staysOpen: true,
      });
    case "approved":
      return look(<span className="spin" role="img" aria-label="starting" />, "starting");
    case "running":
      // KB6: nothing of it was sent.
      if (status.waiting === "keyboard")
        return look(
          <Keyboard className="icon s text-amber" aria-label="waits for the keyboard" />,
          "waits for the keyboard",
          { tone: "text-amber", staysOpen: true },
        );
      return look(<span className="spin" role="img" aria-label="running" />, "", { staysOpen: true });
    case "rejected":
      return look(<X className="icon s" aria-label="rejected" />, `rejected by ${personName(status.by)}`, {
        staysOpen: status.reason !== null,
      });
    case "finished":
      return finishedLook(step, status, look);
  }
}

function finishedLook(
  step: Step,
  status: Extract<Step["status"], { name: "finished" }>,
  look: (icon: React.ReactNode, meta: string, more?: Partial<StepLook>) => StepLook,
): StepLook {
  const time = formatDuration(status.durationMs);
  const went = <Check className="icon s text-green" aria-label="went well" />;
  switch (status.outcome) {
    case "exited":
      if (status.exitCode === null)
        return look(<CircleHelp className="icon s" aria-label="not known" />, "No exit code");
      if (status.exitCode === 0) return look(step.kind === "keys" ? keysIcon : went, `exit 0 · ${time}`);
      return look(<X className="icon s text-red" aria-label="failed" />, `exit ${status.exitCode} · ${time}`, {
        tone: "text-red",
        staysOpen: true,
      });
    case "done":
      return look(step.kind === "keys" ? keysIcon : went, time);
    case "failed":
      return look(<X className="icon s text-red" aria-label="failed" />, "failed", {
        tone: "text-red",
        staysOpen: true,
      });
    case "running":
      return status.ended === null
        ? look(<span className="spin" role="img" aria-label="still running" />, "still running", {
            tone: "text-amber",
            staysOpen: true,
          })
        : finishedLook(step, { ...status, ...status.ended, ended: null }, look);
    case "interrupted":
      return look(<Unplug className="icon s" aria-label="interrupted" />, "interrupted");
    case "terminal-closed":
      return look(<Unplug className="icon s" aria-label="ended" />, "the shell ended", { staysOpen: true });
    case "context-changed":
      return look(
        <CircleHelp className="icon s text-amber" aria-label="not run" />,
        "The folder changed, so nothing ran.",
        {
          staysOpen: true,
        },
      );
    case "incomplete-input":
      return look(<CircleHelp className="icon s text-amber" aria-label="incomplete" />, "not a whole command", {
        staysOpen: true,
      });
    case "not-at-prompt":
      return look(
        <CircleHelp className="icon s text-amber" aria-label="not run" />,
        "another program has the terminal",
        {
          staysOpen: true,
        },
      );
  }
}

const keysIcon = <Keyboard className="icon s text-blue" aria-label="keys" />;

/** Green is what went well, or may yet. What failed or never ran is not. */
export function commandTone({ status, verdict }: Step): "" | "off" | "failed" {
  if (verdict === "deny" || status.name === "rejected" || status.name === "review") return "off";
  if (status.name !== "finished") return "";
  const { outcome, exitCode } = endOf(status);
  if (outcome === "done" || outcome === "running" || (outcome === "exited" && exitCode === 0)) return "";
  return outcome === "failed" || (outcome === "exited" && exitCode !== null) ? "failed" : "off";
}
