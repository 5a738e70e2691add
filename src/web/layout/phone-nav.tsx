import { Clock, Hand, Inbox, Terminal, Zap } from "lucide-react";

export type PhonePane = "inbox" | "agent" | "terminal" | "sessions";

const panes = [
  { name: "inbox", label: "Inbox", icon: Inbox },
  { name: "agent", label: "Agent", icon: Zap },
  { name: "terminal", label: "Terminal", icon: Terminal },
  { name: "sessions", label: "Sessions", icon: Clock },
] as const;

export function PhoneNav({
  current,
  waiting,
  onChoose,
}: {
  current: PhonePane;
  waiting: number;
  onChoose(pane: PhonePane): void;
}) {
  return (
    <nav className="phone-nav" aria-label="Panes">
      {panes.map(({ name, label, icon: Icon }) => (
        <button
          key={name}
          type="button"
          aria-current={name === current ? "page" : undefined}
          onClick={() => onChoose(name)}
        >
          <Icon className="icon" aria-hidden="true" />
          {label}
          {name === "inbox" && waiting > 0 && <span className="count">{waiting}</span>}
        </button>
      ))}
    </nav>
  );
}

export function WaitingBar({ waiting, onOpen }: { waiting: number; onOpen(): void }) {
  if (waiting === 0) return null;
  return (
    <button type="button" className="waiting-bar" onClick={onOpen}>
      <Hand className="icon s" aria-hidden="true" />
      {waiting === 1 ? "1 waits for you" : `${waiting} wait for you`}
    </button>
  );
}
