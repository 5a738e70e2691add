import { Columns2, Plus, Search, Terminal as TerminalIcon, X } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { describeError } from "../../base/index.ts";
import type { ReportedError } from "../../protocol/index.ts";
import type { SessionState, TerminalInfo } from "../../session/index.ts";
import { type Send, useCotty, useFeed } from "../backend/cotty.ts";
import { toBase64 } from "../lib/base64.ts";
import { personName } from "../lib/format.ts";
import { setShownTerminals, usePreferences } from "../lib/preferences.ts";
import { typedText } from "../lib/typed-text.ts";
import { Banner } from "../parts/banner.tsx";
import { OperatorMark } from "../parts/operator-mark.tsx";
import { HostKeyQuestion } from "./host-key-question.tsx";
import { KeyRow } from "./key-row.tsx";
import { LeaseStrip } from "./lease-strip.tsx";
import { useTerminalHandle } from "./terminal-handle.ts";
import type { TerminalScreen } from "./terminal-screen.ts";
import { TerminalView } from "./terminal-view.tsx";

interface TerminalPaneProps {
  state: SessionState;
  /** False while its past still arrives. */
  isCaughtUp: boolean;
  /** False for who may only look: no terminal is opened, and its bytes are not for them. */
  canOperate: boolean;
  /** A line over this pane. */
  notice: ReactNode;
  person: string;
  send: Send;
  /** On a narrow screen one pane is shown at a time: something here is to be seen now. */
  onShow(): void;
}

const encoder = new TextEncoder();

export function TerminalPane({ state, isCaughtUp, canOperate, notice, person, send, onShow }: TerminalPaneProps) {
  const { api } = useCotty();
  const handle = useTerminalHandle();
  const screens = useRef(new Map<string, TerminalScreen>());
  const [titles, setTitles] = useState<Record<string, string>>({});
  const shown = usePreferences().terminals[state.id];
  /** The one of two that was used last: its keyboard is shown, and what is sent goes there. */
  const [active, setActive] = useState<string | null>(null);
  const [error, setError] = useState<ReportedError | null>(null);
  const [searching, setSearching] = useState<string | null>(null);
  const { hub } = useCotty();
  const viewers = useFeed(hub.viewers);
  const wish = useFeed(hub.wish);
  const isAlone = viewers?.session === state.id && viewers.windows <= 1;
  const terminals = canOperate ? shownTerminals(state) : [];
  const front = terminals.find((terminal) => terminal.id === shown?.front) ?? terminals.at(0) ?? null;
  const beside = terminals.find((terminal) => terminal.id === shown?.beside && terminal.id !== front?.id) ?? null;
  const used = beside !== null && beside.id === active ? beside : front;
  const choose = (id: string) => {
    setShownTerminals(state.id, id === beside?.id ? {} : { front: id });
    setActive(id);
  };

  const openTerminal = useCallback(
    async (split: boolean) => {
      setError(null);
      try {
        const { terminalId } = await api.openTerminal(state.id, { cols: 100, rows: 30 });
        setShownTerminals(state.id, split ? { beside: terminalId } : { front: terminalId });
        setActive(terminalId);
      } catch (reason) {
        setError(describeError(reason));
      }
    },
    [api, state.id],
  );

  const openFirst = useCallback(() => void openTerminal(false), [openTerminal]);

  // The shell is live at once: a session that has no terminal gets one as soon as somebody looks, and only then. One
  // that ends under their eyes, as with a lost connection, is theirs to open again.
  const hasNone = state.terminals.every((terminal) => !terminal.open);
  const mayOpen = isCaughtUp && canOperate && !state.closed && state.current === null;
  const hasLooked = useRef(false);
  useEffect(() => {
    if (!mayOpen || hasLooked.current) return;
    hasLooked.current = true;
    if (hasNone) void openTerminal(false);
  }, [mayOpen, hasNone, openTerminal]);

  const onScreen = useCallback((id: string, screen: TerminalScreen | null) => {
    if (screen) screens.current.set(id, screen);
    else screens.current.delete(id);
  }, []);
  const onTitle = useCallback((id: string, title: string) => setTitles((known) => ({ ...known, [id]: title })), []);
  /** Another person's keyboard is asked for, or taken on purpose; never by a key that was meant for something else. */
  const [isRefused, setRefused] = useState(false);
  const holders = useRef(new Map<string, string | null>());
  holders.current = new Map(terminals.map(({ id, holder }) => [id, otherHolder(holder, person)]));
  const typeInto = useCallback((id: string, type: () => void): boolean => {
    const isMine = (holders.current.get(id) ?? null) === null;
    setRefused(!isMine);
    if (isMine) type();
    return isMine;
  }, []);

  const usedId = used?.id ?? null;
  /** Sent before there was a terminal, as on a page that has just been loaded: it waits for one. */
  const unsent = useRef<Uint8Array[]>([]);
  useEffect(() => {
    const type = (bytes: Uint8Array) => {
      if (usedId === null) return void unsent.current.push(bytes);
      typeInto(usedId, () => void send({ type: "keys", terminalId: usedId, bytes: toBase64(bytes) }));
    };
    for (const bytes of unsent.current.splice(0)) type(bytes);
    handle.current = {
      sendText(text, { run }) {
        const typed = typedText(text, { run });
        if (typed === null) return;
        type(encoder.encode(typed));
        onShow();
        if (usedId !== null) screens.current.get(usedId)?.focus();
      },
      takeText() {
        const screen = usedId === null ? undefined : screens.current.get(usedId);
        const selected = screen?.selection() ?? "";
        return selected !== ""
          ? { text: selected, what: "selection" }
          : { text: screen?.bufferText() ?? "", what: "buffer" };
      },
      showOffset(terminalId, offset) {
        setShownTerminals(state.id, { front: terminalId });
        setActive(terminalId);
        onShow();
        screens.current.get(terminalId)?.scrollToOffset(offset);
      },
      textSince: (terminalId, offset) => screens.current.get(terminalId)?.textSince(offset) ?? "",
      focus: () => usedId !== null && screens.current.get(usedId)?.focus(),
    };
    return () => {
      handle.current = null;
    };
  }, [handle, usedId, send, onShow, state.id, typeInto]);

  return (
    <section className="pane terminal-pane" aria-label="Terminal" data-pane-focus="terminal">
      <div className="tabs">
        <div className="tab-list">
          {terminals.map((terminal) => (
            <Tab
              key={terminal.id}
              terminal={terminal}
              title={titles[terminal.id] || tabTitle(terminal)}
              person={person}
              isFront={terminal.id === front?.id || terminal.id === beside?.id}
              onChoose={() => choose(terminal.id)}
              {...(terminals.length > 1 && {
                onClose: () =>
                  void api
                    .closeTerminal(state.id, terminal.id)
                    .catch((reason: unknown) => setError(describeError(reason))),
              })}
            />
          ))}
        </div>
        <button
          type="button"
          className="icon-btn self-center ml-1"
          title="New terminal"
          onClick={() => void openTerminal(false)}
          disabled={state.closed || !canOperate}
        >
          <Plus className="icon" aria-hidden="true" />
          <span className="sr-only">New terminal</span>
        </button>
        <span className="grow" />
        <button
          type="button"
          className="icon-btn self-center"
          title="Find (Ctrl Shift F)"
          disabled={!used}
          onClick={() => setSearching(usedId)}
        >
          <Search className="icon s" aria-hidden="true" />
          <span className="sr-only">Find in terminal</span>
        </button>
        <button
          type="button"
          className="icon-btn self-center narrow-hide"
          title={beside ? "Close the split" : "Split"}
          aria-pressed={beside !== null}
          onClick={() => (beside ? setShownTerminals(state.id, { beside: null }) : void openTerminal(true))}
          disabled={state.closed || !canOperate}
        >
          <Columns2 className="icon" aria-hidden="true" />
          <span className="sr-only">{beside ? "Close the split" : "Split"}</span>
        </button>
      </div>
      {notice}
      {error?.code === "ssh.host-key-unknown" && <HostKeyQuestion target={state.target} onAccepted={openFirst} />}
      {error && error.code !== "ssh.host-key-unknown" && (
        <Banner
          tone="red"
          icon={<X className="icon s text-red" aria-hidden="true" />}
          action={
            <button type="button" className="link" onClick={() => void openTerminal(false)}>
              Try again
            </button>
          }
        >
          {error.message} {error.nextStep}
        </Banner>
      )}
      <div className="well">
        {terminals.map((terminal) => (
          <TerminalView
            key={terminal.id}
            state={state}
            info={terminal}
            isFront={terminal.id === front?.id || terminal.id === beside?.id}
            isSearching={searching === terminal.id}
            onSearching={(on) => setSearching(on ? terminal.id : null)}
            isAlone={isAlone}
            send={send}
            onType={typeInto}
            onScreen={onScreen}
            onTitle={onTitle}
            onUse={() => setActive(terminal.id)}
            onOpenAnother={() => void openTerminal(false)}
          />
        ))}
        {!front && !error && <EmptyWell state={state} canOperate={canOperate} />}
      </div>
      {used?.open && (
        <>
          <KeyRow
            onKeys={(bytes) =>
              typeInto(used.id, () => void send({ type: "keys", terminalId: used.id, bytes: toBase64(bytes) }))
            }
          />
          <LeaseStrip
            state={state}
            info={used}
            {...(beside && { name: titles[used.id] || tabTitle(used) })}
            person={person}
            isRefused={isRefused}
            isHolderHere={viewers?.people.some(({ name }) => name === otherHolder(used.holder, person)) ?? true}
            wish={wish?.terminalId === used.id && wish.session === state.id ? wish.name : null}
            onAsk={() => hub.askForKeyboard(used.id)}
            send={send}
          />
        </>
      )}
    </section>
  );
}

function Tab({
  terminal,
  title,
  person,
  isFront,
  onChoose,
  onClose,
}: {
  terminal: TerminalInfo;
  title: string;
  person: string;
  isFront: boolean;
  onChoose(): void;
  onClose?: () => void;
}) {
  return (
    <div
      className={`tab${isFront ? " on" : ""}`}
      style={{ "--op": `var(--${terminal.keyboard})` } as React.CSSProperties}
    >
      <button type="button" aria-pressed={isFront} onClick={onChoose}>
        <OperatorMark kind={terminal.keyboard} name={otherHolder(terminal.holder, person) ?? person} />
        <span className="tab-title truncate-1" title={title}>
          {title}
        </span>
      </button>
      {onClose && (
        <button type="button" className="icon-btn" onClick={onClose} title="Close terminal">
          <X className="icon xs" aria-hidden="true" />
          <span className="sr-only">Close {title}</span>
        </button>
      )}
    </div>
  );
}

function EmptyWell({ state, canOperate }: { state: SessionState; canOperate: boolean }) {
  const text = !canOperate
    ? "Terminals are for who may operate. What the agent did is beside."
    : state.closed
      ? "Its terminals are closed. The replay shows what they printed."
      : "Opening a terminal …";
  return (
    <div className="m-auto grid justify-items-center gap-2 text-text-3 p-6 text-center">
      <TerminalIcon className="icon" aria-hidden="true" />
      <p>{text}</p>
    </div>
  );
}

/** The name of the other person who has a keyboard; null when the agent or this person has it. */
function otherHolder(holder: string | null, person: string): string | null {
  const name = holder === null ? null : personName(holder);
  // Logs of earlier versions did not say who it was.
  return name === person || name === "you" ? null : name;
}

/** Those that are open; when the last one has ended, its screen stays until there is another. */
function shownTerminals(state: SessionState): readonly TerminalInfo[] {
  const open = state.terminals.filter((terminal) => terminal.open);
  return open.length > 0 || state.closed ? open : state.terminals.slice(-1);
}

function tabTitle(terminal: TerminalInfo): string {
  const { user, host } = terminal.where ?? {};
  if (user && host) return `${user}@${host}`;
  return terminal.target === "local"
    ? (terminal.shell.split("/").at(-1) ?? "shell")
    : terminal.target.replace(/^ssh:/, "");
}
