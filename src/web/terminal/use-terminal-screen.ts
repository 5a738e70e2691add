import { type RefObject, useEffect, useRef, useState } from "react";
import type { AttachedTerminal } from "../../client/index.ts";
import type { SessionState, TerminalInfo } from "../../session/index.ts";
import { type Send, useCotty } from "../backend/context.ts";
import { createTerminalScreen, type TerminalScreen } from "./terminal-screen.ts";
import type { useLead } from "./use-lead.ts";

/** A terminal on this page: what is on it, and the way to type into it. */
export interface ShownTerminal {
  readonly screen: TerminalScreen;
  /** False when there is no connection: then nothing was typed. */
  type(bytes: Uint8Array): boolean;
}

export interface ScreenOwner {
  state: SessionState;
  info: TerminalInfo;
  send: Send;
  /** What the person types here. Answers whether it was sent. */
  onType(id: string, type: () => void): boolean;
  onShown(id: string, shown: ShownTerminal | null): void;
  onTitle(id: string, title: string): void;
}

interface ScreenElements {
  host: RefObject<HTMLDivElement | null>;
  /** Lies over the host, for the bars of commands. */
  layer: RefObject<HTMLDivElement | null>;
}

/** A terminal's screen in these elements, attached to the terminal for as long as they are there. */
export function useTerminalScreen(
  owner: ScreenOwner,
  { host, layer }: ScreenElements,
  lead: ReturnType<typeof useLead>,
) {
  const { client } = useCotty();
  const [screen, setScreen] = useState<TerminalScreen | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  /** Why keys did not get there. Where the terminal has ended, that is said already. */
  const [untyped, setUntyped] = useState<string | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const latest = useRef({ owner, lead });
  latest.current = { owner, lead };
  const session = owner.state.id;
  const { id, open } = owner.info;
  const { onShown } = owner;

  useEffect(() => {
    const element = host.current;
    if (!element || !layer.current) return;
    let terminal: AttachedTerminal | null = null;
    const made = createTerminalScreen(
      {
        onType: (bytes) => {
          if (latest.current.owner.onType(id, () => terminal?.type(bytes))) latest.current.lead.lead();
        },
        onTitle: (title) => latest.current.owner.onTitle(id, title),
        onSize: (cols, rows) => {
          const { owner, lead } = latest.current;
          if (lead.ask(cols, rows)) void owner.send({ type: "resize", terminalId: id, cols, rows });
        },
        onRefusal: setRefusal,
        onLinkHover: setLink,
      },
      latest.current.owner.info,
    );
    made.mount(element, layer.current);
    terminal = client.attach(session, id, {
      ...made.feed,
      onAttached: () => {},
      onEnd: () => {},
      onRefused: ({ message, nextStep }) => setUntyped(`${message} ${nextStep}`),
    });
    setScreen(made);
    onShown(id, { screen: made, type: terminal.type });
    const observer = new ResizeObserver(debounce(() => element.offsetWidth > 0 && made.layout(), 120));
    observer.observe(element);
    return () => {
      observer.disconnect();
      terminal?.close();
      onShown(id, null);
      made.dispose();
    };
  }, [client, session, id, onShown, host, layer]);

  return {
    screen,
    /** The link under the mouse. */
    link,
    /** What a program or the person wanted here and did not get. */
    refusal: refusal ?? (open ? untyped : null),
    dismiss() {
      setRefusal(null);
      setUntyped(null);
    },
  };
}

function debounce(act: () => void, ms: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  };
}
