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
