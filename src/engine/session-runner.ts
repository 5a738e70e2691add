import { describeError, UserError } from "../base/index.ts";
import type { Actor, EventBody, Reply, Request, RequestOf } from "../protocol/index.ts";
import { decide, type Judgement, type SessionState } from "../session/index.ts";
import type { Lease } from "../store/index.ts";
import type { CommandResult, Terminal } from "../terminal/index.ts";
import { makeAct, terminalOfStep } from "./act.ts";
import type { EngineDeps } from "./deps.ts";
import { type ExecOptions, execAgent, execCommand } from "./exec.ts";
import { judgeBound } from "./judge.ts";
import { Leaving } from "./leaving.ts";
import { longerApproval } from "./longer-approval.ts";
import { mayBeRunning, type OpenActs } from "./open-acts.ts";
import { createPersonTyping } from "./person-typing.ts";
import { openTurn } from "./recovery.ts";
import { redactRequest, secretInEdit } from "./redact-request.ts";
import { openSessionLog, type SessionLog } from "./session-log.ts";
import { createSessionTerminals, type OpenTerminalOptions, type SessionTerminals } from "./session-terminal.ts";
import { nothingRan } from "./step-runner.ts";
import { actOnTerminal, continueTyping } from "./terminal-requests.ts";
import { createTurnContext } from "./turn-context.ts";
import { runTurn } from "./turn-runner.ts";
import { createTypedSecrets } from "./typed-secrets.ts";

/** Who sends a request, and from where. */
export interface Sender {
  by: Actor;
  from: string;
  requestId?: string;
}

/** A session this process owns. */
export interface SessionRunner extends AsyncDisposable {
  readonly id: string;
  readonly state: SessionState;
  request(request: Request, sender: Sender): Promise<Reply>;
  /** A person's own command, recorded and not asked about. */
  exec(command: string, options: ExecOptions): Promise<CommandResult>;
  /** Resolves when no turn runs. */
  idle(): Promise<void>;
  /** Ends the running turn as timed out. */
  expire(reason: UserError): void;
  /** One of its terminals, to look at; null when it is gone. */
  terminal(id: string): Promise<Terminal | null>;
  /** One more terminal of this session, for a person to work in. */
  openTerminal(options: OpenTerminalOptions): Promise<Terminal>;
  closeTerminal(id: string): Promise<void>;
  /** Aborted when another process took the session over: nothing of it may be touched any more. */
  readonly lost: AbortSignal;
}

export interface RunnerOptions {
  deps: EngineDeps;
  lease: Lease;
  isAttended(): boolean;
  openActs: OpenActs;
}

export async function createSessionRunner(options: RunnerOptions): Promise<SessionRunner> {
  const { lease, isAttended, openActs } = options;
  const deps = { ...options.deps, ...options.deps.secretsOf?.(lease.session) };
  const log = await openSessionLog(deps.store, lease, deps);
  // What people allowed for the session holds for whoever works on it.
  await deps.rules.restore(lease.session, log.state.rules, log.state);
  const lost = new AbortController();
  const terminals = createSessionTerminals({
    log,
    deps,
    isAttended,
    record: async (body) => void (await log.update(() => [{ ...body, at: deps.clock.now(), by: "engine" }])),
  });
  const secrets = createTypedSecrets({ log, deps });
  const typing = createPersonTyping({ clock: deps.clock, hide: secrets.hide });
  const forget = openActs.add({
    get state() {
      return log.state;
    },
    terminals,
  });
  lost.signal.addEventListener("abort", forget, { once: true });
  const heartbeat = keepLease(deps, lease, lost);
  let turn: { stop: AbortController; ended: Promise<void> } | null = null;

  function startTurn(
    first: (context: ReturnType<typeof createTurnContext>, signal: AbortSignal) => Promise<void> = async () => {},
  ) {
    const stop = new AbortController();
    const context = createTurnContext({ log, deps, terminals, openActs, isAttended });
    const signal = AbortSignal.any([stop.signal, lost.signal]);
    const ended = first(context, signal)
      .then(() => runTurn(context, { signal }))
      .catch((error: unknown) => reportDefect(log, deps, error, lost.signal))
      .finally(() => {
        turn = null;
      });
    turn = { stop, ended };
  }

  async function act(request: Request, sender: Sender): Promise<void> {
    switch (request.type) {
      case "prompt":
      case "retry":
        startTurn();
        return;
      case "stop":
        turn?.stop.abort(new DOMException(stopText(sender), "AbortError"));
        return;
      case "keys":
      case "resize":
      case "take-keyboard":
      case "give-keyboard":
      case "secret":
        await actOnTerminal(request, { log, deps, terminals, secrets, typing, by: sender.by });
        return;
      case "close":
        await terminals[Symbol.asyncDispose]();
        return;
      default:
        // Approvals, answers, pause and the like are noticed by whoever waits for the state to change.
        return;
    }
  }

  async function handle(request: Request, sender: Sender): Promise<Reply> {
    const typed = request.type === "keys" ? continueTyping(request, { log, terminals, typing, by: sender.by }) : null;
    if (typed !== null) {
      await typed;
      return { outcome: "accepted", seq: log.state.seq };
    }
    if (redactRequest(request, deps) === null) return secretInEdit;
    const judged =
      request.type === "edit" ? await judgeEdit(request, { log, deps, terminals }, lost.signal) : undefined;
    const longer =
      request.type === "approve" ? await longerApproval(request, { log, deps, terminals }, lost.signal) : null;
    if (longer && "refusal" in longer) return longer.refusal;
    let refusal: Reply | null = null;
    let isFresh = false;
    await log.update((state) => {
      const decision = decide(state, request, {
        ...sender,
        now: deps.clock.now(),
        get newTurnId() {
          return deps.newId("turn");
        },
        modelFor: deps.modelFor,
        judged,
        ...(longer && { rule: { id: longer.rule.rule.id, toml: longer.rule.toml } }),
      });
      if (!decision.accepted) {
        refusal = { outcome: "refused", error: decision.error };
        return [];
      }
      isFresh = decision.events.length > 0 || !state.answered.some((answered) => answered.id === sender.requestId);
      return decision.events;
    });
    if (refusal) return refusal;
    if (isFresh && longer && request.type === "approve" && request.scope !== "once") {
      await deps.rules.add(request.scope, lease.session, longer.rule);
    }
    if (isFresh) await act(request, sender);
    return { outcome: "accepted", seq: log.state.seq };
  }

  /**
   * The lease of a busy session stays as it is: the next process sees that its owner died, and takes it over. Until then
   * others see by it that something may still run here.
   */
  async function leave(): Promise<void> {
    heartbeat.stop();
    const isBusy = log.state.current !== null || mayBeRunning(log.state);
    await log.seal();
    lost.abort(new Leaving("Cotty is closing."));
    await turn?.ended;
    mailbox.abort();
    terminals.leave();
    if (!isBusy) await deps.store.release(lease);
  }

  const mailbox = readMailbox(deps, lease, lost.signal, handle);
  const open = openTurn(log);
  if (open) startTurn(open);

  return {
    id: lease.session,
    get state() {
      return log.state;
    },
    lost: lost.signal,
    async request(request, sender) {
      try {
        return await handle(request, sender);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        return { outcome: "refused", error: describeError(error) };
      }
    },
    exec: (command, options) => execCommand(command, options, { log, deps, terminals }),
    expire(reason) {
      turn?.stop.abort(reason);
    },
    terminal: (id) => terminals.get(id),
    openTerminal: (options) => terminals.open(options),
    closeTerminal: (id) => terminals.close(id),
    async idle() {
      while (turn) await turn.ended;
    },
    async [Symbol.asyncDispose]() {
      if (deps.whenDisposed === "leave") return leave();
      turn?.stop.abort(new DOMException("agent stopped: Cotty is closing.", "AbortError"));
      await turn?.ended;
      if (!lost.signal.aborted) await endExec(log, deps);
      heartbeat.stop();
      mailbox.abort();
      await terminals[Symbol.asyncDispose]();
      forget();
      if (!lost.signal.aborted) await deps.store.release(lease);
    },
  };
}

/** Who stopped a turn, as people read it. A signal may come from anybody: it is told as what it is. */
function stopText({ by, from }: Sender): string {
  return by.startsWith("person:") ? "agent stopped by user." : `agent stopped by ${from}.`;
}

/** Commands of a person have no agent that ends their turn. */
async function endExec(log: SessionLog, deps: EngineDeps): Promise<void> {
  await log.update((state) => {
    const { current } = state;
    if (current?.agent !== execAgent) return [];
    const common = { at: deps.clock.now(), by: "engine" as const, turn: current.id };
    const open = [...current.steps.values()].filter((step) => ["approved", "running"].includes(step.status.name));
    return [
      ...open.map((step) => ({
        type: "step.finished" as const,
        stepId: step.id,
        outcome: "interrupted" as const,
        ...nothingRan,
        ...common,
      })),
      { type: "turn.finished", outcome: "complete", summary: "", ...common },
    ];
  });
}

/** Renews the lease well before it ends. Once it is lost, everything of this session stops at once. */
function keepLease(deps: EngineDeps, lease: Lease, lost: AbortController): { stop(): void } {
  const { ttlMs } = deps.lease;
  let renewedAt = deps.clock.now();
  const timer = setInterval(async () => {
    const answer = await deps.store.renew(lease, { ttlMs }).catch(() => "failed" as const);
    if (answer === true) renewedAt = deps.clock.now();
    // A store that is busy has not given the lease to anybody: it holds until its time is over.
    const isLost = answer === false || deps.clock.now() - renewedAt >= ttlMs;
    if (!isLost) return;
    clearInterval(timer);
    lost.abort(new Leaving("Another process owns this session now."));
  }, ttlMs / 3);
  return { stop: () => clearInterval(timer) };
}

/** Requests that other processes left for this session, in the order they came. */
function readMailbox(
  deps: EngineDeps,
  lease: Lease,
  lost: AbortSignal,
  handle: (request: Request, sender: Sender) => Promise<Reply>,
): AbortController {
  const closed = new AbortController();
  const signal = AbortSignal.any([closed.signal, lost]);
  const read = async () => {
    for await (const entry of deps.store.mailbox(lease, { signal })) {
      const sender = { by: entry.by, from: entry.from, requestId: entry.id };
      const reply = await handle(entry.request, sender).catch(
        (error: unknown): Reply => ({ outcome: "refused", error: describeError(error) }),
      );
      await deps.store.answer(lease, entry.id, reply);
    }
  };
  read().catch((error: unknown) => {
    if (!signal.aborted) process.emitWarning(`The mailbox of ${lease.session} failed: ${describeError(error).message}`);
  });
  return closed;
}

async function judgeEdit(
  request: RequestOf<"edit">,
  { log, deps, terminals }: { log: SessionLog; deps: EngineDeps; terminals: SessionTerminals },
  signal: AbortSignal,
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

/** A turn that could not even be recorded to its end: say so if the log still takes it. */
async function reportDefect(log: SessionLog, deps: EngineDeps, error: unknown, lost: AbortSignal): Promise<void> {
  if (lost.aborted) return;
  const described = describeError(error);
  process.emitWarning(`A turn of ${log.lease.session} ended badly: ${described.message}`);
  const body: EventBody = { type: "turn.finished", outcome: "failed", summary: described.message, error: described };
  await log
    .update((state) => (state.current ? [{ ...body, at: deps.clock.now(), by: "engine", turn: state.current.id }] : []))
    .catch(() => process.emitWarning(`Its end could not be stored.`));
}
