import { UserError } from "../base/index.ts";
import type { NewEvent, Reply, Request, Settings, Target } from "../protocol/index.ts";
import type { EngineDeps } from "./deps.ts";
import { createOpenActs } from "./open-acts.ts";
import { redactRequest, secretInEdit } from "./redact-request.ts";
import { createSessionRunner, type Sender, type SessionRunner } from "./session-runner.ts";

export interface OpenOptions {
  title?: string;
  target: Target;
  cwd: string;
  settings: Settings;
  by: Sender["by"];
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
  /** To this process's runner, or through the mailbox to whoever owns the session. */
  request(session: string, request: Request, sender: Sender, options: { signal: AbortSignal }): Promise<Reply>;
}

export function createEngine(deps: EngineDeps): Engine {
  const runners = new Map<string, SessionRunner>();
  const openActs = createOpenActs(deps);
  const taking = new Map<string, Promise<SessionRunner>>();

  async function own(session: string, isAttended: () => boolean, first?: NewEvent): Promise<SessionRunner> {
    const lease = await deps.store.acquire(session, deps.owner, { ttlMs: deps.lease.ttlMs });
    if (!lease) {
      throw new UserError(
        "session.owned",
        `Another process is working on session ${session}.`,
        `Look at it with "cotty show ${session}", and decide there with "cotty approve" and "cotty reject".`,
      );
    }
    if (first) await deps.store.append(lease, 0, [first]);
    const runner = await createSessionRunner({ deps, lease, isAttended, openActs });
    runners.set(session, runner);
    runner.lost.addEventListener("abort", () => runners.delete(session), { once: true });
    return runner;
  }

  return {
    async open(options) {
      const id = deps.newId("s");
      const { target, cwd, settings } = options;
      const at = deps.clock.now();
      const title = deps.redactTyped(options.title ?? "");
      await deps.store.createSession({ id, title, target, cwd, at });
      const opened = { type: "session.opened" as const, title, target, cwd, settings, version: deps.version };
      return own(id, options.isAttended, { ...opened, at, by: options.by });
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
    async request(session, request, sender, { signal }) {
      const runner = runners.get(session);
      if (runner) return runner.request(request, sender);
      if (!(await deps.store.getSession(session))) throw unknownSession(session);
      if (request.type === "secret" || request.type === "keys") throw onlyAtTheOwner(session);
      // Through the disk, where a secret must not be: it would be taken out of the event, or refused, there as well.
      const shown = redactRequest(request, deps.secretsOf?.(session) ?? deps);
      if (shown === null) return secretInEdit;
      const id = sender.requestId ?? deps.newId("req");
      return deps.store.ask(
        { id, session, at: deps.clock.now(), by: sender.by, from: sender.from, request: shown },
        { signal },
      );
    },
    async [Symbol.asyncDispose]() {
      const all = [...runners.values()];
      runners.clear();
      await Promise.all(all.map((runner) => runner[Symbol.asyncDispose]()));
    },
  };
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
