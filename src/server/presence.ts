import type { ServerMessage } from "../protocol/index.ts";
import type { Scope } from "./auth/credentials.ts";

/** Who looks at which session now. Nothing of it is kept: it is about this moment. */
export interface Presence {
  enter(who: { name: string; scope: Scope }, tell: (message: ServerMessage) => void): Visitor;
}

/** One client. */
export interface Visitor {
  look(session: string | null): void;
  askForKeyboard(terminalId: string): void;
  leave(): void;
}

interface Looking {
  readonly name: string;
  readonly scope: Scope;
  readonly tell: (message: ServerMessage) => void;
}

/** More names help nobody. */
const mostPeople = 50;

export function createPresence(): Presence {
  const lookers = new Map<string, Set<Looking>>();

  function tellAll(session: string): void {
    const all = lookers.get(session);
    if (!all) return;
    const people = new Map<string, Scope>();
    for (const { name, scope } of all) {
      if (people.get(name) !== "operate") people.set(name, scope);
    }
    const message: ServerMessage = {
      type: "viewers",
      session,
      windows: [...all].filter(({ scope }) => scope === "operate").length,
      people: [...people].slice(0, mostPeople).map(([name, scope]) => ({ name, scope })),
    };
    for (const { tell } of all) tell(message);
  }

  return {
    enter(who, tell) {
      const me: Looking = { ...who, tell };
      let now: string | null = null;

      function look(session: string | null): void {
        if (session === now) return;
        const before = now;
        now = session;
        if (before !== null) {
          const all = lookers.get(before);
          all?.delete(me);
          if (all?.size === 0) lookers.delete(before);
          tellAll(before);
        }
        if (session === null) return;
        lookers.set(session, (lookers.get(session) ?? new Set()).add(me));
        tellAll(session);
      }

      return {
        look,
        askForKeyboard(terminalId) {
          if (now === null || who.scope !== "operate") return;
          const message: ServerMessage = { type: "keyboard-asked", session: now, terminalId, name: who.name };
          for (const other of lookers.get(now) ?? []) if (other !== me) other.tell(message);
        },
        leave: () => look(null),
      };
    },
  };
}
