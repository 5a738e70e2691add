import {
  Check,
  Hand,
  Hourglass,
  Keyboard,
  KeyRound,
  Moon,
  Pause,
  Square,
  Terminal,
  TriangleAlert,
  Unplug,
  X,
} from "lucide-react";
import { useMemo } from "react";
import type { LastEnd, SessionSummary } from "../../protocol/index.ts";
import { endWord } from "../../session/index.ts";
import { age, targetName } from "../lib/format.ts";
import { hrefOf } from "../lib/route.ts";
import { useNow } from "../lib/use-now.ts";
import { groupSessions, waitingSince } from "./group-sessions.ts";

/** Groups by what they need of a person; the icon is the only colour. */
export function SessionList({
  sessions,
  current,
  onOpen,
}: {
  sessions: readonly SessionSummary[];
  current: string | null;
  onOpen(): void;
}) {
  const now = useNow();
  const today = new Date(now).toDateString();
  const groups = useMemo(() => groupSessions(sessions, today), [sessions, today]);
  if (sessions.length === 0) {
    return (
      <>
        <h2 className="group-head wide">Sessions</h2>
        <p className="wide small text-text-3 px-4">No sessions yet. Describe a task, or open a terminal.</p>
      </>
    );
  }
  return groups.map((group) => (
    <section key={group.name} aria-label={group.name}>
      <h2 className="group-head wide">{group.name}</h2>
      <ul className="px-2 grid gap-px">
        {group.sessions.map((session) => (
          <li key={session.id}>
            <a
              className={`session-row${session.id === current ? " on" : ""}`}
              href={hrefOf({ page: "session", id: session.id })}
              aria-current={session.id === current ? "page" : undefined}
              title={session.title || "New session"}
              onClick={onOpen}
            >
              <StateIcon session={session} />
              <span className="wide min-w-0">
                <b className="truncate-1">{session.title || "New session"}</b>
                <small className="flex">
                  <span className="truncate-1">
                    {[targetName(session.target), stateWord(session)].filter(Boolean).join(" · ")}
                  </span>
                  <span className="flex-none whitespace-pre"> · {age(since(session), now)}</span>
                </small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** What waits is as old as its waiting: looking at it makes it no younger. */
function since(session: SessionSummary): number {
  return session.waiting.length > 0 ? waitingSince(session) : session.updatedAt;
}

function stateWord(session: SessionSummary): string {
  // The group says it already, but for what a person can do without being asked.
  if (isForKeyboard(session)) return "waits for the keyboard";
  if (session.waiting.length > 0) return "";
  if (session.paused) return "paused";
  switch (session.phase) {
    case "thinking":
    case "finalizing":
      return "thinking";
    case "executing":
      return "running";
    default:
      return session.lastEnd ? endWord(session.lastEnd) : session.closed ? "closed" : "ready";
  }
}

/** How its last turn ended: that stays so when nobody works on it any more. */
function EndIcon({ end }: { end: LastEnd }) {
  switch (end) {
    case "complete":
      return <Check className="icon text-green" aria-label="complete" />;
    case "text":
      return <Check className="icon text-text-3" aria-label="answered" />;
    case "stopped":
      return <Square className="icon s text-text-3" fill="currentColor" aria-label="stopped" />;
    case "failed":
      return <X className="icon text-red" aria-label="failed" />;
    case "interrupted":
      return <Unplug className="icon text-amber" aria-label="interrupted" />;
    default:
      return <Hourglass className="icon text-amber" aria-label={endWord(end)} />;
  }
}

function isForKeyboard({ waiting }: SessionSummary): boolean {
  return waiting.length > 0 && waiting.every(({ kind }) => kind === "keyboard");
}

function StateIcon({ session }: { session: SessionSummary }) {
  const [first] = session.waiting;
  if (session.waiting.some((item) => item.kind === "step" && item.verdict === "danger"))
    return <TriangleAlert className="icon text-red" aria-label="danger waits for you" />;
  if (isForKeyboard(session)) return <Keyboard className="icon text-amber" aria-label="waits for the keyboard" />;
  if (first) return <Hand className="icon text-amber" aria-label="waits for you" />;
  if (session.paused) return <Pause className="icon text-amber" aria-label="paused" />;
  if (["thinking", "executing", "finalizing"].includes(session.phase))
    return <span className="spin" role="img" aria-label="working" />;
  if (session.phase === "review") return <KeyRound className="icon text-amber" aria-label="in review" />;
  if (session.lastEnd) return <EndIcon end={session.lastEnd} />;
  if (session.closed) return <Square className="icon s text-text-3" aria-label="closed" />;
  if (session.phase === "resting") return <Moon className="icon s text-text-3" aria-label="resting" />;
  return <Terminal className="icon text-text-3" aria-label="ready" />;
}
