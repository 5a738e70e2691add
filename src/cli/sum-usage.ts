/** What one request to a model used: as an event of its session, or counted where there is none. */
export interface Used {
  at: number;
  model: string;
  session: string;
  inputTokens: number;
  outputTokens: number;
  cost: number | null;
}

export type UsageKey = "day" | "model" | "session";

export interface UsageSum {
  key: string;
  requests: number;
  inputTokens: number;
  outputTokens: number;
  /** US dollars, of the requests whose price is known. */
  cost: number;
  /** Requests whose price is not known: the cost leaves them out, and says so. */
  unknownCost: number;
}

/** Sums by day (of this machine's time), model or session; days in order, the rest by what was used most. */
export function sumUsage(events: readonly Used[], by: UsageKey): UsageSum[] {
  const sums = new Map<string, UsageSum>();
  for (const event of events) {
    const key = by === "day" ? dayOf(event.at) : event[by];
    const sum = sums.get(key) ?? emptySum(key);
    sums.set(key, add(sum, event));
  }
  const all = [...sums.values()];
  if (by === "day") return all.sort((a, b) => (a.key < b.key ? -1 : 1));
  return all.sort((a, b) => b.inputTokens + b.outputTokens - (a.inputTokens + a.outputTokens));
}

export function totalUsage(events: readonly Used[]): UsageSum {
  return events.reduce(add, emptySum("total"));
}

export function costText({ cost, unknownCost, requests }: UsageSum): string {
  if (unknownCost === requests && requests > 0) return "price not known";
  const known = cost === 0 ? "$0" : cost < 0.01 ? `$${cost.toFixed(6)}` : `$${cost.toFixed(2)}`;
  return unknownCost === 0 ? known : `at least ${known} (${unknownCost} at a price not known)`;
}

function add(sum: UsageSum, event: Used): UsageSum {
  return {
    key: sum.key,
    requests: sum.requests + 1,
    inputTokens: sum.inputTokens + event.inputTokens,
    outputTokens: sum.outputTokens + event.outputTokens,
    cost: sum.cost + (event.cost ?? 0),
    unknownCost: sum.unknownCost + (event.cost === null ? 1 : 0),
  };
}

function emptySum(key: string): UsageSum {
  return { key, requests: 0, inputTokens: 0, outputTokens: 0, cost: 0, unknownCost: 0 };
}

function dayOf(at: number): string {
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
