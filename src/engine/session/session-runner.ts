import { describeError, UserError } from "../../base/index.ts";
import type { Reply, SessionRequest } from "../../protocol/index.ts";
import { isChat, runningTurns, type SessionState } from "../../session/index.ts";
import type { Lease } from "../../store/index.ts";
import type { Terminal } from "../../terminal/index.ts";
import type { EngineDeps } from "../contract/deps.ts";
import { mayBeRunning, type OpenActs } from "../earlier-commands/open-acts.ts";
import { openSessionLog, type SessionLog } from "../record/session-log.ts";
import { createLateEnds } from "../step/late-ends.ts";
import { Leaving } from "../step/leaving.ts";
import { nothingRan } from "../step/run-step.ts";
import { createOnce } from "../terminals/once.ts";
import { createPersonTyping } from "../terminals/person-typing.ts";
import {
  createSessionTerminals,
  type OpenTerminalOptions,
  type SessionTerminals,
} from "../terminals/session-terminals.ts";
import { typeInto } from "../terminals/terminal-requests.ts";
import { createTypedSecrets } from "../terminals/typed-secrets.ts";
import { createPersonalCommands, execAgent, type PersonalCommands } from "../turn/exec.ts";
import { answerRequest, type Sender } from "./answer-request.ts";
import { resumeTurn } from "./recovery.ts";
import { createRunningTurns, type RunningTurns } from "./running-turns.ts";

/** A session this process owns. */
export interface SessionRunner extends AsyncDisposable {
  readonly id: string;
  readonly state: SessionState;
  request(request: SessionRequest, sender: Sender): Promise<Reply>;
  /** What a person typed into one of its terminals: theirs is the keyboard then. */
  type(terminalId: string, bytes: Uint8Array, sender: Sender): Promise<Reply>;
  /** A person's own commands, recorded and not asked about. */
  readonly commands: PersonalCommands;
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
  const typedOnce = createOnce();
  const forget = openActs.add({
    get state() {
      return log.state;
    },
    terminals,
  });
  lost.signal.addEventListener("abort", forget, { once: true });
  const heartbeat = keepLease(deps, lease, lost);
  const letGo = new AbortController();
  const lateEnds = createLateEnds({ log, deps, terminals, signal: AbortSignal.any([letGo.signal, lost.signal]) });
  const turns = createRunningTurns({ log, deps, terminals, openActs, lateEnds, isAttended, lost: lost.signal });
  const asked = { log, deps, terminals, secrets, turns, lost: lost.signal };
  const handle = (request: SessionRequest, sender: Sender) => answerRequest(request, sender, asked);
  const mailbox = readMailbox(deps, lease, lost.signal, handle);
  for (const turn of runningTurns(log.state)) turns.start(turn, isChat(turn.agent) ? undefined : resumeTurn(turn));
  // A terminal that cannot be asked costs nobody the session.
  lateEnds.followEarlier().catch(() => undefined);
  const held: HeldSession = { log, deps, terminals, turns, heartbeat, mailbox, lost, letGo, forget };

  return {
    id: lease.session,
    get state() {
      return log.state;
    },
    lost: lost.signal,
    request: (request, sender) => handle(request, sender).catch(refusal),
    type: (terminalId, bytes, { by, requestId }) =>
      typedOnce.answer(requestId, () =>
        typeInto(terminalId, bytes, { log, deps, terminals, typing, by }).catch(refusal),
      ),
    commands: createPersonalCommands({ log, deps, terminals, lateEnds }),
    expire: turns.stopAll,
    terminal: (id) => terminals.get(id),
    openTerminal: (options) => terminals.open(options),
    closeTerminal: (id) => terminals.close(id),
    idle: turns.idle,
    [Symbol.asyncDispose]: () => (deps.whenDisposed === "leave" ? leave(held) : end(held)),
  };
}

/** What is given up with a session. */
interface HeldSession {
  log: SessionLog;
  deps: EngineDeps;
  terminals: SessionTerminals;
  turns: RunningTurns;
  heartbeat: { stop(): void };
  mailbox: AbortController;
  lost: AbortController;
  /** Ends the wait for commands that outlived their turn. */
  letGo: AbortController;
  forget(): void;
}

/**
 * The lease of a busy session stays as it is: the next process sees that its owner died, and takes it over. Until then
 * others see by it that something may still run here.
 */
async function leave({ log, deps, terminals, turns, heartbeat, mailbox, lost }: HeldSession): Promise<void> {
  heartbeat.stop();
  const isBusy = runningTurns(log.state).length > 0 || mayBeRunning(log.state);
  await log.seal();
  lost.abort(new Leaving("Cotty is closing."));
  await turns.ended();
  mailbox.abort();
  terminals.leave();
  if (!isBusy) await deps.store.release(log.lease);
}

async function end({
  log,
  deps,
  terminals,
  turns,
  heartbeat,
  mailbox,
  lost,
  letGo,
  forget,
}: HeldSession): Promise<void> {
  turns.stopAll(new DOMException("agent stopped: Cotty is closing.", "AbortError"));
  await turns.ended();
  if (!lost.signal.aborted) await endExec(log, deps);
  heartbeat.stop();
  mailbox.abort();
  letGo.abort();
  await terminals[Symbol.asyncDispose]();
  forget();
  if (!lost.signal.aborted) await deps.store.release(log.lease);
}

/** What a person can do something about is an answer. */
function refusal(error: unknown): Reply {
  if (!(error instanceof UserError)) throw error;
  return { outcome: "refused", error: describeError(error) };
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
  handle: (request: SessionRequest, sender: Sender) => Promise<Reply>,
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
