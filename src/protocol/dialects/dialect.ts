/**
 * A way for a model without function calling to call tools in plain text. What does not parse as a call is an answer;
 * no part of a call is ever shown as text.
 */
export interface Dialect {
  readonly name: DialectName;
  /** What the model is told beside its own system prompt. */
  prompt(tools: readonly DialectTool[]): string;
  /** Where the provider may stop the model: right after a call. */
  stopSequences(tools: readonly DialectTool[]): string[];
  formatCall(call: DialectCall): string;
  formatResult(result: DialectResult): string;
  createParser(tools: readonly DialectTool[]): DialectParser;
}

export const dialectNames = ["json-type", "json-tool", "xml"] as const;
export type DialectName = (typeof dialectNames)[number];

export interface DialectTool {
  name: string;
  /** Other names that models use for it. */
  aliases?: readonly string[];
  description: string;
  inputSchema: Record<string, unknown>;
}

export interface DialectCall {
  name: string;
  input: Record<string, unknown>;
}

export interface DialectResult {
  name: string;
  output: string;
  isError: boolean;
}

export type DialectPiece = { type: "text"; text: string } | { type: "call"; call: DialectCall };

/** Reads an answer as it arrives. */
export interface DialectParser {
  push(chunk: string): DialectPiece[];
  /** `isWhole` is false where the answer was cut off by its length: then half a call is no call. */
  end(options: { isWhole: boolean }): DialectPiece[];
}

/** The name of the tool that is meant, or null when there is none. */
export function toolNamed(name: string, tools: readonly DialectTool[]): string | null {
  const tool = tools.find((each) => each.name === name) ?? tools.find((each) => each.aliases?.includes(name));
  return tool?.name ?? null;
}

/** One line for each tool: its name, its inputs and what it does. */
export function describeTools(tools: readonly DialectTool[]): string {
  return tools
    .map((tool) => `- ${tool.name}(${inputNames(tool).join(", ")}): ${tool.description.replaceAll(/\s+/g, " ").trim()}`)
    .join("\n");
}

function inputNames({ inputSchema }: DialectTool): string[] {
  const required = Array.isArray(inputSchema["required"]) ? inputSchema["required"] : [];
  return Object.keys(propertiesOf(inputSchema)).map((name) => (required.includes(name) ? name : `${name}?`));
}

export function propertiesOf(schema: Record<string, unknown>): Record<string, Record<string, unknown>> {
  const properties = schema["properties"];
  return typeof properties === "object" && properties !== null
    ? (properties as Record<string, Record<string, unknown>>)
    : {};
}
