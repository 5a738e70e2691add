import type { Readable } from "node:stream";
import { assertNever, createLineSplitter, delay, describeError, toJsonLine, UserError } from "../base/index.ts";
import { type CommandResult, type SessionRunner, userName } from "../compose/index.ts";
import type { ExecEnd } from "./exec-end.ts";
import { type CommandLine, type ExecLine, LineError, parseExecLine } from "./exec-line.ts";
import { checkKeys, limitsOf, resultForJson } from "./exec-result.ts";
import { exitCodes } from "./exit-codes.ts";

type Terminal = NonNullable<Awaited<ReturnType<SessionRunner["terminal"]>>>;

const defaultTimeoutMs = 60_000;
/** For what is done about a command that runs: long enough for its reaction. */
const reactionMs = 1000;

export interface JsonLinesOptions {
  maxBytes?: number;
  end: ExecEnd;
  /** The session, named after the first command. */
  openSession(command: string): Promise<SessionRunner>;
}

/** JSON lines in, JSON lines out, in one persistent shell. A bad line is answered as such, and the next one works. */
export async function runJsonLines(
  input: Readable,
  out: (text: string) => void,
  options: JsonLinesOptions,
): Promise<number> {
  const { end } = options;
  // Who has ended us sends no more lines.
  end.signal.addEventListener("abort", () => input.destroy(), { once: true });
  const conversation = createConversation(options);
  let number = 0;
  let hasFailed = false;
  for await (const text of linesOf(input, end.signal)) {
    number++;
    if (text.trim() === "") continue;
    try {
      const asked = parseExecLine(text, number);
      out(toJsonLine({ id: asked.line.id ?? null, ...(await conversation.answer(asked)) }));
    } catch (error) {
      const described = describeError(error);
      hasFailed ||= isOurFailure(error);
      const id = error instanceof LineError ? error.id : idOf(text);
      out(toJsonLine({ id, line: number, error: described }));
    }
    if (end.signal.aborted) break;
  }
  if (end.signal.aborted) return end.exitCode;
  return hasFailed ? exitCodes.broken : exitCodes.ok;
}

/** What belongs to whoever wrote the line; everything else is a failure of ours. */
const faultsOfLines = [
  "exec.json",
  "exec.line",
  "exec.unknown-key",
  "exec.nothing-running",
  "terminal.control-character",
  "terminal.not-unicode",
  "terminal.command-too-long",
];

function isOurFailure(error: unknown): boolean {
  return !(error instanceof UserError) || !faultsOfLines.includes(error.code);
}

const idOf = (text: string): unknown => (JSON.parse(text) as { id?: unknown }).id ?? null;

async function* linesOf(input: Readable, signal: AbortSignal): AsyncGenerator<string> {
  const splitter = createLineSplitter();
  let isFirst = true;
  try {
    for await (const chunk of input.setEncoding("utf8")) {
      yield* splitter.push(isFirst ? (chunk as string).replace(/^\uFEFF/, "") : (chunk as string));
      isFirst = false;
    }
  } catch (error) {
    if (signal.aborted) return;
    throw error;
  }
  yield* splitter.end();
}

/** One shell, and the answers to what is asked of it line by line. */
function createConversation({ maxBytes, end, openSession }: JsonLinesOptions) {
  const limits = limitsOf({ ...(maxBytes !== undefined && { maxBytes }) });
  const by = `person:${userName()}` as const;
  const common = { by, from: "exec", signal: end.signal, limits };
  let runner: SessionRunner | null = null;
  let terminal: Terminal | null = null;

  async function run(line: CommandLine): Promise<object> {
    const keys = line.keys ?? [];
    for (const each of keys) checkKeys(each.keys);
    runner ??= await openSession(line.command);
    const ended = new AbortController();
    let untyped = keys.length;
    try {
      const result = await runner.commands.run(line.command, {
        ...common,
        timeoutMs: line.timeoutMs ?? defaultTimeoutMs,
        onTerminal: (opened) => {
          terminal = opened;
          const type = (text: string) => {
            untyped--;
            return opened.sendKeys(text, ended);
          };
          void typeKeys(keys, type, ended.signal);
        },
      });
      return { ...(await shown(result)), ...(untyped > 0 && { untypedKeys: untyped }) };
    } finally {
      ended.abort();
    }
  }

  async function next(act: Parameters<SessionRunner["commands"]["next"]>[0], timeoutMs: number): Promise<object> {
    if (act.act === "keys") checkKeys(act.keys);
    if (runner === null) throw nothingYet();
    return await shown(await runner.commands.next(act, { ...common, timeoutMs }));
  }

  const shown = (result: CommandResult) => resultForJson(result, terminal, limits.maxBytes);

  return {
    async answer(asked: ExecLine): Promise<object> {
      switch (asked.name) {
        case "command":
          return await run(asked.line);
        case "send":
          return await next({ act: "keys", keys: asked.line.send }, asked.line.timeoutMs ?? reactionMs);
        case "wait":
          return await next({ act: "wait" }, asked.line.wait);
        case "interrupt":
          return await next({ act: "interrupt" }, asked.line.timeoutMs ?? reactionMs);
        case "reset":
          return await next({ act: "reset" }, 0);
        default:
          return assertNever(asked);
      }
    },
  };
}

function nothingYet(): UserError {
  return new UserError("exec.nothing-running", "No command is running yet.", "Send a command first.");
}

/** Keys that come after the command has ended, or after its answer, are not typed: they would land in the next one. */
async function typeKeys(
  keys: { afterMs: number; keys: string }[],
  type: (keys: string) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  try {
    for (const { afterMs, keys: text } of keys) {
      await delay(afterMs, { signal });
      // Typed at once; what the screen shows afterwards is not waited for.
      type(text).catch(() => {});
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
