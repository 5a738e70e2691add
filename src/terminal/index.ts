export { type EndBackgroundJobs, type EndedJobs, endBackgroundJobs } from "./background-jobs.ts";
export { openPatternSearch, type PatternSearch } from "./capture/pattern-search.ts";
export type { HostRegister } from "./host/host-register.ts";
export type { HostStep } from "./hosts/check-host.ts";
export { createHostFinder, type FoundHost, type HostFinder } from "./hosts/find-hosts.ts";
export { createHosts, type HostSettings, type Hosts } from "./hosts/hosts.ts";
export type { HostList, KnownHost } from "./hosts/list-hosts.ts";
export { parseKeys } from "./keys.ts";
export { mayBeInsideAgentTerminal, refuseInsideAgentTerminal } from "./origin/agent-terminal.ts";
export { originProblem } from "./origin/check-origins.ts";
export { createProgramOrigins, type ProgramOrigin } from "./origin/program-origins.ts";
export {
  exportRecording,
  filterRecording,
  type RecordingFormat,
  recordingFormats,
  type TextFilter,
} from "./recording/export-recording.ts";
export {
  advance,
  isOver,
  nextFrameInMs,
  type Playback,
  type Shown,
  seek,
  seekCommand,
  setPaused,
  setSpeed,
  startPlayback,
} from "./recording/playback.ts";
export { readCast } from "./recording/read-cast.ts";
export {
  type Recording,
  type RecordingEvent,
  type RecordingHeader,
  readRecording,
  readTerminalSizes,
} from "./recording/recording.ts";
export { drawScreen } from "./screen/draw-screen.ts";
export { prepareScreens, serializeTerminal, type VisibleTerminal } from "./screen/serialize-terminal.ts";
export { shellWords } from "./shells/shell-words.ts";
export { createSshAccess, type SshAccess } from "./ssh/ssh-access.ts";
export { stripAnsi } from "./strip-ansi.ts";
export type {
  CommandResult,
  OutputChunk,
  OutputLimits,
  RunOptions,
  Screen,
  SideResult,
  Terminal,
  TerminalEnd,
  TerminalOptions,
  TerminalState,
  Terminals,
  WaitCondition,
  Writer,
} from "./terminal.ts";
export { listTerminalLogs, removeTerminalLogs } from "./terminal-logs.ts";
export { createTerminals, type TerminalsOptions } from "./terminals.ts";
export { loginShell, userName } from "./this-user.ts";
export { watchTerminalLog } from "./watch-terminal-log.ts";
