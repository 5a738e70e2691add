import { Inbox, Laptop, Menu, Plus, Search, Server, Settings } from "lucide-react";
import { useState } from "react";
import type { SessionSummary } from "../../protocol/index.ts";
import type { HostList } from "../backend/api.ts";
import { counted } from "../lib/format.ts";
import { useOperator } from "../lib/operator.ts";
import { hrefOf, type Route } from "../lib/route.ts";
import { OperatorMark } from "../parts/operator-mark.tsx";
import { SessionList } from "./session-list.tsx";
import { StopEverything } from "./stop-everything.tsx";

interface SideBarProps {
  route: Route;
  sessions: readonly SessionSummary[];
  waiting: number;
  hosts: HostList;
  person: string;
  onNew(target: string): void;
  onSearch(): void;
  onNavigate(): void;
}

export function SideBar({ route, sessions, waiting, hosts, person, onNew, onSearch, onNavigate }: SideBarProps) {
  const { canOperate } = useOperator();
  const [isOpen, setOpen] = useState(false);
  const current = "id" in route ? route.id : null;
  const leave = () => {
    setOpen(false);
    onNavigate();
  };
  const connected = new Set(sessions.filter((s) => s.connected === true && !s.closed).map((session) => session.target));
  return (
    <nav className={`side${isOpen ? " open" : ""}`} aria-label="Sessions and hosts" tabIndex={-1} data-pane-focus>
      <div className="brand">
        <img src="/icon.svg" alt="" className={isOpen ? "" : "wide"} />
        <span className="wide grow">Cotty</span>
        <button type="button" className="icon-btn rail-only" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
          <Menu className="icon" aria-hidden="true" />
          <span className="sr-only">Sessions</span>
        </button>
        <button
          type="button"
          className="icon-btn wide"
          disabled={!canOperate}
          onClick={() => onNew("local")}
          title="New session"
        >
          <Plus className="icon" aria-hidden="true" />
          <span className="sr-only">New session</span>
        </button>
      </div>
      <button type="button" className="side-find wide" onClick={onSearch}>
        <Search className="icon s" aria-hidden="true" />
        <span className="grow text-left">Search</span>
        <kbd>Ctrl K</kbd>
      </button>
      <InboxLink waiting={waiting} isHere={route.page === "inbox"} onOpen={leave} />
      <div className="wide px-3 pt-2 empty:hidden">
        <StopEverything sessions={sessions} atLeast={2} />
      </div>
      <div className="grow min-h-0 overflow-y-auto pb-3">
        <SessionList sessions={sessions} current={current} onOpen={leave} />
        <Hosts hosts={hosts} connected={connected} onNew={onNew} />
      </div>
      <div className="border-t border-line h-11 flex items-center gap-2 pl-4 pr-2 flex-none max-[1279px]:px-2 max-[1279px]:justify-center">
        <span className="wide flex items-center gap-2 grow min-w-0">
          <OperatorMark kind="person" name={person} large />
          <span className="truncate-1 font-medium">{person}</span>
        </span>
        <a className="icon-btn" href={hrefOf({ page: "settings" })} title="Settings" onClick={leave}>
          <Settings className="icon" aria-hidden="true" />
          <span className="sr-only">Settings</span>
        </a>
      </div>
    </nav>
  );
}

function InboxLink({ waiting, isHere, onOpen }: { waiting: number; isHere: boolean; onOpen(): void }) {
  return (
    <div className="px-2 grid gap-px">
      <a
        className={`side-row${isHere ? " on" : ""}`}
        href={hrefOf({ page: "inbox" })}
        aria-current={isHere ? "page" : undefined}
        onClick={onOpen}
      >
        <Inbox className="icon" aria-hidden="true" />
        <span className="wide grow">Inbox</span>
        <span className="sr-only">{waiting > 0 ? `, ${waiting} waiting` : ""}</span>
        {waiting > 0 && (
          <span className="count" aria-hidden="true">
            {waiting}
          </span>
        )}
      </a>
    </div>
  );
}

interface HostsProps {
  hosts: HostList;
  /** Targets to which a session has a connection. */
  connected: ReadonlySet<string>;
  onNew(target: string): void;
}

function Hosts({ hosts, connected, onNew }: HostsProps) {
  return (
    <section aria-label="Hosts">
      <h2 className="group-head wide">Hosts</h2>
      <div className="px-2 grid gap-px">
        <HostRow name="this machine" connected={connected.has("local")} onOpen={() => onNew("local")} local />
        {hosts.hosts.map((host) => (
          <HostRow
            key={host.name}
            name={host.name}
            connected={connected.has(`ssh:${host.name}`)}
            onOpen={() => onNew(`ssh:${host.name}`)}
          />
        ))}
      </div>
      {hosts.hosts.length > 0 && (
        <p className="wide micro text-text-3 px-4 pt-2">
          {counted(hosts.hosts.length, "host")}. Nothing connects until you click.
        </p>
      )}
      {hosts.problems.map((problem) => (
        <p key={problem} className="wide micro text-text-3 px-4 pt-2">
          {problem}
        </p>
      ))}
    </section>
  );
}

function HostRow({
  name,
  connected,
  local,
  onOpen,
}: {
  name: string;
  connected: boolean;
  local?: boolean;
  onOpen(): void;
}) {
  const { canOperate } = useOperator();
  const Icon = local ? Laptop : Server;
  return (
    <button type="button" className="side-row" disabled={!canOperate} onClick={onOpen} title={`New session on ${name}`}>
      <Icon className="icon" aria-hidden="true" />
      <span className="wide grow truncate-1">{name}</span>
      <span
        className={`dot wide${connected ? "" : " off"}`}
        role="img"
        aria-label={connected ? "connected" : "closed"}
      />
    </button>
  );
}
