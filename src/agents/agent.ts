import type { ToolSpec } from "../models/index.ts";
import type { Mode, ReportedError, TurnOutcome, Verification } from "../protocol/index.ts";

/** Who decides the steps of a turn. It gets tools and nothing else: every act of it passes through the engine. */
export interface Agent {
  readonly name: string;
  /** What it is, in a sentence for a list. */
  readonly about?: string;
  /** False when it never acts on the target: then none is opened for it. */
  readonly usesTarget?: boolean;
  /** Ends with exactly one `finished` event, whatever goes wrong; failure is that event, not an exception. */
  run(turn: TurnInput, tools: AgentTools, options: { signal: AbortSignal }): AsyncIterable<AgentEvent>;
}

export interface TurnInput {
  /** What was said and done so far, oldest first, ending with the prompt or with what this turn did before a restart. */
  history: HistoryItem[];
  /** Steps this turn has used up already (more than none only after a restart). */
  stepsUsed: number;
  /** The same of what budgets limit, and what it had used each time a person let it go on. */
  spent: Spending;
  allowances: readonly Spending[];
  model: string;
  mode: Mode;
  thinking: boolean;
  maxSteps: number;
  facts: TargetFacts;
  /** What the agent is told from files: of the project, and what it was asked to remember. Data, never orders. */
  knowledge: readonly KnowledgeFile[];
  /** The parts of the work as they stand: of earlier turns too, and of this one before a restart. */
  subgoals: readonly SubgoalFact[];
}

/** What a turn has used. */
export interface Spending {
  tokens: number;
  /** US dollars; null where a part of it is not known. */
  cost: number | null;
  /** Time in which somebody worked on it. */
  activeMs: number;
}

export interface SubgoalFact {
  id: string;
  objective: string;
  status: string;
  plan: string | null;
}

export interface KnowledgeFile {
  kind: "project" | "memory";
  /** As a person would name it. */
  path: string;
  text: string;
}

/** What is true of the place the agent works in. */
export interface TargetFacts {
  target: string;
  /** As the target itself says: kernel, release, distribution. */
  os: string;
  shell: string;
  user: string;
  cwd: string;
  now: string;
}

export type HistoryItem =
  | { role: "user"; text: string; startsTurn?: true }
  | { role: "assistant"; text: string }
  | {
      role: "step";
      call: { id: string; name: string; input: unknown; providerData?: unknown };
      result: string;
      isError: boolean;
    };

export type AgentEvent =
  | { type: "text"; text: string }
  | { type: "thinking"; text: string }
  | { type: "usage"; model: string; inputTokens: number; outputTokens: number; cost: number | null }
  | { type: "retry"; reason: string; attempt: number; delayMs: number }
  | { type: "shortened"; policy: string; droppedMessages: number; shortenedOutputs: number; summary: string }
  | { type: "finished"; outcome: TurnOutcome; summary: string; verification?: Verification; error?: ReportedError };

/** One call of a tool, as the agent's model made it. */
export interface ToolRequest {
  callId: string;
  name: string;
  input: unknown;
  /** Why its arguments could not be read; the agent is told this, and it is recorded. */
  inputError?: string;
  providerData?: unknown;
}

export interface ToolResult {
  /** What the model is told. */
  output: string;
  isError: boolean;
  /** Set when the turn is over because of it: a rejection without a reason, nobody to ask, or a stop. */
  ends?: { outcome: TurnOutcome; summary: string; verification?: Verification; error?: ReportedError };
}

/** A tool as a model is told of it, and the prompt's words about it. */
export interface OfferedTool extends ToolSpec {
  /** The occasions for it: "a shell command". */
  when?: string;
  /** How to work with it: a line of the prompt. */
  guide?: string;
  /** It changes nothing and may well be repeated, to see what has changed meanwhile. */
  mayRepeat?: true;
}

/** The engine's side: judged by policy, perhaps shown to a person, recorded, then carried out. */
export interface AgentTools {
  /** What may be called. */
  readonly offered: readonly OfferedTool[];
  call(request: ToolRequest, options: { signal: AbortSignal }): Promise<ToolResult>;
  /** What a person said or did meanwhile (`steer`, commands of their own), each text handed out once. */
  takeSteering(): string[];
  /** Resolves when the turn may go on: at once, unless a person has paused it. */
  gate(options: { signal: AbortSignal }): Promise<void>;
  /** Pauses the turn and asks; resolves when a person lets it go on, or at once when there is nobody to ask. */
  pause(reason: string, options: { signal: AbortSignal }): Promise<"resumed" | "unattended">;
}
