export type {
  CommandResult,
  Foreground,
  OutputChunk,
  OutputLimits,
  RunOptions,
  Screen,
  SideResult,
  Terminal,
  TerminalOptions,
  TerminalState,
  Terminals,
  WaitCondition,
  Writer,
} from "./terminal.ts";
export { createTerminals, type TerminalsOptions } from "./terminals.ts";
