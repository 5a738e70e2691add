import { toJson, toJsonLine, UserError } from "../../base/index.ts";
import { listAgents, openAgentPreview } from "../../compose/index.ts";
import type { CliContext } from "../context.ts";
import { printable } from "../printable.ts";

export async function listAll(context: CliContext, options: { json?: boolean }): Promise<void> {
  const agents = listAgents(await context.config());
  if (options.json) return agents.forEach((agent) => void context.out(toJsonLine(agent)));
  const width = Math.max(...agents.map(({ name }) => name.length));
  for (const { name, about, isDefault } of agents) {
    const used = isDefault ? context.paint("green", "  in use") : "";
    context.out(`${context.paint("bold", printable(name).padEnd(width))}  ${printable(about)}${used}\n`);
  }
  context.say(context.paint("dim", '\nTry one: cotty run --agent NAME "…"   Look inside: cotty agents show NAME\n'));
}

export async function show(
  context: CliContext,
  name: string,
  options: { json?: boolean; task: string },
): Promise<void> {
  const preview = await openAgentPreview(await context.config(), name, { cwd: context.cwd, task: options.task });
  if (preview === null)
    throw new UserError("agent.unknown", `There is no agent "${name}".`, "See which there are: cotty agents");
  const { request } = preview;
  if (options.json) return context.out(`${toJson(request, 2)}\n`);
  const heading = (text: string) => context.out(`${context.paint("bold", `── ${text}`)}\n`);
  heading("system prompt");
  context.out(`${printable(request.system)}\n\n`);
  heading("tools");
  if (request.tools.length === 0) context.out("none\n");
  for (const { name: tool, description, inputSchema } of request.tools) {
    context.out(`${context.paint("bold", tool)}  ${printable(description)}\n  ${toJson(inputSchema)}\n`);
  }
  context.out("\n");
  heading("messages");
  for (const message of request.messages) context.out(`${toJson(message)}\n`);
  context.out(
    context.paint("dim", `\ntemperature ${request.temperature}, at most ${request.maxOutputTokens} tokens of output\n`),
  );
}
