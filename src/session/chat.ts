import { chatAgent, type Event } from "../protocol/index.ts";
import type { Chat, SessionState, Turn } from "./state.ts";

/** Whether this agent only answers: its turns may run beside those of one that acts. */
export function isChat(agent: string): boolean {
  return agent === chatAgent;
}

/** The running turn of this id: the agent's, or the one in plain chat. */
export function runningTurn(state: SessionState, id: string | undefined): Turn | null {
  if (state.chat.current !== null && id === state.chat.current.id) return state.chat.current;
  return state.current;
}

/** Every turn that runs. */
export function runningTurns({ current, chat }: SessionState): readonly Turn[] {
  return [current, chat.current].filter((turn) => turn !== null);
}

/** The one that began last, whoever answered it. */
export function newestTurn({ turns, current, chat }: SessionState): Turn | null {
  const newest = [current ?? turns.at(-1), chat.current ?? chat.turns.at(-1)].filter((turn) => turn !== undefined);
  return newest.reduce<Turn | null>((last, turn) => (last && last.startedAt > turn.startedAt ? last : turn), null);
}

/** The same state with this turn as it is now, wherever it runs. */
export function withRunning(state: SessionState, turn: Turn): SessionState {
  return turn.id === state.chat.current?.id
    ? { ...state, chat: { ...state.chat, current: turn } }
    : { ...state, current: turn };
}

/** The questions of plain chat since the last `new`. One that was asked again stands for both. */
export function chatTurns({ turns, current, contextFrom }: Chat): readonly Turn[] {
  const all = [...turns, ...(current ? [current] : [])].slice(contextFrom);
  const again = new Set(all.map((turn) => turn.retryOf));
  return all.filter((turn) => !again.has(turn.id));
}

/** A long message comes in several parts. */
export function importMessage(chat: Chat, event: Event<"chat.imported">): Chat {
  const { importId, role, text, by, seq } = event;
  const last = chat.imported.at(-1);
  const isMore = event.continues === true && last?.importId === importId;
  return {
    ...chat,
    imports: chat.imports.includes(importId) ? chat.imports : [...chat.imports, importId],
    imported: isMore
      ? [...chat.imported.slice(0, -1), { ...last, text: last.text + text }]
      : [...chat.imported, { importId, role, text, by, seq }],
  };
}
