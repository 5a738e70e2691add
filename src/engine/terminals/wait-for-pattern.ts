import type { CommandResult, Terminal } from "../../terminal/index.ts";
import type { EngineDeps } from "../contract/deps.ts";
import { cleanOutput } from "../record/clean-output.ts";

/** How often output is looked at: often enough for whoever waits, and seldom enough for a connection. */
const lookEveryMs = 200;

/**
 * Waits until a command has printed a pattern, or has ended, or time is up. The pattern is searched in what an agent may
 * see: in the raw output an answer, or how long it takes, would tell a hidden value letter by letter.
 */
export async function waitForPattern(
  pattern: string,
  terminal: Pick<Terminal, "wait">,
  options: Parameters<Terminal["wait"]>[1],
  deps: Pick<EngineDeps, "clock" | "clean" | "createRedactor" | "openPatternSearch">,
): Promise<CommandResult> {
  using search = deps.openPatternSearch(pattern);
  const { clock } = deps;
  const end = clock.now() + options.timeoutMs;
  const look = (timeoutMs: number) => terminal.wait({ until: "exit" }, { ...options, timeoutMs });
  let result = await look(1);
  let searched: string | null = null;
  while (result.outcome === "running" && !options.signal.aborted) {
    if (result.output !== searched && (await search.isIn(cleanOutput(result, deps)))) break;
    searched = result.output;
    const left = end - clock.now();
    if (left <= 0) break;
    result = await look(Math.min(lookEveryMs, left));
  }
  return result;
}
