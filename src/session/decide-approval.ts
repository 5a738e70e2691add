import { formatAge } from "../base/index.ts";
import { judgementIn, type RequestOf } from "../protocol/index.ts";
import { canEdit, phraseOf } from "./approval-rules.ts";
import { type DecideContext, type Decision, idOf, inTurn, nameOf, refuse } from "./decision.ts";
import type { SessionState, Step } from "./state.ts";

/** Rules AP1–AP8 of SPEC.md. */
export function decideApprove(state: SessionState, request: RequestOf<"approve">, context: DecideContext): Decision {
  const found = stepToDecide(state, request.stepId, context);
  if ("accepted" in found) return found;
  const step = found;
  if (request.digest !== step.digest) {
    return refuse(
      "approval.changed",
      "The command has changed since it was shown to you.",
      "Read it again, then decide.",
    );
  }
  if (step.verdict === "deny") {
    return refuse(
      "approval.denied",
      "Policy refuses this step; no approval can change that.",
      "Reject it, or change the rule that refuses it.",
    );
  }
  if (step.verdict === "danger") {
    const refusal = checkDanger(step, request);
    if (refusal) return refusal;
  }
  if (step.protectedHost !== null && request.scope !== "once") {
    return refuse(
      "approval.scope",
      `${step.protectedHost.name} is protected, so a step there can only be approved once.`,
      "Approve it with scope once.",
    );
  }
  return inTurn(state, context, {
    type: "step.approved",
    stepId: step.id,
    digest: step.digest,
    scope: request.scope,
    from: context.from,
    ...(request.confirmation !== undefined && { confirmation: request.confirmation }),
    ...(context.rule && { ruleId: context.rule.id, rule: context.rule.toml }),
    ...idOf(context),
  });
}

/** Danger takes a deliberate act: the phrase in full, never a scope beyond once, and the host where it is protected. */
function checkDanger(step: Step, request: RequestOf<"approve">): Decision | null {
  if (request.scope !== "once") {
    return refuse("approval.scope", "A dangerous step can only be approved once.", "Approve it with scope once.");
  }
  const phrase = phraseOf(step);
  if (request.confirmation?.trim() !== phrase) {
    return refuse("approval.confirmation", "This step is dangerous and was not confirmed.", `Type exactly: ${phrase}`);
  }
  if (step.confirmHost !== null && request.confirmHost?.trim() !== step.confirmHost) {
    return refuse(
      "approval.host",
      `${step.confirmHost} is a protected host.`,
      `Type the host's name as well: ${step.confirmHost}`,
    );
  }
  return null;
}

export function decideEdit(state: SessionState, request: RequestOf<"edit">, context: DecideContext): Decision {
  const found = stepToDecide(state, request.stepId, context);
  if ("accepted" in found) return found;
  if (!canEdit(found.kind)) {
    return refuse("edit.kind", "Only commands and keys can be edited.", "Reject it with a reason instead.");
  }
  if (request.command.trim() === "") return refuse("edit.empty", "The command is empty.", "Reject the step instead.");
  const { judged } = context;
  if (!judged) return refuse("edit.not-judged", "The edited command was not judged.", "Try again.");
  return inTurn(state, context, {
    type: "step.edited",
    stepId: found.id,
    command: request.command,
    previous: found.command,
    ...judgementIn(judged),
    from: context.from,
    ...idOf(context),
  });
}

export function decideReject(state: SessionState, request: RequestOf<"reject">, context: DecideContext): Decision {
  const found = stepToDecide(state, request.stepId, context);
  if ("accepted" in found) return found;
  const reason = request.reason?.trim();
  return inTurn(state, context, {
    type: "step.rejected",
    stepId: found.id,
    from: context.from,
    ...(reason && { reason }),
    ...idOf(context),
  });
}

/** The step if it still waits; otherwise the refusal that says who was first. */
function stepToDecide(state: SessionState, stepId: string, context: DecideContext): Step | Decision {
  const step = state.current?.steps.get(stepId) ?? pastStep(state, stepId);
  if (!step) {
    return refuse(
      "step.unknown",
      `There is no step ${stepId} in this session.`,
      "Look at the session again: cotty show SESSION",
    );
  }
  if (step.status.name === "review" && state.current?.steps.has(stepId)) {
    if (state.current.stopping) return refuse("turn.stopping", "The agent is being stopped.", "Nothing more will run.");
    return step;
  }
  return refuse("approval.decided", whoDecided(step, context.now), "Nothing more to do.");
}

function pastStep(state: SessionState, stepId: string): Step | undefined {
  for (let i = state.turns.length - 1; i >= 0; i--) {
    const step = state.turns[i]?.steps.get(stepId);
    if (step) return step;
  }
  return undefined;
}

function whoDecided(step: Step, now: number): string {
  const { status } = step;
  switch (status.name) {
    case "review":
      return "The turn this step belongs to is over.";
    case "approved":
      return `${nameOf(status.by)} approved this ${formatAge(now - status.at)} ago.`;
    case "rejected":
      return `${nameOf(status.by)} rejected this ${formatAge(now - status.at)} ago.`;
    case "running":
      return `${nameOf(status.by)} approved this; it is running.`;
    case "finished":
      return `${nameOf(status.by)} approved this; it has finished.`;
  }
}
