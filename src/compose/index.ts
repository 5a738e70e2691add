/** The one place that builds real things and hands them to each other. */

export { type PolicyReport, redactValue, type SessionRunner } from "../engine/index.ts";
export { type ProviderReport, runbookModelId } from "../models/index.ts";
export { type DaemonCard, findDaemon, isDaemonLocked, loginLink } from "../server/index.ts";
export {
  type CommandResult,
  createOutputCollector,
  exportRecording,
  filterRecording,
  keyNames,
  loginShell,
  originProblem,
  readRecording,
  shellWords,
  stripAnsi,
  unknownKey,
  userName,
} from "../terminal/index.ts";
export { mayBeInsideAgentTerminal, refuseInsideAgentTerminal } from "./agent-terminal.ts";
export { listAgents, openAgentPreview } from "./agents.ts";
export { openModelAsker } from "./default-model.ts";
export { type Hosts, openHosts } from "./hosts.ts";
export { openProviderKeys } from "./keys.ts";
export { checkOneModel, checkRunbook, openModelReport, openRunbooks } from "./model-reports.ts";
export { daemonLogPath, knownCredentials, openDaemon, openDaemonCredentials } from "./open-daemon.ts";
export { openRuntime } from "./open-runtime.ts";
export { playback } from "./playback.ts";
export { followPolicy, openPolicy, trustRulesOf } from "./policy.ts";
export type { Runtime } from "./runtime.ts";
export { createSecrets, drawsWithoutSecrets } from "./secrets.ts";
export { createServerDeps } from "./server-deps.ts";
export { removeSessionFiles, sessionBytes } from "./session-files.ts";
export { endProcess, headLine, openStore, openStoreToRead, parseHeadLine, sessionOwner } from "./stores.ts";
