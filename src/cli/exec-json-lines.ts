import type { Readable } from "node:stream";
import * as z from "zod";
import { createLineSplitter, delay, describeError, toJsonLine } from "../base/index.ts";
import { type SessionRunner, userName } from "../compose/index.ts";
import type { ExecEnd } from "./exec-end.ts";
import { exitCodes } from "./exit-codes.ts";

const Id = z.union([z.string(), z.number()]);
const Line = z.strictObject({
  id: Id.optional(),
  command: z.string(),
  timeoutMs: z
    .number()
    .positive()
    .max(2 ** 31 - 1)
    .optional(),
  /** Typed one after the other, each so long after the one before. */
  keys: z.array(z.strictObject({ afterMs: z.number().min(0), keys: z.string() })).optional(),
});

const defaultTimeoutMs = 60_000;
const defaultLimits = { maxBytes: 51_200, maxLines: 500 };

/** JSON lines in, JSON lines out, in one persistent shell. A bad line is answered as such, and the next one works. */
export async function runJsonLines(
  runner: SessionRunner,
  input: Readable,
  out: (text: string) => void,
  options: { maxBytes?: number; end: ExecEnd },
): Promise<number> {
  const { end } = options;
  // Who has ended us sends no more lines.
  end.signal.addEventListener("abort", () => input.destroy(), { once: true });
  const limits =
    options.maxBytes === undefined ? defaultLimits : { maxBytes: options.maxBytes, maxLines: Number.MAX_SAFE_INTEGER };
  let number = 0;
  let hasFailed = false;
  for await (const text of linesOf(input, end.signal)) {
    number++;
    if (text.trim() === "") continue;
    const parsed = parseLine(text, number);
    const line = "error" in parsed ? parsed : await answer(runner, parsed, { limits, number, signal: end.signal });
    if ("command" in parsed && "error" in line) hasFailed ||= isOurFailure(line.error as { code: string });
    out(toJsonLine(line));
    if (end.signal.aborted) break;
  }
  if (end.signal.aborted) return end.exitCode;
  return hasFailed ? exitCodes.broken : exitCodes.ok;
}

/** A command that may not be sent as it is belongs to whoever wrote it; everything else is a failure of ours. */
function isOurFailure(error: { code: string }): boolean {
  return !["terminal.control-character", "terminal.not-unicode", "terminal.command-too-long"].includes(error.code);
}

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

function parseLine(text: string, line: number): z.infer<typeof Line> | { id: unknown; line: number; error: object } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return failed(
      null,
      line,
      "exec.json",
      `Line ${line} is not JSON: ${(error as Error).message}`,
      "Send one JSON object per line.",
    );
  }
  const parsed = Line.safeParse(value);
  if (parsed.success) return parsed.data;
  const id = Id.safeParse((value as { id?: unknown } | null)?.id);
  const [issue] = parsed.error.issues;
  const field = issue?.path.join(".") || "the line";
  return failed(
    id.success ? id.data : null,
    line,
    "exec.line",
    `Line ${line}, ${field}: ${issue?.message}`,
    'Send {"id","command","timeoutMs"?,"keys"?}.',
  );
}

function failed(id: unknown, line: number, code: string, message: string, nextStep: string) {
  return { id, line, error: { code, message, nextStep } };
}

async function answer(
  runner: SessionRunner,
  line: z.infer<typeof Line>,
  { limits, number, signal }: { limits: typeof defaultLimits; number: number; signal: AbortSignal },
): Promise<object> {
  const ended = new AbortController();
  const keys = line.keys ?? [];
  let untyped = keys.length;
  const by = `person:${userName()}` as const;
  try {
    const result = await runner.exec(line.command, {
      by,
      from: "exec",
      signal,
      timeoutMs: line.timeoutMs ?? defaultTimeoutMs,
      limits,
      onTerminal: (terminal) => {
        const type = (text: string) => {
          untyped--;
          return terminal.sendKeys(text, ended);
        };
        void typeKeys(keys, type, ended.signal);
      },
    });
    const { outcome, exitCode, output, cwd, durationMs, bytes, droppedBytes, confidence } = result;
    const tenths = Math.round(durationMs * 10) / 10;
    const answered = { outcome, exitCode, output, cwd, durationMs: tenths, bytes, droppedBytes, confidence };
    return {
      id: line.id ?? null,
      ...answered,
      ...("foreground" in result && { foreground: result.foreground }),
      ...("reason" in result && { reason: result.reason }),
      ...(untyped > 0 && { untypedKeys: untyped }),
    };
  } catch (error) {
    return { id: line.id ?? null, line: number, error: describeError(error) };
  } finally {
    ended.abort();
  }
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
