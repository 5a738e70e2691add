import type { EventBody } from "../../protocol/index.ts";
import type { Terminal } from "../../terminal/index.ts";
import type { SessionLog } from "../record/session-log.ts";

/** The terminals of one session that this process holds. What ends, or is reached again, by itself gets into the log. */
export interface HeldTerminals {
  hold(terminal: Terminal): void;
  get(id: string): Terminal | null;
  /** One that is alive, of this process or taken over from one before it. */
  find(id: string): Promise<Terminal | null>;
  all(): Terminal[];
  letGo(id: string): void;
  letGoOfAll(): void;
  /** It is over without anybody having closed it: what there is to say is said once. */
  ended(terminal: Terminal): Promise<void>;
  /** Its machine is reached again: links to it that were lost no longer are, though their shells are gone. */
  restored(terminal: Terminal): Promise<void>;
  forget(id: string, reason: string): Promise<void>;
}

interface HeldTerminalsOptions {
  log: SessionLog;
  record(body: EventBody): Promise<void>;
  /** Takes over what another process left; null where nothing of it is left. */
  adopt(id: string): Promise<Terminal | null>;
}

export function createHeldTerminals({ log, record, adopt }: HeldTerminalsOptions): HeldTerminals {
  const open = new Map<string, Terminal>();
  const adopting = new Map<string, Promise<Terminal | null>>();

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

  return {
    hold: (terminal) => void open.set(terminal.id, terminal),
    get: (id) => open.get(id) ?? null,
    async find(id) {
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
    },
    all: () => [...open.values()],
    letGo: (id) => void open.delete(id),
    letGoOfAll: () => open.clear(),
    ended,
    async restored({ id, target }) {
      const lost = log.state.terminals.filter((each) => each.target === target && !each.linked && each.id !== id);
      for (const each of lost) await record({ type: "link.restored", terminalId: each.id, target });
    },
    forget,
  };
}
