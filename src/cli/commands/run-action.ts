import { UserError } from "../../base/index.ts";
import { mayBeInsideAgentTerminal, openHosts, openRuntime, userName } from "../../compose/index.ts";
import type { Mode } from "../../protocol/index.ts";
import { meetHost } from "../ask-host-key.ts";
import type { CliContext } from "../context.ts";
import { inOneLine } from "../printable.ts";
import { runSession } from "../run-session.ts";
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
  const isAttended =
    context.isInteractive &&
    options.json !== true &&
    !(await mayBeInsideAgentTerminal(context.env, context.stateDir()));
  if (options.on !== undefined) {
    const hosts = openHosts(loaded, context.env);
    hosts.destinationOf(options.on);
    if (isAttended) await meetHost(context, hosts, options.on);
  }
  await using runtime = await openRuntime({ loaded, stateDir: context.stateDir(), cwd: context.cwd, version });
  // Before there is a session: one that could never work would only be in the way later.
  runtime.checkSettings(runtime.defaultSettings);
  for (const notice of runtime.notices) context.err(`cotty: ${inOneLine(notice)}\n`);
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
