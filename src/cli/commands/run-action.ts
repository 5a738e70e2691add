import { UserError } from "../../base/index.ts";
import { mayBeInsideAgentTerminal, openHosts, openRuntime, type Runtime, userName } from "../../compose/index.ts";
import type { Mode } from "../../protocol/index.ts";
import { runningTurns } from "../../session/index.ts";
import { meetHost } from "../ask-host-key.ts";
import type { CliContext } from "../context.ts";
import { findSession, newestSession } from "../find-session.ts";
import { inOneLine, printable } from "../printable.ts";
import { runSession } from "../run-session.ts";
import { kindOf } from "../session-kind.ts";
import { foldSession } from "../session-status.ts";
import { version } from "../version.ts";

export interface RunOptions {
  on?: string;
  session?: string;
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
  const isAttended =
    context.isInteractive &&
    options.json !== true &&
    !(await mayBeInsideAgentTerminal(context.env, context.stateDir()));
  if (options.on !== undefined) {
    if (options.session !== undefined)
      throw new UserError("usage.session", "A session stays on its host.", "Leave out --on, or leave out --session.");
    const hosts = openHosts(loaded, context.env);
    hosts.destinationOf(options.on);
    if (isAttended) await meetHost(context, hosts, options.on);
  }
  await using runtime = await openRuntime({ loaded, stateDir: context.stateDir(), cwd: context.cwd, version });
  // Before there is a session: one that could never work would only be in the way later.
  runtime.checkSettings(runtime.defaultSettings);
  for (const notice of runtime.notices) context.err(`cotty: ${inOneLine(notice)}\n`);
  if (options.session !== undefined)
    return await goOn(context, runtime, options.session, task, { ...options, isAttended });
  const by = `person:${userName()}` as const;
  const runner = await runtime.engine.open({
    title: task,
    target: options.on === undefined ? "local" : `ssh:${options.on}`,
    cwd: options.on === undefined ? context.cwd : "~",
    settings: runtime.defaultSettings,
    by,
    prompt: { request: { type: "prompt", text: task }, sender: { by, from: "cli" } },
    isAttended: () => isAttended,
  });
  await runSession(context, runtime, runner, { ...options, isAttended });
}

/** A second prompt in a session that rests: the agent knows what was said and done there. */
async function goOn(
  context: CliContext,
  runtime: Runtime,
  name: string,
  task: string,
  { agent, model, mode, ...options }: RunOptions & { isAttended: boolean },
): Promise<void> {
  const { engine, store } = runtime;
  const isRun = async (row: Parameters<typeof kindOf>[1]) => (await kindOf(store, row)) === "run";
  const row = (name === "last" ? await newestSession(store, isRun) : null) ?? (await findSession(store, name));
  if (!(await isRun(row))) {
    throw new UserError(
      "usage.session",
      `Session ${row.id} holds your own commands, and no agent works there.`,
      "Begin a new one: leave out --session.",
    );
  }
  if (runningTurns(await foldSession(store, row.id)).length > 0) {
    throw new UserError(
      "session.turn-open",
      `The last prompt of session ${row.id} is not done yet.`,
      `See where it stands: cotty show ${row.id}. Where its process is gone: cotty resume ${row.id}`,
    );
  }
  const runner = await engine.take(row.id, { isAttended: () => options.isAttended });
  const after = runner.state.seq;
  const changed = { ...(agent && { agent }), ...(model && { model }), ...(mode && { mode }) };
  const sender = { by: `person:${userName()}` as const, from: "cli" };
  const reply = await runner.request({ type: "prompt", text: task, ...changed }, sender);
  if (reply.outcome === "refused") throw new UserError(reply.error.code, reply.error.message, reply.error.nextStep);
  if (options.json !== true) context.out(`${context.paint("dim", printable(`session ${row.id} · ${row.title}`))}\n`);
  await runSession(context, runtime, runner, { ...options, after });
}
