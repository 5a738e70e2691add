import { UserError } from "../base/index.ts";
import type { NewEvent, Reply, RequestOf, SessionRequest, Settings, Target } from "../protocol/index.ts";
import { decide, emptyState, evolve, type SessionState } from "../session/index.ts";
import type { Lease } from "../store/index.ts";
import type { EngineDeps } from "./contract/deps.ts";
import { createOpenActs } from "./earlier-commands/open-acts.ts";
import { redactRequest, secretInEdit } from "./record/redact-request.ts";
import { admitAll } from "./record/session-log.ts";
import type { Sender } from "./session/answer-request.ts";
import { createSessionRunner, type SessionRunner } from "./session/session-runner.ts";

export interface OpenOptions {
  title?: string;
  target: Target;
  cwd: string;
  settings: Settings;
  by: Sender["by"];
  /** What it begins with: stored in one piece with its opening, so that nothing can come between. */
  prompt?: { request: RequestOf<"prompt">; sender: Sender };
  /** Whether anybody could answer; asked anew for every step that needs a person. */
  isAttended(): boolean;
}

/** Runs sessions: records first, asks people, operates terminals and agents. */
export interface Engine extends AsyncDisposable {
  open(options: OpenOptions): Promise<SessionRunner>;
  /** Takes over a session whose owner is gone. Refused while another live process owns it. */
  take(session: string, options: { isAttended(): boolean }): Promise<SessionRunner>;
  /** Gives a session up that this process owns; harmless for any other. */
  release(session: string): Promise<void>;
  /** What a session that this process owns has come to; null for any other. */
  stateOf(session: string): SessionState | null;
  /** To this process's runner, or through the mailbox to whoever owns the session. */
  request(session: string, request: SessionRequest, sender: Sender, options: { signal: AbortSignal }): Promise<Reply>;
  /** What a person typed, as bytes, to this process's terminal: the one way in for every surface. */
  type(session: string, terminalId: string, bytes: Uint8Array, sender: Sender): Promise<Reply>;
}

export function createEngine(deps: EngineDeps): Engine {
  const runners = new Map<string, SessionRunner>();
  const openActs = createOpenActs(deps);
  const taking = new Map<string, Promise<SessionRunner>>();

  async function own(session: string, isAttended: () => boolean): Promise<SessionRunner> {
    const lease = await deps.store.acquire(session, deps.owner, { ttlMs: deps.lease.ttlMs });
    if (!lease) {
      throw new UserError(
        "session.owned",
        `Another process is working on session ${session}.`,
        `Look at it with "cotty show ${session}", and decide there with "cotty approve" and "cotty reject".`,
      );
    }
    return run(lease, isAttended);
  }

  async function run(lease: Lease, isAttended: () => boolean): Promise<SessionRunner> {
    const runner = await createSessionRunner({ deps, lease, isAttended, openActs });
    runners.set(lease.session, runner);
    runner.lost.addEventListener("abort", () => runners.delete(lease.session), { once: true });
    return runner;
  }

  return {
    async open(options) {
      const id = deps.newId("s");
      const first = firstEvents(id, options, deps);
      const { events } = admitAll(emptyState(id), first, { ...deps, ...deps.secretsOf?.(id) });
      const [{ title, target, cwd, at }] = first;
      const lease = await deps.store.beginSession({ id, title, target, cwd, at }, deps.owner, {
        ttlMs: deps.lease.ttlMs,
        events,
      });
      return run(lease, options.isAttended);
    },
    async take(session, options) {
      // Two at once must get one runner: a second lease would take the session from the first.
      const known = runners.get(session) ?? taking.get(session);
      if (known) return known;
      const taken = deps.store
        .getSession(session)
        .then((row) => {
          if (!row) throw unknownSession(session);
          return own(session, options.isAttended);
        })
        .finally(() => taking.delete(session));
      taking.set(session, taken);
      return taken;
    },
    async release(session) {
      const runner = runners.get(session);
      runners.delete(session);
      await runner?.[Symbol.asyncDispose]();
    },
    stateOf: (session) => runners.get(session)?.state ?? null,
    async request(session, request, sender, { signal }) {
      const runner = runners.get(session);
      if (runner) return runner.request(request, sender);
      return askOwner(session, request, sender, { deps, signal });
    },
    async type(session, terminalId, bytes, sender) {
      const runner = runners.get(session);
      if (runner) return runner.type(terminalId, bytes, sender);
      throw (await deps.store.getSession(session)) ? onlyAtTheOwner(session) : unknownSession(session);
    },
    async [Symbol.asyncDispose]() {
      const all = [...runners.values()];
      runners.clear();
      await Promise.all(all.map((runner) => runner[Symbol.asyncDispose]()));
    },
  };
}

/** Through the mailbox, to the process that owns the session. */
async function askOwner(
  session: string,
  request: SessionRequest,
  sender: Sender,
  { deps, signal }: { deps: EngineDeps; signal: AbortSignal },
): Promise<Reply> {
  if (!(await deps.store.getSession(session))) throw unknownSession(session);
  if (request.type === "secret") throw onlyAtTheOwner(session);
  // Through the disk, where a secret must not be: it would be taken out of the event, or refused, there as well.
  const shown = redactRequest(request, deps.secretsOf?.(session) ?? deps);
  if (shown === null) return secretInEdit;
  const id = sender.requestId ?? deps.newId("req");
  const entry = { id, session, at: deps.clock.now(), by: sender.by, from: sender.from, request: shown };
  return deps.store.ask(entry, { signal });
}

/** How a session begins. A prompt that the rules refuse opens none. */
function firstEvents(
  id: string,
  { target, cwd, settings, by, prompt, ...options }: OpenOptions,
  deps: EngineDeps,
): [NewEvent<"session.opened">, ...NewEvent[]] {
  const title = deps.redactTyped(options.title ?? "");
  const at = deps.clock.now();
  const opened = { type: "session.opened" as const, title, target, cwd, settings, version: deps.version, at, by };
  if (prompt === undefined) return [opened];
  const decision = decide(evolve(emptyState(id), { ...opened, seq: 1, session: id, hash: "" }), prompt.request, {
    ...prompt.sender,
    now: at,
    newTurnId: deps.newId("turn"),
    modelFor: deps.modelFor,
  });
  if (decision.accepted) return [opened, ...decision.events];
  const { code, message, nextStep } = decision.error;
  throw new UserError(code, message, nextStep);
}

/** What is typed may be a password, and what goes to another process lies in the database until it is read. */
function onlyAtTheOwner(session: string): UserError {
  return new UserError(
    "session.owned",
    `Another process is working on session ${session}, and what is typed may be a secret: it is not passed on.`,
    "Type it where the session runs.",
  );
}

function unknownSession(session: string): UserError {
  return new UserError("session.unknown", `There is no session ${session}.`, "List the sessions: cotty sessions");
}
