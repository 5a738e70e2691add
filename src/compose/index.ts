/** The one place that builds real things and hands them to each other. */

export { redactValue, type SessionRunner } from "../engine/index.ts";
export { type CheckResult, type ProviderReport, runbookModelId } from "../models/index.ts";
export { type DaemonCard, findDaemon, isDaemonLocked, loginLink } from "../server/index.ts";
export {
  exportRecording,
  filterRecording,
  loginShell,
  originProblem,
  readRecording,
  shellWords,
  stripAnsi,
  userName,
} from "../terminal/index.ts";
export { type AgentInfo, listAgents, openAgentPreview } from "./agent-reports.ts";
export { mayBeInsideAgentTerminal, refuseInsideAgentTerminal } from "./agent-terminal.ts";
export { drawsWithoutSecrets } from "./draws-without-secrets.ts";
export { type Hosts, openHosts } from "./hosts.ts";
export { checkOneModel, openModelReport, openRunbooks } from "./model-reports.ts";
export { type Daemon, daemonLogPath, knownCredentials, openDaemon, openDaemonCredentials } from "./open-daemon.ts";
export { playback } from "./playback.ts";
export { openPolicy, type PolicyReport, trustRulesOf } from "./policy-report.ts";
export { createSecrets } from "./secrets.ts";
export { createServerDeps } from "./server-deps.ts";
export { removeSessionFiles } from "./session-files.ts";
export { headLine, openStore, openStoreToRead, parseHeadLine, sessionOwner } from "./stores.ts";
export { openWorld, type World } from "./world.ts";
