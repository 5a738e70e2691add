import { UserError } from "../../base/index.ts";
import { mayBeInsideAgentTerminal, openHosts, openWorld, userName } from "../../compose/index.ts";
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
  await using world = await openWorld({ loaded, stateDir: context.stateDir(), cwd: context.cwd, version });
  // Before there is a session: one that could never work would only be in the way later.
  world.checkSettings(world.defaultSettings);
  for (const notice of world.notices) context.err(`cotty: ${inOneLine(notice)}\n`);
  const runner = await world.engine.open({
    title: task,
    target: options.on === undefined ? "local" : `ssh:${options.on}`,
    cwd: options.on === undefined ? context.cwd : "~",
    settings: world.defaultSettings,
    by: `person:${userName()}`,
    isAttended: () => isAttended,
  });
  await runSession(context, world, runner, {
    ...options,
    isAttended,
    async begin(client, { signal }) {
      const reply = await client.request(runner.id, { type: "prompt", text: task }, { signal });
      if (reply.outcome === "refused")
        throw new UserError(`usage.${reply.error.code}`, reply.error.message, reply.error.nextStep);
    },
  });
}
