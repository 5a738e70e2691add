export {
  AgentClientMessage,
  type AgentMessage,
  agentHistory,
  agentRequests,
  createAgentTranslator,
} from "./dialects/agent-service.ts";
export type {
  Dialect,
  DialectCall,
  DialectName,
  DialectPiece,
} from "./dialects/dialect.ts";
export {
  type DialectMessage,
  fromGeminiHistory,
  GeminiAgentRequest,
  GeminiChatRequest,
  GeminiPart,
  toGeminiParts,
} from "./dialects/gemini.ts";
export { jsonToolDialect, jsonTypeDialect } from "./dialects/json-dialects.ts";
export { xmlDialect } from "./dialects/xml-dialect.ts";
export {
  Envelope,
  type Event,
  eventSchemas,
  isKnownEvent,
  type NewEvent,
  type UnknownEvent,
} from "./envelope.ts";
export {
  Actor,
  chatAgent,
  type EventBody,
  type EventType,
  eventTypes,
  ReportedError,
  Settings,
  StepOutcome,
  ToolCallRef,
  TurnOutcome,
  Verification,
} from "./events.ts";
export { gitLooks } from "./git-looks.ts";
export { CommandWord, canBeAsked, commandWordsMost, OwnName } from "./own-names.ts";
export { Finding, Hold, Mode, modes, ProtectedHost, patternMark, Risk, Verdict, verdicts } from "./policy.ts";
export {
  Request,
  type RequestOf,
  requestSchemas,
  SessionRequest,
  SettingsChange,
} from "./requests.ts";
export { Answered, LastEnd, SessionSummary, WaitingItem } from "./session-summary.ts";
export { isShellName, type ShellName, shellNames } from "./shells.ts";
export {
  Basis,
  Effect,
  type JudgementFields,
  judgementIn,
  ProposedStep,
  proposedStepIn,
  StepKind,
  wholeJudgement,
} from "./step.ts";
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
export { oldestSpokenVersion, protocolVersion } from "./version.ts";
export { ClientMessage, Reply, ServerMessage } from "./wire.ts";
