import { UserError } from "../../base/index.ts";
import { stripAnsi } from "../strip-ansi.ts";
import type { WaitCondition } from "../terminal.ts";
import { mayNeverEnd } from "./may-never-end.ts";
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
  const isMet = condition.until === "pattern" ? patternSearch(core, command, condition.pattern) : idle(core, condition);
  while (core.now() < end && !options.signal.aborted && isOver() === null && !isMet()) {
    await core.conditions.until(isOver, {
      timeoutMs: Math.min(searchEveryMs, end - core.now()),
      signal: options.signal,
    });
  }
}

function idle(core: ShellCore, { idleMs }: { idleMs: number }): () => boolean {
  return () => core.quietMs() >= idleMs;
}

function patternSearch(core: ShellCore, command: TrackedCommand, pattern: string): () => boolean {
  const expression = compile(pattern);
  let searchedTo = -1;
  return () => {
    if (core.human.offset() === searchedTo) return false;
    searchedTo = core.human.offset();
    return expression.test(stripAnsi(command.collector.result().output));
  };
}

/** The pattern is a model's, and is searched for in the process that a person's keys and a stop wait for. */
function compile(pattern: string): RegExp {
  if (mayNeverEnd(pattern)) {
    throw new UserError(
      "terminal.slow-pattern",
      `The pattern ${JSON.stringify(pattern)} may take for ever to search for.`,
      "Use a simpler one: no repetition or alternative inside something that is repeated, and no back-references.",
    );
  }
  try {
    return new RegExp(pattern, "m");
  } catch (cause) {
    throw new UserError(
      "terminal.bad-pattern",
      `The pattern ${JSON.stringify(pattern)} is not a regular expression: ${cause instanceof Error ? cause.message : cause}`,
      "Escape characters that have a meaning in regular expressions, for example \\( and \\[.",
      { cause },
    );
  }
}
