import { UserError } from "../../../base/index.ts";
import type { Call, Handlers, OpenParams } from "../../contract/methods.ts";
import type { Owner } from "../../contract/values.ts";
import type { Connection, Request } from "./accept-connection.ts";
import type { HostedTerminal, HostedTerminalEvents } from "./hosted-terminal.ts";
import { createTerminalOwners } from "./terminal-owners.ts";

export type OpenTerminal = (
  terminal: string,
  owner: Owner,
  params: OpenParams,
  options: HostedTerminalEvents & { signal: AbortSignal },
) => Promise<HostedTerminal>;

/** The terminals of this process. */
export function createHostedTerminals(options: {
  openTerminal: OpenTerminal;
  eventsOf(terminal: string): HostedTerminalEvents;
}) {
  const terminals = new Map<string, HostedTerminal>();
  const owners = createTerminalOwners();

  function known(terminal: string): HostedTerminal {
    const found = terminals.get(terminal);
    if (found === undefined) {
      throw new UserError("terminal.unknown", `There is no terminal ${terminal}.`, "Open a new terminal.");
    }
    return found;
  }

  /** What is asked about the terminals there are; the rest is a terminal's own. */
  function ownHandlers(connection: Connection, { terminal, owner }: Request): Handlers<"open" | "adopt" | "close"> {
    return {
      async open({ params }, { signal }) {
        if (terminals.has(terminal)) throw new Error(`Terminal ${terminal} is open already.`);
        connection.watched.add(terminal);
        const opened = await options.openTerminal(terminal, owner, params, {
          signal,
          ...options.eventsOf(terminal),
        });
        terminals.set(terminal, opened);
        return opened.describe();
      },
      adopt() {
        const found = terminals.get(terminal);
        if (found === undefined) return null;
        connection.watched.add(terminal);
        return found.describe();
      },
      async close() {
        await known(terminal).close();
        terminals.delete(terminal);
        connection.watched.delete(terminal);
      },
    };
  }

  return {
    async answer(connection: Connection, message: Request, call: Call): Promise<unknown> {
      const { terminal, owner } = message;
      owners.check(owner, { terminal, session: terminals.get(terminal)?.session });
      const { method, ...params } = message.request;
      const own = ownHandlers(connection, message);
      const handlers: Partial<Handlers> = method in own ? own : known(terminal).handlers;
      // The schema has checked that the parameters belong to the method.
      const handle = handlers[method] as ((params: object, call: Call) => unknown) | undefined;
      return await handle?.(params, call);
    },
    /** Says where a terminal's log ends, to somebody who begins to read it. */
    followed(connection: Connection, terminal: string): void {
      const found = terminals.get(terminal);
      if (found !== undefined) connection.tellWritten(terminal, found.describe().end, null);
    },
    /** Something other than an idle shell is in one of them. */
    async areBusy(): Promise<boolean> {
      const busy = await Promise.all([...terminals.values()].map((terminal) => terminal.isBusy()));
      return busy.includes(true);
    },
    async closeAll(): Promise<void> {
      await Promise.allSettled([...terminals.values()].map((terminal) => terminal.close()));
    },
  };
}
