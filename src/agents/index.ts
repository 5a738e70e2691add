export type {
  Agent,
  AgentEvent,
  AgentTools,
  HistoryItem,
  TargetFacts,
  ToolRequest,
  ToolResult,
  TurnInput,
} from "./agent.ts";
export { type BuiltinAgentOptions, createBuiltinAgent } from "./builtin-agent.ts";
export { createMemoryFiles, type MemoryFiles } from "./memory.ts";
