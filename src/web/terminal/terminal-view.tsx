import { Check, RotateCw, Unplug, X } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { SessionState, TerminalInfo } from "../../session/index.ts";
import { allTurns } from "../../session/index.ts";
import { isServerGone, type Send, serverGone, useConnection, useCotty } from "../backend/cotty.ts";
import { focusOnce } from "../lib/focus-once.ts";
import { usePreferences } from "../lib/preferences.ts";
import { useTheme } from "../lib/use-theme.ts";
import { Banner } from "../parts/banner.tsx";
import type { StepPlace } from "./command-bars.ts";
import { createTerminalScreen, type TerminalScreen } from "./terminal-screen.ts";
import { useLead } from "./use-lead.ts";

interface TerminalViewProps {
  state: SessionState;
  info: TerminalInfo;
  isFront: boolean;
  /** Nobody else looks: then its size is this page's to decide. */
  isAlone: boolean;
  isSearching: boolean;
  onSearching(on: boolean): void;
  send: Send;
  /** What the person types here. Answers whether it was sent. */
  onType(id: string, type: () => void): boolean;
  onScreen(id: string, screen: TerminalScreen | null): void;
  onTitle(id: string, title: string): void;
  onUse(): void;
  onOpenAnother(): void;
}

export function TerminalView(props: TerminalViewProps) {
  const { state, info, isFront, isAlone, isSearching, onSearching, send, onType } = props;
  const { onScreen, onTitle, onUse, onOpenAnother } = props;
  const { hub } = useCotty();
  const host = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const [screen, setScreen] = useState<TerminalScreen | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const { fontSize, fontFamily, terminalTheme } = usePreferences();
  const theme = useTheme();
  const { id } = info;
  const { leads, isLeading, lead, ask } = useLead(info, isAlone);
  const latest = useRef({ send, onTitle, onType, info, lead, ask });
  latest.current = { send, onTitle, onType, info, lead, ask };

  useEffect(() => {
    const element = host.current;
    if (!element || !layer.current) return;
    let channel: ReturnType<typeof hub.attach> | null = null;
    const onSize = (cols: number, rows: number) => {
      if (latest.current.ask(cols, rows)) void latest.current.send({ type: "resize", terminalId: id, cols, rows });
    };
    const made = createTerminalScreen(
      {
        onType: (bytes) => {
          if (latest.current.onType(id, () => channel?.type(bytes))) latest.current.lead();
        },
        onTitle: (title) => latest.current.onTitle(id, title),
        onSize,
        onRefusal: setRefusal,
        onLinkHover: setLink,
      },
      latest.current.info,
    );
    made.mount(element, layer.current);
    channel = hub.attach(state.id, id, { ...made.feed, onAttached: () => {}, onEnd: () => {} });
    setScreen(made);
    onScreen(id, made);
    const observer = new ResizeObserver(debounce(() => element.offsetWidth > 0 && made.layout(), 120));
    observer.observe(element);
    return () => {
      observer.disconnect();
      channel?.close();
      onScreen(id, null);
      made.dispose();
    };
  }, [hub, state.id, id, onScreen]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme's values are read from the page when it changes.
  useEffect(() => {
    screen?.setLook({ fontSize, fontFamily, holder: info.keyboard });
    screen?.bars.setHolder(info.keyboard);
  }, [screen, fontSize, fontFamily, theme, terminalTheme, info.keyboard]);

  const { cols, rows } = info;
  useEffect(() => {
    const fits = leads && isLeading.current;
    if (isFront) screen?.setSizing(fits ? { kind: "fit" } : { kind: "fixed", cols, rows });
  }, [isFront, screen, leads, isLeading, cols, rows]);

  const places = useMemo(() => stepPlaces(state, id), [state, id]);
  useEffect(() => screen?.bars.setSteps(places), [screen, places]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own look into the terminal.
    <div
      role="group"
      aria-label="Terminal screen"
      className="term-cell"
      hidden={!isFront}
      data-theme={terminalTheme === "page" ? undefined : terminalTheme}
      style={isFront ? undefined : { display: "none" }}
      onFocus={onUse}
      onKeyDownCapture={(event) => {
        if (event.ctrlKey && event.shiftKey && event.key.toUpperCase() === "F") {
          event.preventDefault();
          onSearching(true);
        }
      }}
    >
      <LinkBanner info={info} isSessionClosed={state.closed} onOpenAnother={onOpenAnother} />
      {refusal && (
        <Banner
          tone="amber"
          icon={<Unplug className="icon s text-amber" aria-hidden="true" />}
          action={
            <button type="button" className="icon-btn" onClick={() => setRefusal(null)}>
              <X className="icon s" aria-hidden="true" />
              <span className="sr-only">Dismiss</span>
            </button>
          }
        >
          {refusal}
        </Banner>
      )}
      <div className="grow relative min-h-0">
        {isSearching && screen && <FindBar screen={screen} onClose={() => onSearching(false)} />}
        <div ref={layer} className="command-bars" aria-hidden="true" />
        <div ref={host} className="term-host" data-testid="terminal" />
        {link && (
          <div className="absolute bottom-2 left-5 menu micro text-text-2" style={{ minWidth: 0, padding: "2px 8px" }}>
            {link}
          </div>
        )}
      </div>
    </div>
  );
}

function LinkBanner({
  info,
  isSessionClosed,
  onOpenAnother,
}: {
  info: TerminalInfo;
  isSessionClosed: boolean;
  onOpenAnother(): void;
}) {
  const connection = useConnection();
  const isBack = useIsBack(connection.name);
  if (isServerGone(connection)) {
    return (
      <Banner tone="red" icon={<Unplug className="icon s text-red" aria-hidden="true" />}>
        {serverGone}
      </Banner>
    );
  }
  if (connection.name === "connecting" && connection.attempt > 0) {
    return (
      <Banner tone="amber" icon={<RotateCw className="icon s text-amber" aria-hidden="true" />}>
        Reconnecting. Nothing is lost: the session goes on. What you type now is not sent.
      </Banner>
    );
  }
  if (!info.linked) {
    return (
      <Banner
        tone="red"
        icon={<Unplug className="icon s text-red" aria-hidden="true" />}
        action={
          !isSessionClosed && (
            <button type="button" className="link" onClick={onOpenAnother}>
              Connect again
            </button>
          )
        }
      >
        The connection to {info.target.replace(/^ssh:/, "")} was lost. What ran there may still run.
      </Banner>
    );
  }
  if (!info.open) {
    return (
      <Banner
        tone="grey"
        icon={<Unplug className="icon s text-text-3" aria-hidden="true" />}
        action={
          !isSessionClosed && (
            <button type="button" className="link" onClick={onOpenAnother}>
              Open another
            </button>
          )
        }
      >
        {/^ssh, step /.test(info.endReason ?? "") ? info.endReason : "This shell has ended."}
      </Banner>
    );
  }
  if (isBack) {
    return (
      <Banner tone="green" icon={<Check className="icon s text-green" aria-hidden="true" />}>
        Connected again. Nothing was lost.
      </Banner>
    );
  }
  return null;
}

/** True for a few seconds after a lost connection is back. */
function useIsBack(name: string): boolean {
  const [isBack, setBack] = useState(false);
  const wasLost = useRef(false);
  useEffect(() => {
    if (name === "connecting") wasLost.current = true;
    if (name !== "connected" || !wasLost.current) return;
    wasLost.current = false;
    setBack(true);
    const timer = setTimeout(() => setBack(false), backMs);
    return () => clearTimeout(timer);
  }, [name]);
  return isBack;
}

const backMs = 4000;

function FindBar({ screen, onClose }: { screen: TerminalScreen; onClose(): void }) {
  const [text, setText] = useState("");
  const [found, setFound] = useState(true);
  useEffect(() => () => screen.endFind(), [screen]);
  const look = async (direction: "next" | "previous", wanted = text) =>
    setFound(wanted === "" || (await screen.find(wanted, direction)));
  return (
    <search className="find-bar">
      <input
        className="field grow small"
        aria-label="Find in terminal"
        placeholder="Find in terminal"
        ref={focusOnce}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          void look("next", event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            onClose();
            screen.focus();
          }
          if (event.key === "Enter") void look(event.shiftKey ? "previous" : "next");
        }}
      />
      <span className="small text-text-3" role="status">
        {found ? "" : `No text matches “${text}”.`}
      </span>
      <button type="button" className="icon-btn" onClick={onClose} title="Close search (Esc)">
        <X className="icon s" aria-hidden="true" />
        <span className="sr-only">Close search</span>
      </button>
    </search>
  );
}

function stepPlaces(state: SessionState, terminalId: string): StepPlace[] {
  return allTurns(state)
    .slice(-20)
    .flatMap((turn) => [...turn.steps.values()])
    .flatMap(({ id, status }): StepPlace[] => {
      if (status.name === "running" && status.terminalId === terminalId && status.offset !== null)
        return [{ id, from: status.offset, to: null }];
      if (status.name === "finished" && status.terminalId === terminalId && status.range)
        return [{ id, from: status.range.from, to: status.range.to }];
      return [];
    });
}

function debounce(act: () => void, ms: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  };
}
