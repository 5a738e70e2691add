import { toJsonLine } from "../../base/index.ts";
import { openStoreToRead } from "../../compose/index.ts";
import { type Event, type EventType, isKnownEvent } from "../../protocol/index.ts";
import type { CliContext } from "../context.ts";
import { oneLine } from "../printable.ts";
import { costText, sumUsage, totalUsage, type UsageKey, type UsageSum } from "../sum-usage.ts";

type Store = Awaited<ReturnType<typeof openStoreToRead>>;

export async function showUsage(
  context: CliContext,
  options: { by: UsageKey; days?: number; json?: boolean },
): Promise<void> {
  await using store = await openStoreToRead(context.stateDir());
  const since = options.days === undefined ? 0 : Date.now() - options.days * 86_400_000;
  const loose = (await store.looseUsage({ since })).map((used) => ({ ...used, session: used.from }));
  const events = [...(await read(store, "usage.reported", since)), ...loose];
  const turns = await read(store, "turn.started", since);
  const sums = sumUsage(events, options.by);
  const total = totalUsage(events);
  if (options.json) {
    for (const sum of [...sums, { ...total, turns: turns.length }]) context.out(toJsonLine(sum));
    return;
  }
  if (turns.length + loose.length === 0) return context.out("Nothing was used yet.\n");
  const titles = options.by === "session" ? await sessionTitles(store) : new Map<string, string>();
  const width = Math.max(5, ...sums.map(({ key }) => oneLine(key, 60).length));
  for (const sum of sums)
    context.out(`${row(sum, width)}  ${context.paint("dim", titles.get(sum.key) ?? "")}`.trimEnd().concat("\n"));
  context.out(`${context.paint("bold", row(total, width))}\n`);
  context.out(
    context.paint("dim", `${turns.length} ${turns.length === 1 ? "turn" : "turns"}: ${countByAgent(turns)}\n`),
  );
}

async function read<T extends EventType>(store: Store, type: T, since: number): Promise<Event<T>[]> {
  const found: Event<T>[] = [];
  for await (const event of store.eventsOfType(type, { since })) {
    if (isKnownEvent(event) && event.type === type && event.at >= since) found.push(event as Event<T>);
  }
  return found;
}

async function sessionTitles(store: Store): Promise<Map<string, string>> {
  const rows = await store.list({ includeClosed: true, limit: 1_000_000 });
  return new Map(rows.map(({ id, title }) => [id, oneLine(title, 50)]));
}

function row(sum: UsageSum, width: number): string {
  const tokens = `${number(sum.inputTokens).padStart(12)} in ${number(sum.outputTokens).padStart(10)} out`;
  return `${oneLine(sum.key, 60).padEnd(width)}  ${number(sum.requests).padStart(6)} requests ${tokens}  ${costText(sum)}`;
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}

/** How often each agent was used: the only count there is of it, and it stays here. */
function countByAgent(turns: readonly Event<"turn.started">[]): string {
  const counts = new Map<string, number>();
  for (const { agent } of turns) counts.set(agent, (counts.get(agent) ?? 0) + 1);
  return [...counts].map(([agent, count]) => `${oneLine(agent, 30)} ${count}`).join(", ");
}
