export type {
  Agent,
  AgentEvent,
  AgentTools,
  HistoryItem,
  KnowledgeFile,
  TargetFacts,
  ToolRequest,
  ToolResult,
  TurnInput,
} from "./agent.ts";
export { type BuiltinAgentOptions, createBuiltinAgent, createChatAgent } from "./builtin-agent.ts";
export type { HistoryPolicy } from "./history.ts";
export { createMemoryFiles, type MemoryFiles } from "./memory.ts";
export { previewRequest, type RequestPreview } from "./preview-request.ts";
export type { Budget } from "./turn-limits.ts";
