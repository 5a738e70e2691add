import { useCallback, useRef, useState } from "react";
import { describeError, isAbortError } from "../../base/index.ts";
import type { ReportedError } from "../../protocol/index.ts";
import type { ChatMessage } from "../backend/api.ts";
import { useCotty } from "../backend/cotty.ts";

const keyOf = (session: string) => `cotty.chat.${session}`;

/** Plain chat with the model (S0.10, S0.64): no tools, nothing runs. Kept in this browser (S0.55). */
export function useChat(session: string, model: string) {
  const { api } = useCotty();
  const [messages, setMessages] = useState<ChatMessage[]>(() => readStored(session));
  const [error, setError] = useState<ReportedError | "stopped" | null>(null);
  const [isBusy, setBusy] = useState(false);
  const abort = useRef<AbortController | null>(null);

  const keep = useCallback(
    (next: ChatMessage[]) => {
      setMessages(next);
      if (next.length === 0) localStorage.removeItem(keyOf(session));
      else localStorage.setItem(keyOf(session), JSON.stringify(next.slice(-100)));
    },
    [session],
  );

  const ask = useCallback(
    async (history: ChatMessage[]) => {
      const controller = new AbortController();
      abort.current = controller;
      setError(null);
      setBusy(true);
      keep(history);
      try {
        const reply = await api.chat(model, history, controller.signal);
        keep([...history, { role: "model", text: reply }]);
      } catch (reason) {
        setError(isAbortError(reason) ? "stopped" : describeError(reason));
      } finally {
        setBusy(false);
      }
    },
    [api, model, keep],
  );

  return {
    messages,
    error,
    isBusy,
    send: (text: string) => ask([...messages, { role: "user", text }]),
    stop: () => abort.current?.abort(),
    retry: () => {
      const last = messages.findLastIndex((message) => message.role === "user");
      if (last >= 0) void ask(messages.slice(0, last + 1));
    },
    clear: () => {
      keep([]);
      setError(null);
    },
  };
}

function readStored(session: string): ChatMessage[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(session)) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isMessage) : [];
  } catch {
    // A broken entry costs the old chat and nothing else.
    return [];
  }
}

function isMessage(value: unknown): value is ChatMessage {
  if (typeof value !== "object" || value === null) return false;
  const { role, text } = value as { role?: unknown; text?: unknown };
  return (role === "user" || role === "model") && typeof text === "string";
}
