export { openPatternSearch, type PatternSearch } from "./capture/pattern-search.ts";
export type { CommandResult } from "./contract/command-result.ts";
export type { RunOptions, Terminal, TerminalOptions, Terminals } from "./contract/terminal.ts";
export type { OutputLimits, Screen, TerminalState, WaitCondition } from "./contract/values.ts";
export { mayBeInsideAgentTerminal, refuseInsideAgentTerminal } from "./origin/agent-terminal.ts";
export { originProblem } from "./origin/check-origins.ts";
export { createProgramOrigins, type ProgramOrigin } from "./origin/program-origins.ts";
export { type EndBackgroundJobs, type EndedJobs, endBackgroundJobs } from "./probe/background-jobs.ts";
export { removeTerminalLogs, terminalLogBytes } from "./raw-log/terminal-logs.ts";
export {
  exportRecording,
  filterRecording,
} from "./recording/export-recording.ts";
export {
  advance,
  isOver,
  nextFrameInMs,
  seek,
  seekCommand,
  setPaused,
  setSpeed,
  startPlayback,
} from "./recording/playback.ts";
export {
  readRecording,
  readTerminalSizes,
} from "./recording/recording.ts";
export { drawScreen } from "./screen/draw-screen.ts";
export { prepareScreens, serializeTerminal, type VisibleTerminal } from "./screen/serialize-terminal.ts";
export { watchTerminalLog } from "./screen/watch-terminal-log.ts";
export { shellWords } from "./shells/shell-words.ts";
export { createSshAccess } from "./ssh/ssh-access.ts";
export { createHostFinder, type FoundHost, type HostFinder } from "./ssh-hosts/find-hosts.ts";
export { createHosts, type Hosts } from "./ssh-hosts/hosts.ts";
export { loginShell, userName } from "./system/this-user.ts";
export { createTerminals, type TerminalsOptions } from "./terminals.ts";
export { keyNames, parseKeys, unknownKey } from "./text/keys.ts";
export { createOutputCollector } from "./text/output-limits.ts";
export { stripAnsi } from "./text/strip-ansi.ts";
