import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { createMemoryFiles } from "./agents/index.ts";
import { createId, createMemoryPipe, systemClock, UserError } from "./base/index.ts";
import { type Client, createClient } from "./client/index.ts";
import { createAgents, previewAgent } from "./compose/agents.ts";
import { loadPolicyFiles, type PolicyFiles, type PolicyPlaces, policyPlaces } from "./compose/policy-files.ts";
import { createPolicyReport, type PolicyReport } from "./compose/policy-report.ts";
import { createRuleBook } from "./compose/rule-book.ts";
import { createSecrets, type Secrets } from "./compose/secrets.ts";
import { type Config, configDirectory, describeOrigin, type LoadedConfig, secretValues } from "./config/index.ts";
import {
  agentTerminalVariable,
  createEngine,
  createPolicyJudge,
  type Engine,
  type HostPolicy,
  type SessionRunner,
} from "./engine/index.ts";
import {
  type CheckResult,
  type ChosenModel,
  checkModel,
  chooseModel,
  createModel,
  describeModels,
  listRunbooks,
  type ModelOptions,
  type ProviderReport,
  parseModelId,
  preloadModel,
} from "./models/index.ts";
import { compileDangerousPatterns } from "./policy/index.ts";
import type { ClientMessage, ServerMessage, Settings, Target } from "./protocol/index.ts";
import { serveConnection } from "./server/index.ts";
import {
  describeThisProcess,
  liveOwnerOf,
  type OwnerId,
  openSqliteStore,
  type SessionRow,
  type Store,
} from "./store/index.ts";
import {
  advance,
  createHosts,
  createSshAccess,
  createTerminals,
  type Hosts,
  isOver,
  nextFrameInMs,
  parseKeys,
  seek,
  seekCommand,
  setPaused,
  setSpeed,
  startPlayback,
  type TerminalOptions,
} from "./terminal/index.ts";

/** The one place that builds real things and hands them to each other. */

export function openStore(stateDir: string): Promise<Store> {
  return openSqliteStore({ directory: stateDir });
}

/** To look back: works on a backup that is mounted read-only and on a full disk, too. */
export function openStoreToRead(stateDir: string): Promise<Store> {
  return openSqliteStore({ directory: stateDir, mayBeReadOnly: true });
}

/** The process that works on a session now; null when it is gone, or when nobody does. */
export function sessionOwner(row: SessionRow): OwnerId | null {
  return liveOwnerOf(row, systemClock.now());
}

export function openHosts({ config }: LoadedConfig, env: NodeJS.ProcessEnv): Hosts {
  return createHosts({ ours: config.hosts, env });
}

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
  /** A client of this engine, connected in memory. */
  connect(from: string): Client;
  defaultSettings: Settings;
  /** Throws what is wrong with a model's or an agent's name. */
  checkSettings(settings: Settings): void;
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
  const terminals = stack.use(
    createTerminals({
      stateDir,
      sshAgent: config.terminal.forwardSshAgent,
      capBytes: config.terminal.rawLogMb * 1_000_000,
      whenDisposed: options.whenDisposed ?? "end",
    }),
  );
  const secrets = createSecrets(secretValues(loaded));
  const policyFiles = await loadPolicyFiles(policyPlacesFor(stateDir, loaded));
  const rules = createRuleBook(policyFiles);
  const agents = createAgents({
    config,
    openModel: (id) => createModel(id, config.providers, modelOptions(config, cwd)),
    defaultModelId: (await model).id,
  });
  const engine = stack.use(
    createEngine({
      store,
      terminals,
      findAgent: agents.find,
      judge: createPolicyJudge({
        dangerousPatterns: compileDangerousPatterns(configuredPatterns(loaded)).patterns,
        rules: (session) => rules.rulesFor(session),
        hostPolicy: (target) => hostPolicy(config, target),
        parseKeys,
      }),
      clean: secrets.clean,
      redact: secrets.redact,
      addSecret: secrets.add,
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
        ...(target === "local" ? shellOption(config.terminal.shell) : hostOptions(config, target)),
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
    connect: (from) => connectInMemory(engine, store, version, from),
    checkSettings({ model, agent }) {
      parseModelId(model);
      if (!agents.find(agent)) {
        throw new UserError("usage.agent", `There is no agent "${agent}".`, "See which there are: cotty agents");
      }
    },
    secrets,
    notices: policyNotices(policyFiles),
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
        sender: { by: `person:${userInfo().username}`, from },
      });
      return near;
    },
  });
}

/** The model that is configured for the agent in use, else the best one there is a key or a server for. */
export async function defaultModel(config: Config): Promise<ChosenModel> {
  const forMode = config.agent.name === "chat" ? config.models.chat : config.models.agent;
  const configured = forMode ?? config.model;
  if (configured !== null) return { id: configured, reason: "it is configured" };
  return await chooseModel(config.providers, { signal: AbortSignal.timeout(2000) });
}

/** The user's own ssh, for models on other hosts; nothing happens before it is used. */
const sshAccess = createSshAccess({ env: process.env });

function modelOptions(config: Config, cwd: string): ModelOptions {
  return { cwd, userRunbooksDir: runbooksDir(config), ssh: sshAccess };
}

/** What `cotty policy` asks. */
export async function openPolicy(loaded: LoadedConfig, stateDir: string): Promise<PolicyReport> {
  const places = policyPlacesFor(stateDir, loaded);
  const files = await loadPolicyFiles(places);
  return createPolicyReport(files, compileDangerousPatterns(configuredPatterns(loaded)), places);
}

/** The agents that `cotty agents` lists. */
export function listAgents({ config }: LoadedConfig): readonly AgentInfo[] {
  const openModel = () => Promise.reject(new Error("Nothing is asked to list agents."));
  return createAgents({ config, openModel, defaultModelId: "" })
    .list()
    .map(({ name, about = "", usesTarget = true }) => ({
      name,
      about,
      usesTarget,
      isDefault: name === config.agent.name,
    }));
}

export interface AgentInfo {
  name: string;
  about: string;
  usesTarget: boolean;
  isDefault: boolean;
}

/** The first request an agent would send for a task in this folder; null when there is no such agent. */
export async function openAgentPreview(loaded: LoadedConfig, name: string, options: { cwd: string; task: string }) {
  const { config } = loaded;
  const { clean } = createSecrets(secretValues(loaded));
  return previewAgent(name, { config, defaultModelId: (await defaultModel(config)).id, clean, ...options });
}

/** What `cotty models` shows. */
export async function openModelReport(
  { config }: LoadedConfig,
  options: { signal: AbortSignal },
): Promise<{ chosen: ChosenModel; providers: ProviderReport[] }> {
  const [chosen, providers] = await Promise.all([
    defaultModel(config),
    describeModels(config.providers, { ...options, ssh: sshAccess }),
  ]);
  return { chosen, providers };
}

/** The runbooks there are, and those of the person that cannot be used. */
export function openRunbooks({ config }: LoadedConfig) {
  return listRunbooks({ userRunbooksDir: runbooksDir(config) });
}

/** One small request to a model: the one in use, or the one that is named. */
export async function checkOneModel(
  { config }: LoadedConfig,
  id: string | undefined,
  options: { cwd: string; signal: AbortSignal },
): Promise<CheckResult> {
  const checked = id ?? (await defaultModel(config)).id;
  return await checkModel(checked, config.providers, {
    ...modelOptions(config, options.cwd),
    signal: options.signal,
  });
}

function shellOption(shell: string | null): { shell?: string } {
  return shell === null ? {} : { shell };
}

export function runbooksDir(config: Config): string {
  return config.runbooks.dir ?? join(configDirectory(process.env), "runbooks");
}

function policyPlacesFor(stateDir: string, loaded: LoadedConfig): PolicyPlaces {
  const project = loaded.files.project;
  return policyPlaces({
    configDir: configDirectory(process.env),
    stateDir,
    projectDir: project === null ? process.cwd() : dirname(dirname(project)),
  });
}

function policyNotices(files: PolicyFiles): string[] {
  const problems = files.problems.map(({ file, line, reason }) => `${file}:${line}: this rule is not used: ${reason}`);
  if (files.untrusted === null) return problems;
  return [
    ...problems,
    `${files.untrusted} is not trusted: only what tightens in it holds. Read it, then: cotty policy trust`,
  ];
}

/** Null where the list is the default one: its patterns mark a command, those of a person make it danger. */
function configuredPatterns(loaded: LoadedConfig): readonly string[] | undefined {
  const origin = loaded.origins.get("dangerous_patterns");
  return origin === undefined || describeOrigin(origin) === "default" ? undefined : loaded.config.dangerousPatterns;
}

/** What the configuration says of the host that a target names; this machine's own shell is not meant for others. */
function hostOptions(config: Config, target: Target): Partial<TerminalOptions> {
  const name = target.replace(/^ssh:/, "");
  const entry = Object.hasOwn(config.hosts, name) ? config.hosts[name] : undefined;
  return {
    ...(entry?.integration === "off" && { integration: "off" }),
    ...(entry?.shell && { shell: entry.shell }),
    ...(entry?.destination && { destination: entry.destination }),
  };
}

/** The policy of the host that a target names, by its name in the configuration or by what ssh is given. */
function hostPolicy(config: Config, target: Target): HostPolicy {
  const name = target.replace(/^ssh:/, "");
  const entry = config.hosts[name] ?? Object.values(config.hosts).find((host) => host.destination === name);
  return (entry?.policy as HostPolicy | undefined) ?? "default";
}

export { isInsideAgentTerminal, refuseInsideAgentTerminal } from "./engine/index.ts";
export { runbookModelId } from "./models/index.ts";
export { exportRecording, readRecording, removeTerminalLogs, stripAnsi } from "./terminal/index.ts";
export type { CheckResult, PolicyReport, ProviderReport, SessionRunner };

export const playback = { advance, isOver, nextFrameInMs, seek, seekCommand, setPaused, setSpeed, startPlayback };
export { createSecrets } from "./compose/secrets.ts";
