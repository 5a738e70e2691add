import { existsSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { createMemoryFiles } from "../agents/index.ts";
import { createId, createMemoryPipe, systemClock, UserError } from "../base/index.ts";
import { type Client, createClient } from "../client/index.ts";
import { configDirectory, type LoadedConfig, secretValues } from "../config/index.ts";
import { createEngine, createPolicyJudge, type Engine } from "../engine/index.ts";
import { createModel, parseModelId, preloadModel } from "../models/index.ts";
import { agentTerminalVariable, type ClientMessage, type ServerMessage, type Settings } from "../protocol/index.ts";
import { serveConnection } from "../server/index.ts";
import { describeThisProcess, openRegister, type Store } from "../store/index.ts";
import {
  createTerminals,
  endBackgroundJobs,
  loginShell,
  openPatternSearch,
  parseKeys,
  type Terminals,
  userName,
} from "../terminal/index.ts";
import { createAgents } from "./agents.ts";
import { openConfiguredPolicy } from "./configured-policy.ts";
import { defaultModel, modelOptions } from "./default-model.ts";
import { drawsWithoutSecrets } from "./draws-without-secrets.ts";
import { hostOptions } from "./hosts.ts";
import { openPolicyFiles, policyNotices, policyPlaces } from "./policy-files.ts";
import { createRuleBook } from "./rule-book.ts";
import { createSecrets, type Secrets } from "./secrets.ts";
import { openStore } from "./stores.ts";

export interface WorldOptions {
  loaded: LoadedConfig;
  stateDir: string;
  cwd: string;
  version: string;
  /** Terminals are for a person's own commands (`exec`), not for an agent. */
  isPersonal?: boolean;
  /** Over what the configuration says. */
  shell?: string;
  /** What becomes of sessions and terminals when the world ends; the daemon leaves them to the next one. */
  whenDisposed?: "end" | "leave";
}

/** An engine with everything it needs, in this process, on the shared store. */
export interface World extends AsyncDisposable {
  store: Store;
  engine: Engine;
  terminals: Pick<Terminals, "prepare">;
  /** A client of this engine, connected in memory. */
  connect(from: string): Client;
  defaultSettings: Settings;
  /** Throws what is wrong with a model's or an agent's name. */
  checkSettings(settings: { model?: string | undefined; agent?: string | undefined }): void;
  /** What is known to be secret here. */
  secrets: Secrets;
  /** What a person should know about their own rules before anything runs. */
  notices: string[];
}

export async function openWorld(options: WorldOptions): Promise<World> {
  const { loaded, stateDir, cwd, version } = options;
  const { config } = loaded;
  await using stack = new AsyncDisposableStack();
  // Known before the store is open: what it needs is loaded meanwhile.
  const model = defaultModel(config);
  // Its failure is reported where it is awaited, below.
  model.then(({ id }) => preloadModel(id)).catch(() => {});
  const store = stack.use(await openStore(stateDir));
  const register = stack.use(await openRegister({ directory: stateDir }));
  const terminals = stack.use(
    createTerminals({
      stateDir,
      register: register.of("pty-host"),
      sshAgent: config.terminal.forwardSshAgent,
      capBytes: config.terminal.rawLogMb * 1_000_000,
      whenDisposed: options.whenDisposed ?? "end",
    }),
  );
  const secrets = createSecrets(secretValues(loaded), stateDir);
  // Where a daemon was started says nothing about the work of its sessions.
  const policyFiles = openPolicyFiles(policyPlaces(stateDir, options.whenDisposed === "leave" ? null : cwd));
  const rules = createRuleBook(policyFiles);
  const configured = openConfiguredPolicy(loaded, process.env);
  const agents = createAgents({
    config,
    openModel: (id) => createModel(id, config.providers, modelOptions(config, cwd)),
    defaultModelId: (await model).id,
  });
  const ownFolders = { state: everyName(stateDir), config: everyName(configDirectory(process.env)) };
  const engine = stack.use(
    createEngine({
      store,
      terminals,
      findAgent: agents.find,
      modelFor: agents.modelFor,
      // A daemon lives for weeks: what a person changes in a file holds from the next judgement on.
      async judge(act, place) {
        const { dangerousPatterns, hosts, unreadRules } = await configured();
        const judge = createPolicyJudge({
          dangerousPatterns,
          rules: async (session) => [...(await rules.rulesFor(session)), ...unreadRules],
          ...hosts,
          parseKeys,
          learnSecrets: secrets.learn,
          learnShown: secrets.learnShown,
          ownFolders,
        });
        return judge(act, place);
      },
      clean: secrets.clean,
      redact: secrets.redact,
      redactTyped: secrets.redactTyped,
      createRedactor: secrets.createFilter,
      secretsOf(session) {
        const filters = secrets.of(session);
        const { clean, redact, redactTyped, createFilter } = filters;
        const drawWithoutSecrets = drawsWithoutSecrets(filters);
        return { clean, redact, redactTyped, createRedactor: createFilter, drawWithoutSecrets };
      },
      addSecret: secrets.add,
      endBackgroundJobs,
      openPatternSearch,
      rules,
      memory: createMemoryFiles({ userDir: configDirectory(process.env) }),
      clock: systemClock,
      newId: createId,
      owner: describeThisProcess(),
      version,
      terminalOptions: (target) => ({
        cols: 120,
        rows: 40,
        env: options.isPersonal ? {} : { [agentTerminalVariable]: "1" },
        capture: config.terminal.capture,
        integration: config.terminal.integration,
        ...(target === "local"
          ? { shell: config.terminal.shell ?? loginShell(process.env) }
          : hostOptions(config, target)),
        ...shellOption(options.shell ?? null),
      }),
      limits: {
        commandTimeoutMs: config.agent.commandTimeoutS * 1000,
        output: { maxBytes: config.output.maxBytes, maxLines: config.output.maxLines },
      },
      lease: { ttlMs: 10_000 },
      whenDisposed: options.whenDisposed ?? "end",
    }),
  );
  const opened = stack.move();
  return {
    store,
    engine,
    terminals,
    connect: (from) => connectInMemory(engine, store, version, from),
    checkSettings({ model, agent }) {
      if (model !== undefined) parseModelId(model);
      if (agent !== undefined && !agents.find(agent)) {
        throw new UserError("usage.agent", `There is no agent "${agent}".`, "See which there are: cotty agents");
      }
    },
    secrets,
    notices: policyNotices(await policyFiles.rulesAt({ target: "local", cwd })),
    defaultSettings: {
      agent: config.agent.name,
      model: (await model).id,
      mode: config.mode,
      thinking: config.agent.thinking,
      maxSteps: config.agent.maxSteps,
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function connectInMemory(engine: Engine, store: Store, version: string, from: string): Client {
  return createClient({
    name: from,
    connect: async () => {
      const [near, far] = createMemoryPipe<ClientMessage, ServerMessage>();
      void serveConnection(far, {
        requests: engine,
        events: (session, options) => store.subscribe(session, options),
        version,
        sender: { by: `person:${userName()}`, from },
      });
      return near;
    },
  });
}

function shellOption(shell: string | null): { shell?: string } {
  return shell === null ? {} : { shell };
}

/** A folder as it is named and as it really is. */
function everyName(folder: string): string[] {
  const named = resolve(folder);
  return existsSync(named) ? [...new Set([named, realpathSync(named)])] : [named];
}
