import { describeError, UserError } from "../../base/index.ts";
import type { EventBody, Where } from "../../protocol/index.ts";
import type { SessionState, TerminalInfo } from "../../session/index.ts";
import type { Terminal } from "../../terminal/index.ts";
import type { EngineDeps } from "../contract/deps.ts";
import type { SessionLog } from "../record/session-log.ts";
import { followLogin } from "./follow-login.ts";
import type { HeldTerminals } from "./held-terminals.ts";

/** The logins of a session that are under way: followed in the log until somebody is logged in, or nobody will be. */
export interface SessionLogins {
  follow(terminal: Terminal): void;
  isUnderWay(id: string): boolean;
  /** The terminal, once its login has gone through. */
  through(terminal: Terminal, signal: AbortSignal): Promise<Terminal>;
}

interface SessionLoginsOptions {
  log: SessionLog;
  deps: Pick<EngineDeps, "clean">;
  held: HeldTerminals;
  /** Is there anybody who could answer what a login asks? */
  isAttended(): boolean;
  record(body: EventBody): Promise<void>;
  /** Aborted when this process has let go of the terminals. */
  gone: AbortSignal;
}

export function createSessionLogins({
  log,
  deps,
  held,
  isAttended,
  record,
  gone,
}: SessionLoginsOptions): SessionLogins {
  const logins = new Map<string, Promise<void>>();
  /** Terminals whose login somebody waits for: they are told themselves how it ends. */
  const awaited = new Set<string>();

  async function logIn(terminal: Terminal): Promise<void> {
    const { id } = terminal;
    try {
      const state = await followLogin({ terminal, clean: deps.clean, record, isAttended, signal: gone });
      checkIdentity(terminal, log.state);
      const { shell, where } = terminal;
      await record({ type: "login.finished", terminalId: id, shell, cwd: state.cwd ?? log.state.cwd, where });
      await held.restored(terminal);
    } catch (error) {
      if (gone.aborted) throw error;
      const reported = describeError(error);
      held.letGo(id);
      await terminal.close();
      await held.forget(id, reported.message);
      if (!awaited.has(id)) await record({ type: "error.reported", ...reported });
      throw error;
    }
  }

  return {
    follow(terminal) {
      const login = logIn(terminal).finally(() => logins.delete(terminal.id));
      // Whoever needs the terminal waits for it; for everybody else its end is in the log.
      login.catch(() => undefined);
      logins.set(terminal.id, login);
    },
    isUnderWay: (id) => logins.has(id),
    async through(terminal, signal) {
      const login = logins.get(terminal.id);
      if (login === undefined) return terminal;
      awaited.add(terminal.id);
      await Promise.race([login, untilAborted(signal)]).finally(() => awaited.delete(terminal.id));
      return terminal;
    },
  };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** The session pins who it talks to: refuses a machine that is not the one it began on. */
export function checkIdentity(terminal: Terminal, state: SessionState): void {
  const other = identityChange(state.terminals, terminal.where);
  if (other === null) return;
  throw new UserError(
    "host.identity-changed",
    `${terminal.target} is not the machine this session began on: its ${other} is another one. Nothing was run there.`,
    "Check the host. To work on the new machine, open a new session.",
  );
}

/**
 * What of the identity differs from what was first known of it, or null. What cannot be told this time (who shares a
 * connection may not have seen its key) is unknown, not different.
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
