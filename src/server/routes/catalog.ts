import * as z from "zod";
import type { ServerContext } from "../context.ts";
import {
  Agent,
  AskedUsage,
  ChosenModel,
  ConfigurationRow,
  Host,
  HostKey,
  HostStep,
  Project,
  Provider,
  Routine,
  SessionUsage,
  Settings,
  UsageTotal,
} from "../http/shapes.ts";

const HostPath = z.object({
  name: z.string().regex(/^[^-\s\p{Cc}][^\s\p{Cc}]*$/u, "Not what ssh is given as a host."),
});

type Usage = z.infer<typeof UsageTotal>;
const mostCounted = 5000;

/** What there is to choose from, and what it has cost. */
export function addCatalogRoutes(context: ServerContext): void {
  addSettings(context);
  addHosts(context);
  addChoices(context);
  addUsage(context);
}

function addSettings({ endpoints, deps }: ServerContext): void {
  const { catalog } = deps;

  endpoints.add({
    method: "get",
    path: "/api/v1/settings",
    name: "readSettings",
    access: "view",
    summary: "What a new session starts with, and example tasks.",
    answers: z.object({ settings: Settings, cwd: z.string(), examples: z.array(z.string()) }),
    handle: async () => ({
      settings: await catalog.settings(),
      cwd: deps.defaultCwd,
      examples: await catalog.examples(),
    }),
  });

  endpoints.add({
    method: "get",
    path: "/api/v1/configuration",
    name: "readConfiguration",
    access: "operate",
    summary: "Every value of the configuration and where it came from. Secrets only say that they are set.",
    answers: z.object({
      file: z.string().nullable(),
      /** What to type for Cotty in a shell of its machine: `cotty`, or a path where that is not on the PATH. */
      program: z.string(),
      rows: z.array(ConfigurationRow),
      warnings: z.array(z.string()),
    }),
    handle: () => catalog.configuration(),
  });
}

function addHosts({ endpoints, deps }: ServerContext): void {
  const { catalog } = deps;

  endpoints.add({
    method: "get",
    path: "/api/v1/hosts",
    name: "listHosts",
    access: "view",
    summary: "Hosts that ssh reaches by name.",
    answers: z.object({ hosts: z.array(Host), problems: z.array(z.string()) }),
    handle: () => catalog.hosts(),
  });

  endpoints.add({
    method: "post",
    path: "/api/v1/hosts/{name}/check",
    name: "checkHost",
    access: "operate",
    summary: "Try the way to a host, step by step.",
    params: HostPath,
    answers: z.object({ steps: z.array(HostStep) }),
    handle: async ({ params, signal }) => {
      const steps: z.infer<typeof HostStep>[] = [];
      for await (const step of catalog.checkHost(params.name, { signal })) steps.push(step);
      return { steps };
    },
  });

  endpoints.add({
    method: "get",
    path: "/api/v1/hosts/{name}/key",
    name: "readHostKey",
    // It goes to the host, in the name of whoever asks.
    access: "operate",
    goesOut: true,
    summary: "The host key on the way there that this machine has never seen, or null.",
    params: HostPath,
    answers: z.object({ key: HostKey.nullable() }),
    handle: async ({ params, signal }) => ({ key: await catalog.hostKey(params.name, { signal }) }),
  });

  endpoints.add({
    method: "post",
    path: "/api/v1/hosts/{name}/key",
    name: "acceptHostKey",
    access: "operate",
    summary:
      "Keep that host key. A person has compared its fingerprint; if the host offers another one, it is refused.",
    params: HostPath,
    body: z.strictObject({ fingerprint: z.string().regex(/^SHA256:[\w+/]{43}$/, "Not a SHA256 fingerprint.") }),
    answers: z.object({ key: HostKey }),
    handle: async ({ params, body, signal }) => ({
      key: await catalog.acceptHostKey(params.name, body.fingerprint, { signal }),
    }),
  });
}

function addChoices({ endpoints, deps }: ServerContext): void {
  const { catalog } = deps;

  endpoints.add({
    method: "get",
    path: "/api/v1/models",
    name: "listModels",
    access: "view",
    // Providers are asked what they offer.
    goesOut: true,
    summary: "Every provider, whether it is set up, and what it offers.",
    answers: z.object({ chosen: ChosenModel, providers: z.array(Provider) }),
    handle: ({ signal }) => catalog.models({ signal }),
  });

  endpoints.add({
    method: "get",
    path: "/api/v1/agents",
    name: "listAgents",
    access: "view",
    summary: "Who can decide the steps.",
    answers: z.object({ agents: z.array(Agent) }),
    handle: () => ({ agents: catalog.agents() }),
  });

  endpoints.add({
    method: "get",
    path: "/api/v1/routines",
    name: "listRoutines",
    access: "view",
    summary: "Commands under a name.",
    answers: z.object({ routines: z.array(Routine) }),
    handle: () => ({ routines: catalog.routines() }),
  });

  endpoints.add({
    method: "get",
    path: "/api/v1/projects",
    name: "listProjects",
    access: "view",
    summary: "Named targets and working folders.",
    answers: z.object({ projects: z.array(Project) }),
    handle: () => ({ projects: catalog.projects() }),
  });
}

function addUsage({ endpoints, deps, follower }: ServerContext): void {
  const usageAt = new Map<string, { seq: number; turns: number; usage: Usage }>();

  endpoints.add({
    method: "get",
    path: "/api/v1/usage",
    name: "readUsage",
    access: "view",
    summary:
      "Tokens and cost of the newest sessions and of questions that belong to none, and their sum. A cost that is not known is null.",
    query: z.object({ limit: z.coerce.number().int().min(1).max(1000).default(100) }),
    answers: z.object({ total: UsageTotal, sessions: z.array(SessionUsage), asked: z.array(AskedUsage) }),
    handle: async ({ query }) => {
      const rows = await deps.sessions.list({ limit: query.limit, includeClosed: true });
      const sessions = [];
      for (const { id, title, head } of rows) {
        // What a session has used changes only when something happens in it: it is folded once, not for every question.
        let counted = usageAt.get(id);
        if (counted?.seq !== head.seq) {
          const { usage, turns, chat, seq } = await follower.stateOf(id);
          counted = { seq, turns: turns.length + chat.turns.length, usage };
          usageAt.set(id, counted);
        }
        sessions.push({ session: id, title, turns: counted.turns, ...counted.usage });
      }
      if (usageAt.size > mostCounted) usageAt.clear();
      const asked = [...Map.groupBy(await deps.askedUsage(), ({ from }) => from)].map(([endpoint, used]) => ({
        endpoint,
        requests: used.length,
        ...sumOf(used),
      }));
      return { total: sumOf([...sessions, ...asked]), sessions, asked };
    },
  });
}

function sumOf(used: readonly Usage[]): Usage {
  return used.reduce<Usage>(
    (sum, { inputTokens, outputTokens, cost }) => ({
      inputTokens: sum.inputTokens + inputTokens,
      outputTokens: sum.outputTokens + outputTokens,
      cost: sum.cost === null || cost === null ? null : sum.cost + cost,
    }),
    { inputTokens: 0, outputTokens: 0, cost: 0 },
  );
}
