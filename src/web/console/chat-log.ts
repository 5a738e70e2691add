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
  /** What has come of the answer so far. */
  const [partial, setPartial] = useState("");
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
      let reply = "";
      const shown = oncePerFrame(() => setPartial(reply));
      try {
        for await (const piece of api.chat(model, history, controller.signal)) {
          reply += piece;
          shown.ask();
        }
      } catch (reason) {
        if (abort.current === controller) setError(isAbortError(reason) ? "stopped" : describeError(reason));
      } finally {
        shown.cancel();
        // What was said before it broke off or was stopped stays.
        if (reply !== "" && abort.current === controller) keep([...history, { role: "model", text: reply }]);
        setPartial("");
        setBusy(false);
      }
    },
    [api, model, keep],
  );

  return {
    messages,
    error,
    isBusy,
    partial,
    send: (text: string) => ask([...messages, { role: "user", text }]),
    stop: () => abort.current?.abort(),
    retry: () => {
      const last = messages.findLastIndex((message) => message.role === "user");
      if (last >= 0) void ask(messages.slice(0, last + 1));
    },
    clear: () => {
      abort.current?.abort();
      abort.current = null;
      keep([]);
      setError(null);
    },
  };
}

/** A fast model says more pieces than a screen shows frames. */
function oncePerFrame(act: () => void): { ask(): void; cancel(): void } {
  let frame: number | null = null;
  return {
    ask() {
      frame ??= requestAnimationFrame(() => {
        frame = null;
        act();
      });
    },
    cancel() {
      if (frame !== null) cancelAnimationFrame(frame);
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
