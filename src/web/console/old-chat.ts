import { useEffect, useState } from "react";
import type { SessionState } from "../../session/index.ts";
import { useCotty } from "../backend/context.ts";

/** Plain chat was kept in the browser before sessions had it. */
const keyOf = (session: string) => `cotty.chat.${session}`;

export interface OldMessage {
  role: "user" | "model";
  text: string;
}

/** A chat that this browser kept goes into its session, once, and is forgotten here. Answers with what has not got there. */
export function useOldChat(state: SessionState, canImport: boolean): readonly OldMessage[] {
  const { client } = useCotty();
  const { id } = state;
  const [kept, setKept] = useState(() => readKept(id));
  const isReady = canImport && state.seq > 0 && !state.closed;

  useEffect(() => {
    const text = readKept(id);
    if (!isReady || text === null) return;
    const { signal } = new AbortController();
    const importAll = async () => {
      for (const [index, messages] of inGroups(oldMessages(text)).entries()) {
        const importId = `${fingerprint(text)}-${index}`;
        const reply = await client.request(id, { type: "import-chat", importId, messages }, { signal });
        // It stays in the browser, and is shown from there.
        if (reply.outcome === "refused") return;
      }
      // What another window has written meanwhile is imported when the page opens again.
      if (readKept(id) === text) localStorage.removeItem(keyOf(id));
      setKept(null);
    };
    importAll().catch(() => undefined);
  }, [client, id, isReady]);

  return kept === null ? [] : oldMessages(kept);
}

/** Null where there is nothing, or the browser keeps nothing. */
function readKept(session: string): string | null {
  try {
    return localStorage.getItem(keyOf(session));
  } catch {
    return null;
  }
}

/** A broken entry costs what is broken of it and nothing else. */
export function oldMessages(text: string): OldMessage[] {
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored.filter(isMessage).map(({ role, text }) => ({ role, text })) : [];
  } catch {
    return [];
  }
}

function isMessage(value: unknown): value is OldMessage {
  if (typeof value !== "object" || value === null) return false;
  const { role, text } = value as { role?: unknown; text?: unknown };
  return (role === "user" || role === "model") && typeof text === "string" && text !== "";
}

/** One request holds no more than this: a connection takes a few megabytes at once, and a session a hundred messages. */
const most = { characters: 200_000, messages: 50 };

export function inGroups(messages: readonly OldMessage[]): OldMessage[][] {
  const groups: OldMessage[][] = [];
  let characters = 0;
  for (const message of messages) {
    const group = groups.at(-1);
    characters += message.text.length;
    if (group && group.length < most.messages && characters <= most.characters) group.push(message);
    else {
      groups.push([message]);
      characters = message.text.length;
    }
  }
  return groups;
}

/** The same text has the same name in every window, so it is imported once. No secret: a hash of any kind would do. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return `browser-${(hash >>> 0).toString(16)}-${text.length}`;
}
