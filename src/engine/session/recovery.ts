import type { ToolRequest } from "../../agents/index.ts";
import type { Step, Turn } from "../../session/index.ts";
import type { Terminal } from "../../terminal/index.ts";
import { digestOf } from "../judge/judge-act.ts";
import { actOf, nothingRan, type StepPlan, settleStep } from "../step/run-step.ts";
import { finishedBody } from "../step/step-body.ts";
import type { TurnContext } from "../step/turn-context.ts";
import { commandPlan } from "../tools/run-command.ts";
import { keysPlan } from "../tools/send-keys.ts";
import { planAgain } from "../turn/create-tools.ts";

/**
 * What has to happen before a turn that was under way when its owner died can go on.
 * Steps that ran are found again in their terminal or closed; steps that waited for a person wait on; nothing is run
 * a second time.
 */
export function resumeTurn(turn: Turn): (context: TurnContext, signal: AbortSignal) => Promise<void> {
  return async (context, signal) => {
    for (const step of turn.steps.values()) {
      switch (step.status.name) {
        case "running":
          await resumeRunning(step, context, signal);
          break;
        case "approved":
          // Approved and perhaps, just perhaps, sent: the log cannot tell, so it is not sent again.
          await context.record("engine", [
            { type: "step.finished", stepId: step.id, outcome: "interrupted", ...nothingRan },
          ]);
          break;
        case "review":
          await askAgain(step, context, signal);
          break;
        default:
          break;
      }
    }
  };
}

/** The command goes on in the pty host: wait for its real end, there and not anew. */
async function resumeRunning(step: Step, context: TurnContext, signal: AbortSignal): Promise<void> {
  const { status } = step;
  if (status.name !== "running") return;
  const terminal = status.terminalId === null ? null : await context.terminals.get(status.terminalId);
  const { limits } = context.deps;
  const options = { signal, timeoutMs: limits.commandTimeoutMs, limits: limits.output };
  const result = await terminal?.resume(step.id, options);
  if (!terminal || !result) {
    await context.record("engine", [{ type: "step.finished", stepId: step.id, outcome: "interrupted", ...nothingRan }]);
    return;
  }
  await context.record("engine", [
    {
      type: "step.finished",
      stepId: step.id,
      terminalId: terminal.id,
      ...finishedBody(result, { stopped: signal.aborted, foreground: null }, terminal, context),
    },
  ]);
  if (result.outcome === "running") context.lateEnds.follow(step.id, terminal);
}

/** The step waits on, and what an approval of it starts is what was shown: nothing else may take its place. */
async function askAgain(step: Step, context: TurnContext, signal: AbortSignal): Promise<void> {
  const plan = await planOf(step, context, signal);
  if (plan !== null) {
    await settleStep(step.id, plan, context, { signal });
    return;
  }
  const reason = "Cotty restarted while this was waiting, and its terminal or what it would change is different now.";
  await context.record("engine", [{ type: "step.rejected", stepId: step.id, from: "engine", reason }]);
}

/** Another terminal of the session is no substitute for the one that was shown; logs of before do not name it. */
function terminalOf(step: Step, context: TurnContext, signal: AbortSignal): Promise<Terminal | null> {
  return step.terminalId === null ? context.terminals.main({ signal }) : context.terminals.get(step.terminalId);
}

async function planOf(step: Step, context: TurnContext, signal: AbortSignal): Promise<StepPlan | null> {
  const request: ToolRequest = {
    callId: step.call?.id ?? step.id,
    name: step.call?.name ?? "run_command",
    input: step.call?.input ?? {},
  };
  const { command, reasoning } = step;
  switch (step.kind) {
    case "command":
    case "check": {
      const terminal = await terminalOf(step, context, signal);
      return terminal && commandPlan({ request, input: { command, reasoning }, terminal, context }, step.kind);
    }
    case "keys": {
      const terminal = await terminalOf(step, context, signal);
      return terminal && keysPlan({ request, input: { keys: command, reasoning }, terminal, context });
    }
    case "file":
    case "tool": {
      const plan = await planAgain(request, context, signal);
      return plan !== null && digestOf(await actOf(plan, context, signal)) === step.digest ? plan : null;
    }
  }
}
