import type { EventBody } from "../protocol/index.ts";
import type { Terminal } from "../terminal/index.ts";
import type { EngineDeps } from "./deps.ts";
import type { SessionLog } from "./session-log.ts";

/** The terminals of one session: opened when first needed, found again after a restart, closed with the session. */
export interface SessionTerminals extends AsyncDisposable {
  /** The terminal the agent works in. */
  main(options: { signal: AbortSignal }): Promise<Terminal>;
  get(id: string): Promise<Terminal | null>;
}

export function createSessionTerminals(
  log: SessionLog,
  deps: EngineDeps,
  record: (body: EventBody) => Promise<void>,
): SessionTerminals {
  const open = new Map<string, Terminal>();
  let opening: Promise<Terminal> | null = null;

  async function find(id: string): Promise<Terminal | null> {
    const known = open.get(id);
    if (known) {
      if ((await known.state()).name !== "closed") return known;
      await forget(id, "The shell ended.");
      return null;
    }
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
    const { target, cwd } = log.state;
    const owner = { session: log.lease.session, epoch: log.lease.epoch };
    const terminal = await deps.terminals.open({ ...deps.terminalOptions(target), target, cwd, owner, signal });
    open.set(terminal.id, terminal);
    const state = await terminal.state();
    await record({
      type: "terminal.opened",
      terminalId: terminal.id,
      target,
      shell: terminal.shell,
      cwd: state.cwd ?? cwd,
      cols: deps.terminalOptions(target).cols ?? 120,
      rows: deps.terminalOptions(target).rows ?? 40,
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
    async [Symbol.asyncDispose]() {
      const all = [...open.values()];
      await Promise.all(all.map((terminal) => terminal.close()));
      for (const terminal of all) await forget(terminal.id, "Closed.");
    },
  };
}
