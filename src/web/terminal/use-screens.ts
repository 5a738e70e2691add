import { useCallback, useEffect, useRef } from "react";
import { useConnection, useIsLive } from "../backend/context.ts";
import { typedText } from "../lib/typed-text.ts";
import { takeFocus } from "../lib/wanted-focus.ts";
import { useTerminalHandle } from "./terminal-handle.ts";
import type { PanePlace } from "./use-pane-terminals.ts";
import type { ShownTerminal } from "./use-terminal-screen.ts";

interface ScreensOptions {
  session: string;
  /** The terminal in use: what is sent goes there. */
  usedId: string | null;
  typeInto(id: string, type: () => void): boolean;
  put(id: string, place: PanePlace): void;
  onShow(): void;
}

const encoder = new TextEncoder();

/** The terminals that are drawn on this page, and the console's handle on them. */
export function useScreens({ session, usedId, typeInto, put, onShow }: ScreensOptions) {
  const handle = useTerminalHandle();
  const isConnected = useConnection().name === "connected";
  const isGone = useRef(false);
  isGone.current = !useIsLive();
  const onPage = useRef(new Map<string, ShownTerminal>());
  /**
   * Sent before there was a terminal, as on a page that has just been loaded, or a connection: it waits for both. It is
   * for the terminal that was in use then, whichever is in front when the connection is back.
   */
  const unsent = useRef<{ terminalId: string | null; bytes: Uint8Array }[]>([]);

  useEffect(() => {
    const type = (meant: string | null, bytes: Uint8Array) => {
      const terminalId = meant ?? usedId;
      const terminal = terminalId === null ? undefined : onPage.current.get(terminalId);
      const keep = () => void unsent.current.push({ terminalId, bytes });
      // What is sent while Cotty does not answer must not run later.
      if (isGone.current) return;
      if (terminalId === null || !terminal || !isConnected) return keep();
      typeInto(terminalId, () => {
        if (!terminal.type(bytes)) keep();
      });
    };
    for (const { terminalId, bytes } of unsent.current.splice(0)) type(terminalId, bytes);
    const usedScreen = () => (usedId === null ? undefined : onPage.current.get(usedId)?.screen);
    handle.current = {
      sendText(text, { run }) {
        const typed = typedText(text, { run });
        if (typed === null) return;
        type(usedId, encoder.encode(typed));
        onShow();
        usedScreen()?.focus();
      },
      takeText() {
        const screen = usedScreen();
        const selected = screen?.selection() ?? "";
        return selected !== ""
          ? { text: selected, what: "selection" }
          : { text: screen?.bufferText() ?? "", what: "buffer" };
      },
      showOffset(terminalId, offset) {
        put(terminalId, "front");
        onShow();
        onPage.current.get(terminalId)?.screen.scrollToOffset(offset);
      },
      textSince: (terminalId, offset) => onPage.current.get(terminalId)?.screen.textSince(offset) ?? "",
      focus: () => usedScreen()?.focus(),
    };
    return () => {
      handle.current = null;
    };
  }, [handle, usedId, isConnected, onShow, typeInto, put]);

  // It may be on the page before the answer that it was opened.
  useEffect(() => {
    if (usedId === null) return;
    const frame = requestAnimationFrame(() => {
      const shown = onPage.current.get(usedId);
      if (shown) takeFocus([usedId], () => shown.screen.focus());
    });
    return () => cancelAnimationFrame(frame);
  }, [usedId]);

  return {
    onShown: useCallback(
      (id: string, shown: ShownTerminal | null) => {
        if (!shown) return void onPage.current.delete(id);
        onPage.current.set(id, shown);
        // Once it is laid out: what is hidden takes no focus.
        requestAnimationFrame(() => takeFocus([id, session], () => shown.screen.focus()));
      },
      [session],
    ),
    typeKeys: (id: string, bytes: Uint8Array) => typeInto(id, () => void onPage.current.get(id)?.type(bytes)),
  };
}
