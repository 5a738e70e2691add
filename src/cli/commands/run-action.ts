import { userInfo } from "node:os";
import { UserError } from "../../base/index.ts";
import type { SessionView } from "../../client/index.ts";
import { isInsideAgentTerminal, openWorld } from "../../compose.ts";
import type { Mode } from "../../protocol/index.ts";
import type { CliContext } from "../context.ts";
import { exitCodeOf, exitCodes } from "../exit-codes.ts";
import { openKeyboard } from "../keyboard.ts";
import { createReviewer } from "../reviewer.ts";
import { printSession, type SessionPrinter } from "../session-printer.ts";
import { version } from "../version.ts";

export interface RunOptions {
  on?: string;
  agent?: string;
  model?: string;
  mode?: Mode;
  timeout?: number;
  json?: boolean;
}

/** `cotty run`: a session in this process, shown as it happens, with a person at the keyboard if there is one. */
export async function run(context: CliContext, task: string, options: RunOptions): Promise<void> {
  const flags = {
    "agent.name": options.agent,
    model: options.model,
    "models.agent": options.model,
    "models.chat": options.model,
    mode: options.mode,
  };
  if (task.trim() === "")
    throw new UserError("usage.prompt", "The prompt is empty.", 'Say what should be done: cotty run "…"');
  const loaded = await context.config(flags);
  // Inside a terminal that an agent can type into, whoever answers a question may be the agent.
  const isAttended = context.isInteractive && options.json !== true && !isInsideAgentTerminal(context.env);
  await using world = await openWorld({ loaded, stateDir: context.stateDir(), cwd: context.cwd, version });
  for (const notice of world.notices) context.err(`cotty: ${notice}\n`);
  const runner = await world.engine.open({
    title: task,
    target: options.on === undefined ? "local" : `ssh:${options.on}`,
    cwd: options.on === undefined ? context.cwd : "~",
    settings: world.defaultSettings,
    by: `person:${userInfo().username}`,
    isAttended: () => isAttended,
  });
  const client = world.connect("cli");
  const view = client.view(runner.id);
  const printer = options.json ? printJson(context, view) : printSession(context, runner, view);
  const ended = new AbortController();
  const stop = () => void runner.request({ type: "stop" }, { by: `person:${userInfo().username}`, from: "cli" });
  let isOutputLost = false;
  // Nobody can follow any more what the agent does: it stops, and the log says so.
  context.onOutputLost = () => {
    isOutputLost = true;
    stop();
  };
  using _interrupts = onInterrupt(stop);
  using _timeout = limitTime(options.timeout, (error) => runner.expire(error));
  using keyboard = isAttended ? openKeyboard(context) : null;
  const reviewing = keyboard
    ? createReviewer(context, client, view, printer, keyboard).run({ signal: ended.signal })
    : Promise.resolve();
  try {
    const reply = await client.request(runner.id, { type: "prompt", text: task }, { signal: ended.signal });
    if (reply.outcome === "refused")
      throw new UserError(`usage.${reply.error.code}`, reply.error.message, reply.error.nextStep);
    await runner.idle();
    // Closing its terminals is part of the session, and of what is printed of it.
    await runner[Symbol.asyncDispose]();
    const { seq } = runner.state;
    if (!runner.lost.aborted) await view.until((state) => state.seq >= seq, { signal: AbortSignal.timeout(10_000) });
  } finally {
    ended.abort();
    await reviewing;
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
  const outcome = runner.state.turns.at(-1)?.end?.outcome;
  context.exitCode = outcome === undefined ? exitCodes.failed : exitCodeOf(outcome);
}

function printJson(context: CliContext, view: SessionView): SessionPrinter {
  view.onEvent((event) => context.out(`${JSON.stringify(event)}\n`));
  return { settled: async () => {}, end: async () => {} };
}

/** Ctrl+C and a polite kill stop the agent; a second one ends the program where it stands. */
function onInterrupt(stop: () => void): Disposable {
  let asked = false;
  const handler = () => {
    if (asked) process.exit(exitCodes.stopped);
    asked = true;
    stop();
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
