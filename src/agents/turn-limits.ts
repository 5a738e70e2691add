import type { Clock } from "../base/index.ts";
import type { ToolCall } from "../models/index.ts";
import type { OfferedTool, Spending, TurnInput } from "./agent.ts";

/** What a turn may use before a person is asked; null: as much as it likes. */
export interface Budget {
  tokens: number | null;
  /** US dollars. */
  cost: number | null;
  minutes: number | null;
}

export const noBudget: Budget = { tokens: null, cost: null, minutes: null };

/** Counts what a turn uses. Time in which it was paused is not counted. */
export interface BudgetWatch {
  add(usage: { inputTokens: number; outputTokens: number; cost: number | null }): void;
  /** What is used up, in words; null as long as nothing is. */
  exceeded(): string | null;
  /** A person let it go on: the same amount again, and the time meanwhile does not count. */
  raise(pausedMs: number): void;
}

/** Goes on from what the log says was used before a restart, and from what a person allowed then. */
export function watchBudget(
  budget: Budget,
  clock: Clock,
  { spent, allowances }: Pick<TurnInput, "spent" | "allowances">,
): BudgetWatch {
  const limits = { ...budget };
  const started = clock.now() - spent.activeMs;
  let tokens = spent.tokens;
  let cost = spent.cost ?? 0;
  let hasUnknownCost = spent.cost === null;
  let pausedMs = 0;

  const now = (): Spending => ({
    tokens,
    cost: hasUnknownCost ? null : cost,
    activeMs: clock.now() - started - pausedMs,
  });
  const isOver = {
    tokens: (used: Spending) => limits.tokens !== null && used.tokens >= limits.tokens,
    cost: (used: Spending) => limits.cost !== null && (used.cost === null || used.cost >= limits.cost),
    minutes: (used: Spending) => limits.minutes !== null && used.activeMs / 60_000 >= limits.minutes,
  };

  function allowMore(used: Spending): void {
    if (isOver.tokens(used)) limits.tokens = used.tokens + (budget.tokens ?? 0);
    if (isOver.cost(used)) limits.cost = used.cost === null ? null : used.cost + (budget.cost ?? 0);
    if (isOver.minutes(used)) limits.minutes = used.activeMs / 60_000 + (budget.minutes ?? 0);
  }
  for (const used of allowances) allowMore(used);

  return {
    add(usage) {
      tokens += usage.inputTokens + usage.outputTokens;
      if (usage.cost === null) hasUnknownCost = true;
      else cost += usage.cost;
    },
    exceeded() {
      const used = now();
      if (isOver.tokens(used)) return `The turn has used ${tokens} tokens; its budget is ${limits.tokens}.`;
      // A limit that cannot be measured is not held by hoping.
      if (isOver.cost(used) && hasUnknownCost)
        return `The price of this model is not known, so the budget of $${limits.cost} cannot be held.`;
      if (isOver.cost(used)) return `The turn has cost $${cost.toFixed(4)}; its budget is $${limits.cost}.`;
      if (isOver.minutes(used))
        return `The turn has taken ${(used.activeMs / 60_000).toFixed(1)} minutes; its budget is ${limits.minutes}.`;
      return null;
    },
    raise(paused) {
      pausedMs += paused;
      allowMore(now());
    },
  };
}

/** Notices a model that makes the same call over and over. */
export interface RepeatWatch {
  /** `tell`: the third time in a row. `ask`: once more after it was told. */
  see(call: ToolCall): "fine" | "tell" | "ask";
  /** How the call ended: looking again at something that changes is not a loop. */
  ended(output: string): void;
  /** A person let it go on. */
  forgive(): void;
}

const tellAt = 3;

export function watchRepeats(tools: readonly Pick<OfferedTool, "name" | "mayRepeat">[]): RepeatWatch {
  const looks = new Set(tools.filter(({ mayRepeat }) => mayRepeat).map(({ name }) => name));
  let last: { key: string; name: string; output: string | null } | null = null;
  let times = 0;
  return {
    see(call) {
      const key = keyOf(call);
      times = last?.key === key ? times + 1 : 1;
      last = { key, name: call.name, output: last?.key === key ? last.output : null };
      return times < tellAt ? "fine" : times === tellAt ? "tell" : "ask";
    },
    ended(output) {
      if (last === null) return;
      if (looks.has(last.name) && last.output !== null && last.output !== output) times = 1;
      last.output = output;
    },
    forgive() {
      times = 0;
    },
  };
}

export function repeatNote(call: ToolCall): string {
  return `\n\n[You have made this same call ${tellAt} times in a row. It will not help to make it again: think about why it does not get you further, and do something else, or ask the person with ask_user. (${call.name})]`;
}

/** The same call whatever reasoning is written beside it, and in whatever order its fields are. */
function keyOf(call: ToolCall): string {
  const { input } = call;
  if (typeof input !== "object" || input === null) return `${call.name} ${String(input)}`;
  const fields = Object.entries(input).filter(([name]) => name !== "reasoning");
  return `${call.name} ${JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}
