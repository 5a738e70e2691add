import { Unplug } from "lucide-react";
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ReportedError, SessionSummary } from "../protocol/index.ts";
import type { HostList } from "./backend/api.ts";
import {
  isServerGone,
  serverGone,
  useConnection,
  useCotty,
  useIsLive,
  useRequests,
  useSessions,
} from "./backend/context.ts";
import { Inbox } from "./inbox/inbox.tsx";
import { useNotices } from "./inbox/use-notices.ts";
import { PhoneNav, WaitingBar } from "./layout/phone-nav.tsx";
import { SessionPage } from "./layout/session-page.tsx";
import { SideBar } from "./layout/side-bar.tsx";
import { usePhonePane } from "./layout/use-phone-pane.ts";
import { useShortcuts } from "./layout/use-shortcuts.ts";
import { lazyPart } from "./lib/lazy-part.ts";
import { OperatorContext, useOperator } from "./lib/operator.ts";
import { preferences } from "./lib/preferences.ts";
import { go, hrefOf, parseRoute, type Route, useRoute } from "./lib/route.ts";
import { useLoaded } from "./lib/use-loaded.ts";
import { useOpenSession } from "./lib/use-open-session.ts";
import { useSessionState } from "./lib/use-session-state.ts";
import { useTheme } from "./lib/use-theme.ts";
import { Banner } from "./parts/banner.tsx";
import { ErrorBoundary } from "./parts/error-boundary.tsx";

const SettingsPage = lazyPart(() => import("./settings/settings.tsx"));
const ReplayPage = lazyPart(() => import("./replay/replay.tsx"));
const SearchPalette = lazyPart(() => import("./layout/search-palette.tsx"));

const noHosts: HostList = { hosts: [], problems: [] };

export function App() {
  useTheme();
  const { api } = useCotty();
  const route = useRoute();
  const { list, known } = useSessions();
  const { count: waiting, announcement } = useNotices(list, known);
  const [isSearching, setSearching] = useState(false);
  const me = useLoaded(useCallback(() => api.me(), [api]));
  const hosts = useLoaded(useCallback(() => api.hosts(), [api]));
  const models = useLoaded(useCallback(() => api.models(), [api]));
  const agents = useLoaded(useCallback(() => api.agents(), [api]));
  const person = me.value?.name ?? "you";
  const canOperate = me.value?.scope !== "view";
  const operator = useMemo(() => ({ name: person, canOperate }), [person, canOperate]);
  const isLive = useIsLive();
  useShortcuts({ onSearch: useCallback(() => setSearching(true), []) });
  const { shown: pane, show: showPane, choose: choosePane } = usePhonePane(route, list);
  const showAgent = useCallback(() => showPane("agent"), [showPane]);
  const showTerminal = useCallback(() => showPane("terminal"), [showPane]);
  const { openSession, error, dismiss } = useOpenSession(showAgent);
  useHome({ route, isReady: known && me.value !== null, mayOpen: canOperate, list, openSession });
  if (me.error && /^(auth|http\.401)/.test(me.error.code)) return <NotLoggedIn error={me.error} />;

  return (
    <OperatorContext value={operator}>
      <div className="app" data-pane={pane} data-lost={isLive ? undefined : ""}>
        <p className="sr-only" role="status" aria-live="assertive">
          {announcement}
        </p>
        <ErrorBoundary key={hrefOf(route)}>
          <Page
            route={route}
            sessions={list}
            isKnown={me.value !== null || me.error !== null}
            look={{ models: models.value, agents: agents.value ?? [], onLookAgain: models.again }}
            error={error}
            onNew={() => void openSession("local")}
            onShowTerminal={showTerminal}
          />
        </ErrorBoundary>
        <SideBar
          route={route}
          sessions={list}
          waiting={waiting}
          hosts={hosts.value ?? noHosts}
          person={person}
          onNew={(target) => void openSession(target)}
          onSearch={() => setSearching(true)}
          onNavigate={showAgent}
        />
        <ServerBanner error={error} onDismiss={dismiss} />
        {pane === "terminal" && <WaitingBar waiting={waiting} onOpen={() => choosePane("inbox")} />}
        <PhoneNav current={pane} waiting={waiting} onChoose={choosePane} />
        {isSearching && (
          <Suspense>
            <SearchPalette sessions={list} onClose={() => setSearching(false)} />
          </Suspense>
        )}
      </div>
    </OperatorContext>
  );
}

interface PageProps {
  route: Route;
  sessions: readonly SessionSummary[];
  /** Whether the server has said who looks. */
  isKnown: boolean;
  look: Pick<React.ComponentProps<typeof SessionPage>, "models" | "agents" | "onLookAgain">;
  /** Why no session could be opened. */
  error: ReportedError | null;
  onNew(): void;
  onShowTerminal(): void;
}

function Page({ route, sessions, isKnown, look, error, onNew, onShowTerminal }: PageProps) {
  const { canOperate } = useOperator();
  if (route.page === "session")
    return <SessionPage id={route.id} isKnown={isKnown} {...look} onNew={onNew} onShowTerminal={onShowTerminal} />;
  return (
    <>
      <PlainHeader route={route} />
      <Suspense fallback={<div className="page" />}>
        {route.page === "inbox" && <Inbox sessions={sessions} onShowTerminal={onShowTerminal} />}
        {route.page === "settings" && (
          <SettingsOf session={preferences().lastSession ?? sessions[0]?.id ?? null} {...look} />
        )}
        {route.page === "replay" && <ReplayPage id={route.id} />}
        {route.page === "home" && <Home error={error} canOperate={canOperate} onNew={onNew} />}
      </Suspense>
    </>
  );
}

/** The first page is a live terminal: the session that was open last, else the newest open one, else a new one. */
function useHome({
  route,
  isReady,
  mayOpen,
  list,
  openSession,
}: {
  route: Route;
  /** The list of sessions is there, and who looks is known. */
  isReady: boolean;
  mayOpen: boolean;
  list: ReturnType<typeof useSessions>["list"];
  openSession(target: string, wish: { isStillWanted: () => boolean; isAsked: boolean }): Promise<void>;
}): void {
  const began = useRef(false);
  useEffect(() => {
    if (route.page !== "home" || !isReady || began.current) return;
    began.current = true;
    const open = list.filter((session) => !session.closed);
    const last = open.find((session) => session.id === preferences().lastSession) ?? open[0];
    if (last) go({ page: "session", id: last.id });
    // Whoever went elsewhere meanwhile is not pulled back.
    else if (mayOpen)
      void openSession("local", { isStillWanted: () => parseRoute(location.hash).page === "home", isAsked: false });
  }, [route.page, isReady, mayOpen, list, openSession]);
}

function PlainHeader({ route }: { route: Route }) {
  const { list } = useSessions();
  const session = "id" in route ? list.find((known) => known.id === route.id) : undefined;
  return (
    <header className="head">
      <h1 className="truncate-1">{session?.title || pageNames[route.page]}</h1>
      {route.page === "replay" && <span className="chip">Replay</span>}
    </header>
  );
}

const pageNames: Record<Route["page"], string> = {
  session: "Session",
  replay: "Session",
  inbox: "Inbox",
  settings: "Settings",
  home: "Cotty",
};

function SettingsOf({
  session,
  ...look
}: { session: string | null } & Omit<React.ComponentProps<typeof SettingsPage>, "state" | "send">) {
  if (session === null) return <SettingsPage state={null} send={async () => null} {...look} />;
  return <SettingsOfSession session={session} {...look} />;
}

function SettingsOfSession({
  session,
  ...look
}: { session: string } & Omit<React.ComponentProps<typeof SettingsPage>, "state" | "send">) {
  const { client } = useCotty();
  const state = useSessionState(client.view(session));
  const { send } = useRequests(session);
  return (
    <SettingsPage key={state.seq > 0 ? "known" : "empty"} state={state.seq > 0 ? state : null} send={send} {...look} />
  );
}

/** Without a login nothing is shown and nothing is asked for. */
function NotLoggedIn({ error }: { error: ReportedError }) {
  return (
    <main className="page h-dvh grid place-items-center p-6">
      <div className="grid gap-3 max-w-[420px]">
        <h1 className="display">You are not logged in</h1>
        <p className="lead text-text-2">{error.message}</p>
        <p className="text-text-2">
          Run <code className="text-text">cotty web</code> in your shell. It opens this page with a link that works
          once.
        </p>
      </div>
    </main>
  );
}

function Home({ error, canOperate, onNew }: { error: ReportedError | null; canOperate: boolean; onNew(): void }) {
  return (
    <main className="page grid place-items-center text-text-3">
      {error ? (
        <button type="button" className="btn" onClick={onNew}>
          Try again
        </button>
      ) : (
        <p role="status">
          {canOperate ? "Opening a terminal …" : "No session to watch yet. It appears here when there is one."}
        </p>
      )}
    </main>
  );
}

/** Over the page, unless the terminals on it say that the server is gone (base.css). */
function ServerBanner({ error, onDismiss }: { error: ReportedError | null; onDismiss(): void }) {
  const isGone = isServerGone(useConnection());
  if (!error && !isGone) return null;
  return (
    <div
      className={`fixed left-1/2 -translate-x-1/2 top-13 z-40 w-[min(640px,94vw)] rounded-lg overflow-hidden border border-strong ${error ? "" : "server-gone-page"}`}
    >
      <Banner
        tone="red"
        icon={<Unplug className="icon s text-red" aria-hidden="true" />}
        action={
          error && (
            <button type="button" className="link" onClick={onDismiss}>
              Close
            </button>
          )
        }
      >
        {error ? `${error.message} ${error.nextStep}` : serverGone}
      </Banner>
    </div>
  );
}
