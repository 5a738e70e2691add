import { neverAborted } from "../../../base/index.ts";
import type { ShellSession } from "../../capture/shell-session.ts";
import { type CommandResult, withoutOutput } from "../../contract/command-result.ts";
import type { Handlers, Params } from "../../contract/methods.ts";
import type { RawLogWriter } from "../../raw-log/raw-log-writer.ts";
import type { TerminalStatus } from "./hosted-terminal.ts";
import { createRunRecords } from "./run-records.ts";

/** The commands of one terminal: each one noted in its log, and found again by its key. */
export function createTerminalRuns(terminal: {
  session: ShellSession;
  log: RawLogWriter;
  status: TerminalStatus;
}): Handlers<"run" | "resume" | "wait" | "ownNames"> {
  const { session, log, status } = terminal;
  const records = createRunRecords();
  let isRunning = false;

  async function run(request: Params<"run">, signal: AbortSignal): Promise<CommandResult> {
    if (status.stage !== "started" && status.end === null) return await notStarted(session, log);
    const { command, key, ...options } = request;
    // One that will be refused because another runs is no place to jump to in a recording.
    if (!isRunning) log.note({ type: "command", atMs: Date.now(), offset: log.end, command });
    isRunning = true;
    const result = stored(session.run(command, { ...options, signal }));
    if (key !== undefined) {
      const untilEnd = { ...options, signal: neverAborted, timeoutMs: Number.POSITIVE_INFINITY };
      records.began(key, result, () => stored(session.wait({ until: "exit" }, untilEnd)));
    }
    return await result;
  }

  /** Before an answer names bytes, they are where readers look. Many commands print none, and wait for no disk. */
  async function stored(result: Promise<CommandResult>): Promise<CommandResult> {
    const value = await result;
    if (value.outcome !== "running" && value.outcome !== "not-at-prompt") isRunning = false;
    if (value.outcome === "exited") log.note({ type: "command-ended", atMs: Date.now(), offset: value.range.to });
    if (value.range.from < value.range.to) await log.flush();
    return value;
  }

  return {
    run: (params, { signal }) => run(params, signal),
    resume: ({ key, ...options }, { signal }) =>
      records.resume(key, {
        signal,
        timeoutMs: options.timeoutMs,
        now: () => stored(session.wait({ until: "exit" }, { ...options, signal, timeoutMs: 0 })),
      }),
    ownNames: async ({ words, ...options }, { signal }) =>
      status.stage === "started" && status.end === null ? await session.ownNames(words, { ...options, signal }) : null,
    wait: ({ condition, ...options }, { signal }) => stored(session.wait(condition, { ...options, signal })),
  };
}

/** Nothing is typed before the first prompt. */
async function notStarted(session: ShellSession, log: RawLogWriter): Promise<CommandResult> {
  const { foreground } = await session.state();
  const range = { from: log.end, to: log.end };
  const known = { cwd: null, durationMs: 0, confidence: "heuristic", range } as const;
  return foreground === null
    ? withoutOutput({ outcome: "terminal-closed", exitCode: null }, known)
    : withoutOutput({ outcome: "not-at-prompt", exitCode: null, foreground }, known);
}
