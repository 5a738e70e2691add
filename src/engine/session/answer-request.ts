import type { Actor, Event, Reply, RequestOf, SessionRequest } from "../../protocol/index.ts";
import { decide, isChat, type Judgement, runningTurn, runningTurns, type SessionState } from "../../session/index.ts";
import type { EngineDeps } from "../contract/deps.ts";
import { judgeBound } from "../judge/judge-act.ts";
import { redactRequest, secretInEdit } from "../record/redact-request.ts";
import type { SessionLog } from "../record/session-log.ts";
import { makeAct, terminalOfStep } from "../step/make-act.ts";
import type { SessionTerminals } from "../terminals/session-terminals.ts";
import { actOnTerminal, handIdlePromptsBack } from "../terminals/terminal-requests.ts";
import type { TypedSecrets } from "../terminals/typed-secrets.ts";
import { longerApproval } from "./approval-rule.ts";
import type { RunningTurns } from "./running-turns.ts";

/** Who sends a request, and from where. */
export interface Sender {
  by: Actor;
  from: string;
  requestId?: string;
}

export interface AskedSession {
  log: SessionLog;
  deps: EngineDeps;
  terminals: SessionTerminals;
  secrets: TypedSecrets;
  turns: RunningTurns;
  lost: AbortSignal;
}

/** Decides by the rules, stores what was decided, and only then acts on it. */
export async function answerRequest(request: SessionRequest, sender: Sender, asked: AskedSession): Promise<Reply> {
  const { log, deps, lost } = asked;
  const shown = redactRequest(request, deps);
  if (shown === null) return secretInEdit;
  const judged = request.type === "edit" ? await judgeEdit(request, asked) : undefined;
  const longer = request.type === "approve" ? await longerApproval(request, asked, lost) : null;
  if (longer && "refusal" in longer) return longer.refusal;
  if (startsTask(request, sender, asked)) await handIdlePromptsBack({ ...asked, by: sender.by });
  const decided = await recordDecision(request.type === "import-chat" ? shown : request, sender, asked, {
    judged,
    ...(longer && { rule: { id: longer.rule.rule.id, toml: longer.rule.toml } }),
  });
  if ("refusal" in decided) return decided.refusal;
  if (decided.isFresh && longer && request.type === "approve" && request.scope !== "once") {
    await deps.rules.add(request.scope, log.lease.session, longer.rule);
  }
  if (decided.isFresh) await act(request, sender, decided.events, asked);
  return { outcome: "accepted", seq: log.state.seq };
}

/** Whether it is accepted as things are, and gives the agent something to do. */
function startsTask(request: SessionRequest, sender: Sender, { log, deps }: AskedSession): boolean {
  const decision = decide(log.state, request, { ...sender, now: deps.clock.now(), newTurnId: "" });
  return decision.accepted && decision.events.some((event) => event.type === "turn.started" && !isChat(event.agent));
}

/** `isFresh`: the request is carried out for the first time. */
async function recordDecision(
  request: SessionRequest,
  sender: Sender,
  { log, deps }: AskedSession,
  known: Pick<Parameters<typeof decide>[2], "judged" | "rule">,
): Promise<{ refusal: Reply } | { events: readonly Event[]; isFresh: boolean }> {
  let refusal: Reply | null = null;
  let isFresh = false;
  const events = await log.update((state) => {
    const decision = decide(state, request, {
      ...sender,
      now: deps.clock.now(),
      get newTurnId() {
        return deps.newId("turn");
      },
      modelFor: deps.modelFor,
      ...known,
    });
    if (!decision.accepted) {
      refusal = { outcome: "refused", error: decision.error };
      return [];
    }
    isFresh = decision.events.length > 0 || !state.answered.some((answered) => answered.id === sender.requestId);
    return decision.events;
  });
  return refusal === null ? { events, isFresh } : { refusal };
}

async function act(
  request: SessionRequest,
  sender: Sender,
  events: readonly Event[],
  { log, deps, terminals, secrets, turns }: AskedSession,
): Promise<void> {
  switch (request.type) {
    case "prompt":
    case "retry":
      for (const turn of runningTurns(log.state)) {
        if (events.some((event) => event.type === "turn.started" && event.turn === turn.id)) turns.start(turn);
      }
      return;
    case "stop":
      for (const { id, stopping } of runningTurns(log.state)) {
        if (stopping) turns.stop(id, new DOMException(stopText(sender, log.state, id), "AbortError"));
      }
      return;
    case "resize":
    case "take-keyboard":
    case "give-keyboard":
    case "secret":
      await actOnTerminal(request, { log, deps, terminals, secrets, by: sender.by });
      return;
    case "close":
      await terminals[Symbol.asyncDispose]();
      return;
    default:
      // Approvals, answers, pause and the like are noticed by whoever waits for the state to change.
      return;
  }
}

/** Who stopped a turn, as people read it. A signal may come from anybody: it is told as what it is. */
function stopText({ by, from }: Sender, state: SessionState, turnId: string): string {
  const what = isChat(runningTurn(state, turnId)?.agent ?? "") ? "answer" : "agent";
  return by.startsWith("person:") ? `${what} stopped by user.` : `${what} stopped by ${from}.`;
}

async function judgeEdit(
  request: RequestOf<"edit">,
  { log, deps, terminals, lost: signal }: AskedSession,
): Promise<Judgement | undefined> {
  const step = log.state.current?.steps.get(request.stepId);
  // What is wrong with the step itself is said by the rules of the session.
  if (step?.status.name !== "review") return undefined;
  const terminal = await terminalOfStep(step, log.state, terminals);
  const edited = { kind: step.kind, text: request.command, terminal, cwd: step.cwd };
  const act = await makeAct(edited, log.state, { agent: log.state.current?.agent ?? "cotty", signal });
  const { judged } = await judgeBound(deps.judge, act, {
    signal,
    terminal,
    isAsked: () => true,
    redact: deps.redact,
  });
  return judged;
}
