import type { EventBody } from "../../protocol/index.ts";
import type { Terminal } from "../../terminal/index.ts";
import type { EngineDeps } from "../contract/deps.ts";
import type { SessionLog } from "../record/session-log.ts";
import { loginError } from "./follow-login.ts";
import { createHeldTerminals, type HeldTerminals } from "./held-terminals.ts";
import { checkIdentity, createSessionLogins, type SessionLogins } from "./session-logins.ts";

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
  const gone = new AbortController();
  const held = createHeldTerminals({ log, record, adopt });
  const logins = createSessionLogins({ log, deps, held, isAttended, record, gone: gone.signal });
  let opening: Promise<Terminal> | null = null;

  async function adopt(id: string): Promise<Terminal | null> {
    const adopted = await deps.terminals.adopt(id, { session: log.lease.session, epoch: log.lease.epoch });
    if (adopted) {
      held.hold(adopted);
      watchOver(adopted, { held, logins, gone: gone.signal });
      if ((await adopted.state()).name === "starting") logins.follow(adopted);
    } else await held.forget(id, "The terminal is gone.");
    return adopted;
  }

  async function openMain(signal: AbortSignal): Promise<Terminal> {
    for (const info of log.state.terminals.filter((candidate) => candidate.open)) {
      const found = await held.find(info.id);
      if (found) return await logins.through(found, signal);
    }
    return await logins.through(await openOne({ signal }), signal);
  }

  async function openOne(wanted: OpenTerminalOptions): Promise<Terminal> {
    const { terminal, opened, asks } = await openIdentified(wanted, { log, deps });
    // Before anybody can know of it: the first key must find it here.
    held.hold(terminal);
    await record(opened);
    watchOver(terminal, { held, logins, gone: gone.signal });
    // Also when it has just gone through: who it is has still to be found out and written down.
    if (asks) logins.follow(terminal);
    else await held.restored(terminal);
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
    get: held.find,
    held: held.get,
    open: openOne,
    async close(id) {
      const terminal = await held.find(id);
      await terminal?.close();
      await held.forget(id, "Closed.");
    },
    leave() {
      gone.abort();
      held.letGoOfAll();
    },
    async [Symbol.asyncDispose]() {
      gone.abort();
      const all = held.all();
      await Promise.all(all.map((terminal) => terminal.close()));
      for (const terminal of all) await held.forget(terminal.id, "Closed.");
    },
  };
}

/** From now on what happens to it by itself gets into the log. */
function watchOver(
  terminal: Terminal,
  { held, logins, gone }: { held: HeldTerminals; logins: SessionLogins; gone: AbortSignal },
): void {
  if (terminal.target === "local") return;
  const noticed = terminal.untilClosed({ signal: gone }).then(async () => {
    if (!gone.aborted && !logins.isUnderWay(terminal.id)) await held.ended(terminal);
  });
  // A log that cannot be written to any more belongs to another process, which will notice too.
  noticed.catch(() => undefined);
}

/** One that runs on the machine this session began on, and the event that says so. `asks`: its login is not through. */
async function openIdentified(
  { signal, ...wanted }: OpenTerminalOptions,
  { log, deps }: Pick<SessionTerminalsOptions, "log" | "deps">,
): Promise<{ terminal: Terminal; opened: EventBody<"terminal.opened">; asks: boolean }> {
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
    if (!asks) checkIdentity(terminal, log.state);
  } catch (error) {
    await terminal.close();
    throw error;
  }
  const { id: terminalId, shell, where } = terminal;
  const place = { target, shell, cwd: state.cwd ?? cwd };
  return {
    terminal,
    opened: { type: "terminal.opened", terminalId, ...place, ...size, ...(!asks && { where }) },
    asks,
  };
}
