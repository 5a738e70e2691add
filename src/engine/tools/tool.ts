import type * as z from "zod";
import type { ToolRequest, ToolResult } from "../../agents/index.ts";
import type { Terminal } from "../../terminal/index.ts";
import type { StepEnd, StepPlan } from "../step/run-step.ts";
import type { TurnContext } from "../step/turn-context.ts";

/** One call of a tool, checked against its schema. */
export interface Use<Input> {
  request: ToolRequest;
  input: Input;
  context: TurnContext;
  signal: AbortSignal;
}

/** The same for a tool that works in a terminal. */
export interface StepUse<Input> extends Use<Input> {
  terminal: Terminal;
  /** Planning a change may itself take a step: to read what nobody may read unasked. */
  mayAsk: boolean;
}

/**
 * The step that a call asks for; or what the agent is told where there is nothing to do; or the end of a step that had
 * to come first and was not allowed.
 */
export type Planned = { plan: StepPlan } | { answer: ToolResult } | { ended: StepEnd };

interface Described<Schema extends z.ZodType> {
  name: string;
  /** Other names that models use for it. */
  aliases?: readonly string[];
  /** What a model is told of it, and what it may send. */
  input: Schema;
  /** The occasions for it, for the prompt: "a shell command". */
  when?: string;
  /** How to work with it: a line of the prompt. */
  guide?: string;
  /** For people: a line of the docs. */
  about: string;
  /** It changes nothing and may well be repeated, to see what has changed meanwhile. */
  mayRepeat?: true;
  /** What a call really means, where a model writes it in another form; null where it means what it says. */
  meant?(request: ToolRequest): Pick<ToolRequest, "name" | "input"> | null;
}

/** A tool that reaches a terminal or a file, through one step. */
export interface StepTool<Schema extends z.ZodType = z.ZodType> extends Described<Schema> {
  plan(use: StepUse<z.output<Schema>>): Planned | Promise<Planned>;
}

/** A tool that changes the session alone. */
export interface SessionTool<Schema extends z.ZodType = z.ZodType> extends Described<Schema> {
  answer(use: Use<z.output<Schema>>): Promise<ToolResult>;
}

export type Tool = StepTool | SessionTool;

export const stepTool = <Schema extends z.ZodType>(tool: StepTool<Schema>): StepTool<Schema> => tool;
export const sessionTool = <Schema extends z.ZodType>(tool: SessionTool<Schema>): SessionTool<Schema> => tool;
