import { Unplug } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { describeError } from "../base/index.ts";
import type { ReportedError } from "../protocol/index.ts";
import type { HostList } from "./backend/api.ts";
import { isServerGone, serverGone, useConnection, useCotty, useRequests, useSessions } from "./backend/cotty.ts";
import { Inbox } from "./inbox/inbox.tsx";
import { useNotices } from "./inbox/use-notices.ts";
import { PhoneNav, type PhonePane, WaitingBar } from "./layout/phone-nav.tsx";
import { SessionPage } from "./layout/session-page.tsx";
import { SideBar } from "./layout/side-bar.tsx";
import { useShortcuts } from "./layout/use-shortcuts.ts";
import { OperatorContext } from "./lib/operator.ts";
import { preferences } from "./lib/preferences.ts";
import { go, hrefOf, parseRoute, type Route, useRoute } from "./lib/route.ts";
import { useLoaded } from "./lib/use-loaded.ts";
import { useSessionState } from "./lib/use-session-state.ts";
import { useTheme } from "./lib/use-theme.ts";
import { Banner } from "./parts/banner.tsx";
import { ErrorBoundary } from "./parts/error-boundary.tsx";

const SettingsPage = lazy(() => import("./settings/settings.tsx"));
const ReplayPage = lazy(() => import("./replay/replay.tsx"));
const SearchPalette = lazy(() => import("./layout/search-palette.tsx"));

const noHosts: HostList = { hosts: [], problems: [] };

export function App() {
  useTheme();
  const { api } = useCotty();
  const route = useRoute();
  const { list, known } = useSessions();
  const waiting = useNotices(list, known);
  const [pane, setPane] = useState<PhonePane>("agent");
  const [isSearching, setSearching] = useState(false);
  const [error, setError] = useState<ReportedError | null>(null);
  const me = useLoaded(useCallback(() => api.me(), [api]));
  const hosts = useLoaded(useCallback(() => api.hosts(), [api]));
  const models = useLoaded(useCallback(() => api.models(), [api]));
  const agents = useLoaded(useCallback(() => api.agents(), [api]));
  const person = me.value?.name ?? "you";
  const canOperate = me.value?.scope !== "view";
  const operator = useMemo(() => ({ name: person, canOperate }), [person, canOperate]);
  useShortcuts({ onSearch: useCallback(() => setSearching(true), []) });

  const openSession = useCallback(
    async (target: string, isStillWanted: () => boolean = () => true) => {
      setError(null);
      try {
        const session = await api.openSession({ target });
        if (!isStillWanted()) return;
        go({ page: "session", id: session.id });
        setPane("agent");
      } catch (reason) {
        setError(describeError(reason));
      }
    },
    [api],
  );
  useHome({ route, isReady: known && me.value !== null, mayOpen: canOperate, list, openSession });
  const showTerminal = useCallback(() => setPane("terminal"), []);

  const choosePane = (next: PhonePane) => {
    setPane(next);
    if (next === "inbox") go({ page: "inbox" });
    else if (route.page !== "session" && next !== "sessions") {
      const last = preferences().lastSession ?? list[0]?.id;
      if (last) go({ page: "session", id: last });
    }
  };
  const shownPane: PhonePane = pane === "sessions" ? "sessions" : route.page === "inbox" ? "inbox" : pane;
  if (me.error && /^(auth|http\.401)/.test(me.error.code)) return <NotLoggedIn error={me.error} />;
  const look = { models: models.value, agents: agents.value ?? [], onLookAgain: models.again };

  return (
    <OperatorContext value={operator}>
      <div className="app" data-pane={shownPane}>
        <SideBar
          route={route}
          sessions={list}
          waiting={waiting}
          hosts={hosts.value ?? noHosts}
          person={person}
          onNew={(target) => void openSession(target)}
          onSearch={() => setSearching(true)}
          onNavigate={() => setPane("agent")}
        />
        <ErrorBoundary key={hrefOf(route)}>
          {route.page === "session" ? (
            <SessionPage
              id={route.id}
              isKnown={me.value !== null || me.error !== null}
              {...look}
              onNew={() => void openSession("local")}
              onShowTerminal={showTerminal}
            />
          ) : (
            <>
              <PlainHeader route={route} />
              <Suspense fallback={<div className="page" />}>
                {route.page === "inbox" && <Inbox sessions={list} onShowTerminal={showTerminal} />}
                {route.page === "settings" && (
                  <SettingsOf session={preferences().lastSession ?? list[0]?.id ?? null} {...look} />
                )}
                {route.page === "replay" && <ReplayPage id={route.id} />}
                {route.page === "home" && (
                  <Home error={error} canOperate={canOperate} onNew={() => void openSession("local")} />
                )}
              </Suspense>
            </>
          )}
        </ErrorBoundary>
        <ServerBanner
          error={error}
          isSaidInTerminal={route.page === "session" && canOperate}
          onDismiss={() => setError(null)}
        />
        {shownPane === "terminal" && <WaitingBar waiting={waiting} onOpen={() => choosePane("inbox")} />}
        <PhoneNav current={shownPane} waiting={waiting} onChoose={choosePane} />
        {isSearching && (
          <Suspense>
            <SearchPalette sessions={list} onClose={() => setSearching(false)} />
          </Suspense>
        )}
      </div>
    </OperatorContext>
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
  openSession(target: string, isStillWanted: () => boolean): Promise<void>;
}): void {
  const began = useRef(false);
  useEffect(() => {
    if (route.page !== "home" || !isReady || began.current) return;
    began.current = true;
    const open = list.filter((session) => !session.closed);
    const last = open.find((session) => session.id === preferences().lastSession) ?? open[0];
    if (last) go({ page: "session", id: last.id });
    // Whoever went elsewhere meanwhile is not pulled back.
    else if (mayOpen) void openSession("local", () => parseRoute(location.hash).page === "home");
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

/** Beside a terminal that says it itself there is nothing to add; on a phone the terminal may not be in view. */
function ServerBanner({
  error,
  isSaidInTerminal,
  onDismiss,
}: {
  error: ReportedError | null;
  isSaidInTerminal: boolean;
  onDismiss(): void;
}) {
  const isGone = isServerGone(useConnection());
  if (!error && !isGone) return null;
  const hides = !error && isSaidInTerminal ? "md:hidden" : "";
  return (
    <div
      className={`fixed left-1/2 -translate-x-1/2 top-13 z-40 w-[min(640px,94vw)] rounded-lg overflow-hidden border border-strong ${hides}`}
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
