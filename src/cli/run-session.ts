import { toJsonLine, UserError } from "../base/index.ts";
import type { SessionView } from "../client/index.ts";
import { type Runtime, type SessionRunner, userName } from "../compose/index.ts";
import type { Actor } from "../protocol/index.ts";
import { newestTurn } from "../session/index.ts";
import type { CliContext } from "./context.ts";
import { exitCodeOf, exitCodes } from "./exit-codes.ts";
import { openKeyboard } from "./keyboard.ts";
import { createReviewer } from "./reviewer.ts";
import { type PrintOptions, printSession, type SessionPrinter } from "./session-printer.ts";
import { letTakeKeyboard } from "./take-keyboard.ts";

export interface RunSessionOptions extends PrintOptions {
  json?: boolean;
  /** In seconds. */
  timeout?: number;
  /** Whether the person at this terminal is asked. */
  isAttended: boolean;
}

/** Shows the turn that runs in a session of this process until its end, lets a person decide, and sets the exit code. */
export async function runSession(
  context: CliContext,
  runtime: Runtime,
  runner: SessionRunner,
  options: RunSessionOptions,
): Promise<void> {
  const client = runtime.connect("cli");
  const view = client.view(runner.id);
  const printer = options.json ? printJson(context, view, options) : printSession(context, runner, view, options);
  const ended = new AbortController();
  const stop = (sender: { by: Actor; from: string }) => void runner.request({ type: "stop" }, sender);
  let isOutputLost = false;
  // Nobody can follow any more what the agent does: it stops, and the log says so.
  context.onOutputLost = () => {
    isOutputLost = true;
    stop({ by: "engine", from: "the loss of its output" });
  };
  using _interrupts = onInterrupt((signal) =>
    stop(
      signal === "SIGINT" ? { by: `person:${userName()}`, from: "cli" } : { by: "engine", from: `signal ${signal}` },
    ),
  );
  using _timeout = limitTime(options.timeout, (error) => runner.expire(error));
  using keyboard = options.isAttended ? openKeyboard(context) : null;
  const reviewing = keyboard
    ? createReviewer(context, client, view, printer, keyboard).run({ signal: ended.signal })
    : Promise.resolve();
  const taking = keyboard
    ? letTakeKeyboard(context, client, runner, { keyboard, printer, signal: ended.signal })
    : Promise.resolve();
  try {
    await runner.idle();
    // Closing its terminals is part of the session, and of what is printed of it.
    await runner[Symbol.asyncDispose]();
    const { seq } = runner.state;
    if (!runner.lost.aborted) await view.until((state) => state.seq >= seq, { signal: AbortSignal.timeout(10_000) });
  } finally {
    ended.abort();
    await Promise.all([reviewing, taking]);
    client.close();
  }
  await printer.end();
  if (isOutputLost) {
    context.exitCode = exitCodes.outputLost;
    return;
  }
  if (runner.lost.aborted) {
    throw new UserError(
      "session.taken",
      `Another process has taken over session ${runner.id}.`,
      `See what it does: cotty show ${runner.id}`,
    );
  }
  const outcome = newestTurn(runner.state)?.end?.outcome;
  context.exitCode = outcome === undefined ? exitCodes.failed : exitCodeOf(outcome);
}

function printJson(context: CliContext, view: SessionView, { after = 0 }: PrintOptions): SessionPrinter {
  view.onEvent((event) => {
    if (event.seq > after) context.out(toJsonLine(event));
  });
  return { settled: async () => {}, end: async () => {}, hold: () => ({ [Symbol.dispose]() {} }) };
}

/** Ctrl+C and a polite kill stop the agent; a second one ends the program where it stands. */
function onInterrupt(stop: (signal: NodeJS.Signals) => void): Disposable {
  let asked = false;
  const handler = (signal: NodeJS.Signals) => {
    // The end of a terminal is told more than once, and nobody is in a hurry then.
    if (asked && signal === "SIGHUP") return;
    if (asked) process.exit(exitCodes.stopped);
    asked = true;
    stop(signal);
  };
  process.on("SIGINT", handler).on("SIGTERM", handler).on("SIGHUP", handler);
  return {
    [Symbol.dispose]() {
      process.off("SIGINT", handler).off("SIGTERM", handler).off("SIGHUP", handler);
    },
  };
}

function limitTime(seconds: number | undefined, expire: (error: UserError) => void): Disposable {
  if (seconds === undefined) return { [Symbol.dispose]() {} };
  const timer = setTimeout(
    () =>
      expire(
        new UserError("turn.timeout", `The run took longer than ${seconds} s.`, "Give it more time with --timeout."),
      ),
    seconds * 1000,
  );
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}
