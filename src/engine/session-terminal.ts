import { describeError, UserError } from "../base/index.ts";
import type { EventBody, Where } from "../protocol/index.ts";
import type { TerminalInfo } from "../session/index.ts";
import type { Terminal } from "../terminal/index.ts";
import type { EngineDeps } from "./deps.ts";
import { followLogin, loginError } from "./follow-login.ts";
import type { SessionLog } from "./session-log.ts";

/** The terminals of one session: opened when first needed, found again after a restart, closed with the session. */
export interface SessionTerminals extends AsyncDisposable {
  /** The terminal the agent works in, once somebody is logged in there. */
  main(options: { signal: AbortSignal }): Promise<Terminal>;
  get(id: string): Promise<Terminal | null>;
  /** The same for what cannot wait: a terminal that this process holds, without asking whether it is still alive. */
  held(id: string): Terminal | null;
  /** One more, beside those there are. It may still ask for a password: its login is followed in the log. */
  open(options: OpenTerminalOptions): Promise<Terminal>;
  close(id: string): Promise<void>;
  /** Lets go of all of them without ending any: another process will find them again. */
  leave(): void;
}

export interface OpenTerminalOptions {
  cols?: number;
  rows?: number;
  /** Default: the session's own. */
  cwd?: string;
  signal: AbortSignal;
}

export interface SessionTerminalsOptions {
  log: SessionLog;
  deps: EngineDeps;
  /** Is there anybody who could answer what a login asks? */
  isAttended(): boolean;
  record(body: EventBody): Promise<void>;
}

export function createSessionTerminals({ log, deps, isAttended, record }: SessionTerminalsOptions): SessionTerminals {
  const open = new Map<string, Terminal>();
  const adopting = new Map<string, Promise<Terminal | null>>();
  /** Logins under way, and the terminals whose login somebody waits for: they are told themselves how it ends. */
  const logins = new Map<string, Promise<void>>();
  const awaited = new Set<string>();
  const gone = new AbortController();
  let opening: Promise<Terminal> | null = null;

  async function find(id: string): Promise<Terminal | null> {
    const known = open.get(id);
    if (known) {
      // A terminal whose host is gone cannot even be asked: it is as closed as one can be.
      const state = await known.state().catch(() => ({ name: "closed" as const }));
      if (state.name !== "closed") return known;
      await ended(known);
      return null;
    }
    // Two at once must not connect twice: only one of the connections would ever be closed.
    const adopted = adopting.get(id) ?? adopt(id).finally(() => adopting.delete(id));
    adopting.set(id, adopted);
    return adopted;
  }

  async function adopt(id: string): Promise<Terminal | null> {
    const adopted = await deps.terminals.adopt(id, { session: log.lease.session, epoch: log.lease.epoch });
    if (adopted) {
      open.set(id, adopted);
      watchOver(adopted);
      if ((await adopted.state()).name === "starting") follow(adopted);
    } else await forget(id, "The terminal is gone.");
    return adopted;
  }

  /** From now on what happens to it by itself gets into the log. */
  function watchOver(terminal: Terminal): void {
    if (terminal.target === "local") return;
    const noticed = terminal.untilClosed({ signal: gone.signal }).then(async () => {
      if (!gone.signal.aborted && !logins.has(terminal.id)) await ended(terminal);
    });
    // A log that cannot be written to any more belongs to another process, which will notice too.
    noticed.catch(() => undefined);
  }

  function follow(terminal: Terminal): void {
    const login = logIn(terminal).finally(() => logins.delete(terminal.id));
    // Whoever needs the terminal waits for it; for everybody else its end is in the log.
    login.catch(() => undefined);
    logins.set(terminal.id, login);
  }

  async function logIn(terminal: Terminal): Promise<void> {
    const { id } = terminal;
    try {
      const state = await followLogin({ terminal, clean: deps.clean, record, isAttended, signal: gone.signal });
      checkIdentity(terminal);
      const { shell, where } = terminal;
      await record({ type: "login.finished", terminalId: id, shell, cwd: state.cwd ?? log.state.cwd, where });
    } catch (error) {
      if (gone.signal.aborted) throw error;
      const reported = describeError(error);
      open.delete(id);
      await terminal.close();
      await forget(id, reported.message);
      if (!awaited.has(id)) await record({ type: "error.reported", ...reported });
      throw error;
    }
  }

  function checkIdentity(terminal: Terminal): void {
    const other = identityChange(log.state.terminals, terminal.where);
    if (other === null) return;
    throw new UserError(
      "host.identity-changed",
      `${terminal.target} is not the machine this session began on: its ${other} is another one. Nothing was run there.`,
      "Check the host. To work on the new machine, open a new session.",
    );
  }

  /** It is over without anybody having closed it: what there is to say is said once. */
  async function ended(terminal: Terminal): Promise<void> {
    const state = await terminal.state().catch(() => null);
    if (!open.delete(terminal.id)) return;
    if (state?.end?.why === "link-lost") {
      const { id: terminalId, target } = terminal;
      await record({ type: "link.lost", terminalId, target, reason: state.end.detail });
    }
    await forget(terminal.id, state?.end?.detail || "The shell ended.");
  }

  async function forget(id: string, reason: string): Promise<void> {
    open.delete(id);
    if (log.state.terminals.some((terminal) => terminal.id === id && terminal.open)) {
      await record({ type: "terminal.closed", terminalId: id, reason });
    }
  }

  async function openMain(signal: AbortSignal): Promise<Terminal> {
    for (const info of log.state.terminals.filter((candidate) => candidate.open)) {
      const found = await find(info.id);
      if (found) return await loggedIn(found, signal);
    }
    return await loggedIn(await openOne({ signal }), signal);
  }

  async function loggedIn(terminal: Terminal, signal: AbortSignal): Promise<Terminal> {
    const login = logins.get(terminal.id);
    if (login === undefined) return terminal;
    awaited.add(terminal.id);
    await Promise.race([login, untilAborted(signal)]).finally(() => awaited.delete(terminal.id));
    return terminal;
  }

  async function openOne({ signal, ...wanted }: OpenTerminalOptions): Promise<Terminal> {
    const { target } = log.state;
    const cwd = wanted.cwd ?? log.state.cwd;
    const owner = { session: log.lease.session, epoch: log.lease.epoch };
    const { cols = 120, rows = 40, ...usual } = deps.terminalOptions(target);
    const size = { cols: wanted.cols ?? cols, rows: wanted.rows ?? rows };
    const terminal = await deps.terminals.open({ ...usual, ...size, target, cwd, owner, signal });
    const state = await terminal.state();
    const asks = state.name === "starting";
    try {
      if (state.name === "closed") throw loginError(terminal, state);
      // Who is still asked for a password has not said yet which machine it is.
      if (!asks) checkIdentity(terminal);
    } catch (error) {
      await terminal.close();
      throw error;
    }
    // Before anybody can know of it: the first key must find it here.
    open.set(terminal.id, terminal);
    await record({
      type: "terminal.opened",
      terminalId: terminal.id,
      target,
      shell: terminal.shell,
      cwd: state.cwd ?? cwd,
      ...size,
      ...(!asks && { where: terminal.where }),
    });
    watchOver(terminal);
    // Also when it has just gone through: who it is has still to be found out and written down.
    if (asks) follow(terminal);
    return terminal;
  }

  return {
    main({ signal }) {
      // Two steps at once must not open two terminals.
      opening ??= openMain(signal).finally(() => {
        opening = null;
      });
      return opening;
    },
    get: find,
    held: (id) => open.get(id) ?? null,
    open: openOne,
    async close(id) {
      const terminal = await find(id);
      await terminal?.close();
      await forget(id, "Closed.");
    },
    leave() {
      gone.abort();
      open.clear();
    },
    async [Symbol.asyncDispose]() {
      gone.abort();
      const all = [...open.values()];
      await Promise.all(all.map((terminal) => terminal.close()));
      for (const terminal of all) await forget(terminal.id, "Closed.");
    },
  };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/**
 * The session pins who it talks to: what of the identity differs from what was first known of it, or null. What cannot
 * be told this time (who shares a connection may not have seen its key) is unknown, not different.
 */
function identityChange(known: readonly TerminalInfo[], where: Where): string | null {
  const earlier = known.flatMap((terminal) =>
    terminal.target === where.target && terminal.where ? [terminal.where] : [],
  );
  const facts = [
    ["host key", "hostKey"],
    ["machine id", "machineId"],
    ["user", "user"],
  ] as const;
  const isOther = (fact: "hostKey" | "machineId" | "user") => {
    const before = earlier.find((each) => each[fact] !== undefined)?.[fact];
    return before !== undefined && where[fact] !== undefined && where[fact] !== before;
  };
  return facts.find(([, fact]) => isOther(fact))?.[0] ?? null;
}
