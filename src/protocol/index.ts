export {
  AgentClientMessage,
  type AgentMessage,
  AgentSettings,
  type AgentTool,
  type AgentTranslator,
  agentHistory,
  agentRequests,
  createAgentTranslator,
  type StoredMessage,
} from "./dialects/agent-service.ts";
export {
  type Dialect,
  type DialectCall,
  type DialectName,
  type DialectParser,
  type DialectPiece,
  type DialectResult,
  type DialectTool,
  dialectNames,
} from "./dialects/dialect.ts";
export {
  type DialectMessage,
  fromGeminiHistory,
  GeminiAgentRequest,
  GeminiChatRequest,
  GeminiContent,
  GeminiPart,
  toGeminiHistory,
  toGeminiParts,
  toGeminiRequest,
} from "./dialects/gemini.ts";
export { jsonToolDialect, jsonTypeDialect } from "./dialects/json-dialects.ts";
export { xmlDialect } from "./dialects/xml-dialect.ts";
export {
  Envelope,
  type Event,
  eventSchemas,
  isKnownEvent,
  type NewEvent,
  parseEvent,
  parseNewEvent,
  type UnknownEvent,
} from "./envelope.ts";
export {
  Actor,
  Basis,
  Effect,
  type EventBody,
  type EventType,
  eventBodies,
  eventTypes,
  ReportedError,
  Settings,
  StepKind,
  StepOutcome,
  SubgoalStatus,
  ToolCallRef,
  TurnOutcome,
  Verification,
} from "./events.ts";
export { Finding, Hold, Mode, modes, ProtectedHost, patternMark, Risk, Verdict, verdicts } from "./policy.ts";
export { Request, type RequestOf, type RequestType, requestSchemas, requestTypes, SettingsChange } from "./requests.ts";
export { Answered, SessionSummary, WaitingItem } from "./session-summary.ts";
export { decodeTerminalFrame, encodeTerminalFrame, type TerminalFrame } from "./terminal-frames.ts";
export { agentTerminalVariable } from "./terminal-variable.ts";
export {
  CommandOutcome,
  Confidence,
  Foreground,
  LoginWaitingKind,
  OffsetRange,
  StepWaitingKind,
  shellCarriers,
  Target,
  WaitingKind,
  Where,
} from "./terminals.ts";
export { type ToolInput, type ToolName, toolInputs, toolNamed, toolNames } from "./tools.ts";
export { oldestSpokenVersion, protocolVersion } from "./version.ts";
export { ClientMessage, Reply, ServerMessage } from "./wire.ts";
