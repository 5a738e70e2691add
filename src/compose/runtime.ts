import { createMemoryFiles } from "../agents/index.ts";
import { createId, createMemoryPipe, systemClock } from "../base/index.ts";
import { type Client, createClient } from "../client/index.ts";
import { configDirectory, type LoadedConfig, secretValues, terminalOptions } from "../config/index.ts";
import { createEngine, createRuleBook, type Engine, policyNotices, type Secrets } from "../engine/index.ts";
import { createModel, preloadModel } from "../models/index.ts";
import {
  agentTerminalVariable,
  type ClientMessage,
  type ServerMessage,
  type Settings,
  type Target,
} from "../protocol/index.ts";
import { serveConnection } from "../server/index.ts";
import { describeThisProcess, type Store } from "../store/index.ts";
import {
  endBackgroundJobs,
  loginShell,
  openPatternSearch,
  type TerminalOptions,
  type Terminals,
  userName,
} from "../terminal/index.ts";
import { openAgents } from "./agents.ts";
import { defaultModel, modelOptions } from "./default-model.ts";
import { openJudge, openRules } from "./policy.ts";
import { createSecrets, secretDeps } from "./secrets.ts";
import { openStore } from "./stores.ts";

export interface RuntimeOptions {
  loaded: LoadedConfig;
  stateDir: string;
  cwd: string;
  version: string;
  /** Terminals are for a person's own commands (`exec`), not for an agent. */
  isPersonal?: boolean;
  /** No terminal is expected to be opened. */
  isWithoutTerminal?: boolean;
  /** Over what the configuration says. */
  shell?: string;
  /** Set in its terminals, in addition to the usual variables. */
  env?: Record<string, string>;
  /** What becomes of sessions and terminals when the runtime ends; the daemon leaves them to the next one. */
  whenDisposed?: "end" | "leave";
}

/** An engine with everything it needs, in this process, on the shared store. */
export interface Runtime extends AsyncDisposable {
  store: Store;
  engine: Engine;
  terminals: Pick<Terminals, "prepare">;
  /** A client of this engine, connected in memory. */
  connect(from: string): Client;
  readonly defaultSettings: Settings;
  /** Makes the best model that there is a key for the default one. */
  chooseModel(): Promise<void>;
  /** Throws what is wrong with a model's or an agent's name. */
  checkSettings(settings: { model?: string | undefined; agent?: string | undefined }): void;
  /** What is known to be secret here. */
  secrets: Secrets;
  /** What a person should know about their own rules before anything runs. */
  notices: string[];
}

/** What `openRuntime` makes of its options once there are terminals. */
export async function assembleRuntime(options: RuntimeOptions, terminals: Terminals): Promise<Runtime> {
  const { loaded, stateDir, cwd, version } = options;
  const { config } = loaded;
  await using stack = new AsyncDisposableStack();
  // Known before the store is open: what it needs is loaded meanwhile. A person's own commands need none.
  const model = options.isPersonal ? null : defaultModel(config);
  // Its failure is reported where it is awaited, below.
  model?.then(({ id }) => preloadModel(id)).catch(() => {});
  const store = stack.use(await openStore(stateDir));
  const secrets = createSecrets(secretValues(loaded), stateDir);
  // Where a daemon was started says nothing about the work of its sessions.
  const written = openRules(stateDir, options.whenDisposed === "leave" ? null : cwd);
  const rules = createRuleBook(written);
  const defaultModelId = (await model)?.id ?? "none";
  const openModel = (id: string) => createModel(id, config.providers, modelOptions(config, cwd));
  const agents = openAgents(config, { openModel, redact: secrets.redact, defaultModelId });
  const engine = stack.use(
    createEngine({
      store,
      terminals,
      rules,
      findAgent: agents.find,
      modelFor: agents.modelFor,
      judge: openJudge({ loaded, stateDir, rules, secrets }),
      ...secretDeps(secrets),
      ...engineSettings(options),
      endBackgroundJobs,
      openPatternSearch,
      memory: createMemoryFiles({ userDir: configDirectory(process.env) }),
      clock: systemClock,
      newId: createId,
      owner: describeThisProcess(),
      version,
    }),
  );
  const defaultSettings: Settings = {
    agent: config.agent.name,
    model: defaultModelId,
    mode: config.mode,
    thinking: config.agent.thinking,
    maxSteps: config.agent.maxSteps,
  };
  const opened = stack.move();
  return {
    store,
    engine,
    terminals,
    connect: (from) => connectInMemory(engine, store, version, from),
    checkSettings: agents.check,
    secrets,
    notices: policyNotices(await written.rulesAt({ target: "local", cwd })),
    defaultSettings,
    async chooseModel() {
      defaultSettings.model = (await defaultModel(config)).id;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** What the options and the configuration say of the engine. */
function engineSettings({ loaded: { config }, isPersonal, shell, env, whenDisposed = "end" }: RuntimeOptions) {
  return {
    terminalOptions: (target: Target): Partial<TerminalOptions> => ({
      cols: 120,
      rows: 40,
      env: { ...env, ...(!isPersonal && { [agentTerminalVariable]: "1" }) },
      ...terminalOptions(config, target, { loginShell: loginShell(process.env) }),
      ...(shell !== undefined && { shell }),
    }),
    limits: {
      commandTimeoutMs: config.agent.commandTimeoutS * 1000,
      output: { maxBytes: config.output.maxBytes, maxLines: config.output.maxLines },
    },
    lease: { ttlMs: 10_000 },
    whenDisposed,
  };
}

function connectInMemory(engine: Engine, store: Store, version: string, from: string): Client {
  return createClient({
    name: from,
    connect: async () => {
      const [near, far] = createMemoryPipe<ClientMessage | Uint8Array, ServerMessage>();
      void serveConnection(far, {
        requests: engine,
        events: (session, options) => store.subscribe(session, options),
        version,
        sender: { by: `person:${userName()}`, from },
      });
      const sendBytes = (frame: Uint8Array) => {
        near.send(frame);
        return true;
      };
      return { ...near, sendBytes };
    },
  });
}
