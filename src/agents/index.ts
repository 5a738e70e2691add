export type {
  Agent,
  AgentEvent,
  AgentTools,
  HistoryItem,
  KnowledgeFile,
  OfferedTool,
  TargetFacts,
  ToolRequest,
  ToolResult,
  TurnInput,
} from "./agent.ts";
export { type Agents, createAgents } from "./agent-set.ts";
export { createBuiltinAgent, createChatAgent } from "./builtin-agent.ts";
export { type AgentInfo, askNoModel, describeAgents } from "./describe-agents.ts";
export { historyPolicy } from "./history.ts";
export { knownAgents } from "./known-agents.ts";
export { createMemoryFiles } from "./memory.ts";
export { type AgentPreview, previewAgent } from "./preview-agent.ts";
export { withoutSecrets } from "./without-secrets.ts";
