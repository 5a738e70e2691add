import { useEffect, useRef, useState } from "react";
import type { Answered, SessionSummary, WaitingItem } from "../../protocol/index.ts";
import { waitingKey } from "./inbox-order.ts";

/** Something that waited a moment ago, and who decided it; null when it ended in another way. */
export interface Left {
  readonly key: string;
  readonly item: WaitingItem;
  readonly answer: Answered | null;
}

const leavesAfterMs = 4000;

/** What has just left the inbox: a card that vanished under somebody's finger says where it went. */
export function useLeaving(items: readonly WaitingItem[], sessions: readonly SessionSummary[]): readonly Left[] {
  const before = useRef<readonly WaitingItem[]>([]);
  const [left, setLeft] = useState<readonly Left[]>([]);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const now = new Set(items.map(waitingKey));
    const gone = before.current
      .filter((item) => !now.has(waitingKey(item)))
      .map((item) => ({ key: waitingKey(item), item, answer: answerTo(item, sessions) }));
    before.current = items;
    if (gone.length === 0) return;
    setLeft((shown) => [...shown.filter(({ key }) => !gone.some((other) => other.key === key)), ...gone]);
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setLeft((shown) => shown.filter((entry) => !gone.includes(entry)));
    }, leavesAfterMs);
    timers.current.add(timer);
  }, [items, sessions]);
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running) clearTimeout(timer);
    };
  }, []);
  return left.filter(({ key }) => !items.some((item) => waitingKey(item) === key));
}

function answerTo(item: WaitingItem, sessions: readonly SessionSummary[]): Answered | null {
  if (item.kind !== "step" && item.kind !== "question") return null;
  const session = sessions.find(({ id }) => id === item.session);
  return session?.answered?.find(({ stepId }) => stepId === item.stepId) ?? null;
}
