import { UserError } from "../base/index.ts";
import type { EventBody, Where } from "../protocol/index.ts";
import type { TerminalInfo } from "../session/index.ts";
import type { Terminal } from "../terminal/index.ts";
import type { EngineDeps } from "./deps.ts";
import type { SessionLog } from "./session-log.ts";

/** The terminals of one session: opened when first needed, found again after a restart, closed with the session. */
export interface SessionTerminals extends AsyncDisposable {
  /** The terminal the agent works in. */
  main(options: { signal: AbortSignal }): Promise<Terminal>;
  get(id: string): Promise<Terminal | null>;
  /** The same for what cannot wait: a terminal that this process holds, without asking whether it is still alive. */
  held(id: string): Terminal | null;
  /** One more, beside those there are. */
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

export function createSessionTerminals(
  log: SessionLog,
  deps: EngineDeps,
  record: (body: EventBody) => Promise<void>,
): SessionTerminals {
  const open = new Map<string, Terminal>();
  const adopting = new Map<string, Promise<Terminal | null>>();
  let opening: Promise<Terminal> | null = null;

  async function find(id: string): Promise<Terminal | null> {
    const known = open.get(id);
    if (known) {
      // A terminal whose host is gone cannot even be asked: it is as closed as one can be.
      const state = await known.state().catch(() => ({ name: "closed" as const }));
      if (state.name !== "closed") return known;
      await forget(id, "The shell ended.");
      return null;
    }
    // Two at once must not connect twice: only one of the connections would ever be closed.
    const adopted = adopting.get(id) ?? adopt(id).finally(() => adopting.delete(id));
    adopting.set(id, adopted);
    return adopted;
  }

  async function adopt(id: string): Promise<Terminal | null> {
    const adopted = await deps.terminals.adopt(id, { session: log.lease.session, epoch: log.lease.epoch });
    if (adopted) open.set(id, adopted);
    else await forget(id, "The terminal is gone.");
    return adopted;
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
      if (found) return found;
    }
    return openOne({ signal });
  }

  async function openOne({ signal, ...wanted }: OpenTerminalOptions): Promise<Terminal> {
    const { target } = log.state;
    const cwd = wanted.cwd ?? log.state.cwd;
    const owner = { session: log.lease.session, epoch: log.lease.epoch };
    const { cols = 120, rows = 40, ...usual } = deps.terminalOptions(target);
    const size = { cols: wanted.cols ?? cols, rows: wanted.rows ?? rows };
    const terminal = await deps.terminals.open({ ...usual, ...size, target, cwd, owner, signal });
    const other = identityChange(log.state.terminals, terminal.where);
    if (other !== null) {
      await terminal.close();
      throw new UserError(
        "host.identity-changed",
        `${target} is not the machine this session began on: its ${other} is another one. Nothing was run there.`,
        "Check the host. To work on the new machine, open a new session.",
      );
    }
    open.set(terminal.id, terminal);
    const state = await terminal.state();
    await record({
      type: "terminal.opened",
      terminalId: terminal.id,
      target,
      shell: terminal.shell,
      cwd: state.cwd ?? cwd,
      ...size,
      where: terminal.where,
    });
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
    leave: () => open.clear(),
    async [Symbol.asyncDispose]() {
      const all = [...open.values()];
      await Promise.all(all.map((terminal) => terminal.close()));
      for (const terminal of all) await forget(terminal.id, "Closed.");
    },
  };
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
