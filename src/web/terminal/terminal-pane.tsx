import { Terminal as TerminalIcon, Unplug, X } from "lucide-react";
import { type ReactNode, useCallback, useState } from "react";
import type { ReportedError } from "../../protocol/index.ts";
import type { SessionState, TerminalInfo } from "../../session/index.ts";
import { isServerGone, type Send, serverGone, useConnection, useCotty, useFeed } from "../backend/context.ts";
import { Banner } from "../parts/banner.tsx";
import { HostKeyQuestion } from "./host-key-question.tsx";
import { KeyRow } from "./key-row.tsx";
import { KeyboardStrip } from "./keyboard-strip.tsx";
import { otherHolder } from "./other-holder.ts";
import { Tab, TerminalTabs } from "./terminal-tabs.tsx";
import { TerminalView } from "./terminal-view.tsx";
import { useOpenTerminal } from "./use-open-terminal.ts";
import { usePaneTerminals } from "./use-pane-terminals.ts";
import { useScreens } from "./use-screens.ts";
import { useTyping } from "./use-typing.ts";

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

export function TerminalPane({ state, isCaughtUp, canOperate, notice, person, send, onShow }: TerminalPaneProps) {
  const pane = usePaneTerminals(state, canOperate);
  const { terminals, front, beside, used, put } = pane;
  const { error, openFront, openBeside, close } = useOpenTerminal({ state, isCaughtUp, canOperate, onOpened: put });
  const { typeInto, isRefused } = useTyping(terminals, person);
  const { onShown, typeKeys } = useScreens({ session: state.id, usedId: used?.id ?? null, typeInto, put, onShow });
  const { titleOf, onTitle } = useTitles();
  const [searching, setSearching] = useState<string | null>(null);
  const viewers = useFeed(useCotty().client.presence.viewers);
  return (
    <section className="pane terminal-pane" aria-label="Terminal" data-pane-focus="terminal">
      <TerminalTabs
        canOpen={!state.closed && canOperate}
        canFind={used !== null}
        isSplit={beside !== null}
        onOpen={openFront}
        onFind={() => setSearching(used?.id ?? null)}
        onSplit={beside ? pane.closeSplit : openBeside}
      >
        {terminals.map((terminal) => (
          <Tab
            key={terminal.id}
            terminal={terminal}
            title={titleOf(terminal)}
            person={person}
            isFront={pane.isInView(terminal.id)}
            onChoose={() => pane.choose(terminal.id)}
            {...(terminals.length > 1 && { onClose: () => close(terminal.id) })}
          />
        ))}
      </TerminalTabs>
      {notice}
      {error && <OpenFailure error={error} target={state.target} onAgain={openFront} />}
      <ServerGone />
      <div className="well">
        {terminals.map((terminal) => (
          <TerminalView
            key={terminal.id}
            state={state}
            info={terminal}
            isFront={pane.isInView(terminal.id)}
            isSearching={searching === terminal.id}
            onSearching={(on) => setSearching(on ? terminal.id : null)}
            isAlone={viewers?.session === state.id && viewers.windows <= 1}
            send={send}
            onType={typeInto}
            onShown={onShown}
            onTitle={onTitle}
            onUse={() => pane.use(terminal.id)}
            onOpenAnother={openFront}
          />
        ))}
        {!front && !error && <EmptyWell state={state} canOperate={canOperate} />}
      </div>
      {used?.open && (
        <>
          <KeyRow onKeys={(bytes) => typeKeys(used.id, bytes)} />
          <UsedKeyboard
            state={state}
            info={used}
            {...(beside && { name: titleOf(used) })}
            person={person}
            isRefused={isRefused}
            send={send}
          />
        </>
      )}
    </section>
  );
}

/** What programs call their terminals; one that says nothing is called after its shell or its host. */
function useTitles() {
  const [titles, setTitles] = useState<Record<string, string>>({});
  return {
    titleOf: (terminal: TerminalInfo) => titles[terminal.id] || tabTitle(terminal),
    onTitle: useCallback((id: string, title: string) => setTitles((known) => ({ ...known, [id]: title })), []),
  };
}

function tabTitle(terminal: TerminalInfo): string {
  const { user, host } = terminal.where ?? {};
  if (user && host) return `${user}@${host}`;
  return terminal.target === "local"
    ? (terminal.shell.split("/").at(-1) ?? "shell")
    : terminal.target.replace(/^ssh:/, "");
}

function OpenFailure({ error, target, onAgain }: { error: ReportedError; target: string; onAgain(): void }) {
  if (error.code === "ssh.host-key-unknown") return <HostKeyQuestion target={target} onAccepted={onAgain} />;
  return (
    <Banner
      tone="red"
      icon={<X className="icon s text-red" aria-hidden="true" />}
      action={
        <button type="button" className="link" onClick={onAgain}>
          Try again
        </button>
      }
    >
      {error.message} {error.nextStep}
    </Banner>
  );
}

function ServerGone() {
  if (!isServerGone(useConnection())) return null;
  return (
    <div className="server-gone-here">
      <Banner tone="red" icon={<Unplug className="icon s text-red" aria-hidden="true" />}>
        {serverGone}
      </Banner>
    </div>
  );
}

function EmptyWell({ state, canOperate }: { state: SessionState; canOperate: boolean }) {
  const text = !canOperate
    ? "You have view access, so terminals are hidden. The agent's steps are on the right."
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

/** Who types in the terminal in use, and who of those that look would like to. */
function UsedKeyboard(props: Omit<React.ComponentProps<typeof KeyboardStrip>, "isHolderHere" | "wish" | "onAsk">) {
  const { state, info, person } = props;
  const { presence } = useCotty().client;
  const viewers = useFeed(presence.viewers);
  const wish = useFeed(presence.wish);
  return (
    <KeyboardStrip
      {...props}
      isHolderHere={viewers?.people.some(({ name }) => name === otherHolder(info.holder, person)) ?? true}
      wish={wish?.terminalId === info.id && wish.session === state.id ? wish.name : null}
      onAsk={() => presence.askForKeyboard(info.id)}
    />
  );
}
