import type { WaitCondition } from "../contract/values.ts";
import { stripAnsi } from "../text/strip-ansi.ts";
import { openPatternSearch, type PatternSearch } from "./pattern-search.ts";
import type { ShellCore } from "./shell-core.ts";
import type { TrackedCommand } from "./tracked-command.ts";

/** How often output is searched: a program that prints without pause must not keep us searching without pause. */
const searchEveryMs = 50;

/** Resolves when the command has ended, or printed the pattern, or been silent for long enough; or on time-out. */
export async function untilCondition(
  core: ShellCore,
  command: TrackedCommand,
  condition: Exclude<WaitCondition, { until: "exit" }>,
  options: { signal: AbortSignal; timeoutMs: number },
): Promise<void> {
  const end = core.now() + options.timeoutMs;
  const isOver = () => core.tracker.command !== command || core.exit !== null || null;
  using search = condition.until === "pattern" ? openPatternSearch(condition.pattern) : null;
  const isMet =
    condition.until === "idle" ? async () => core.quietMs() >= condition.idleMs : printed(core, command, search);
  while (core.now() < end && !options.signal.aborted && isOver() === null && !(await isMet())) {
    await core.conditions.until(isOver, {
      timeoutMs: Math.min(searchEveryMs, end - core.now()),
      signal: options.signal,
    });
  }
}

/** Looks at what is new only: most of the time nothing is. */
function printed(core: ShellCore, command: TrackedCommand, search: PatternSearch | null): () => Promise<boolean> {
  let searchedTo = -1;
  return async () => {
    if (search === null || core.human.offset() === searchedTo) return false;
    searchedTo = core.human.offset();
    return search.isIn(stripAnsi(command.collector.result().output));
  };
}
