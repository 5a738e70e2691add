import { type Dialect, type DialectResult, describeTools } from "./dialect.ts";
import { createJsonParser } from "./json-parser.ts";

function formatResult({ name, output, isError }: DialectResult): string {
  return `[${isError ? "failure" : "result"} of ${name}]\n${output}`;
}

/** `{"type":"answer","text":"…"}` and `{"type":"shell","command":"…","reason":"…"}`. */
export const jsonTypeDialect: Dialect = {
  name: "json-type",
  prompt(tools) {
    const others = tools.filter(({ name }) => name !== "run_command");
    const more =
      others.length === 0
        ? ""
        : `\nTo use another tool: {"type": "tool", "tool": "NAME", "input": {…}}\nThe tools are:\n${describeTools(others)}`;
    return `Reply with exactly one JSON object and nothing else.
To run a shell command: {"type": "shell", "command": "…", "reason": "why it is needed"}
To answer without running anything: {"type": "answer", "text": "…"}${more}
After a command you are given its result; only then decide on the next one. Never write a result yourself.`;
  },
  stopSequences: () => [],
  formatCall({ name, input }) {
    const { command, reasoning, ...others } = input;
    const isPlain = name === "run_command" && typeof command === "string" && typeof reasoning === "string";
    return isPlain && Object.keys(others).length === 0
      ? JSON.stringify({ type: "shell", command, reason: reasoning })
      : JSON.stringify({ type: "tool", tool: name, input });
  },
  formatResult,
  createParser: createJsonParser,
};

/** `{"tool":"run_cmd","command":"…"}`, anything else being the answer. */
export const jsonToolDialect: Dialect = {
  name: "json-tool",
  prompt(tools) {
    const others = tools.filter(({ name }) => name !== "run_command");
    const more =
      others.length === 0
        ? ""
        : `\nThe other tools are called the same way, {"tool": "NAME", "input": {…}}:\n${describeTools(others)}`;
    return `When a task needs a command, you MUST respond with a JSON tool call:
{"tool": "run_cmd", "command": "<shell command here>"}

Rules:
1. Only output the raw JSON when you need to run a command. No markdown, no explanation before it.
2. If you can answer without running a command, just respond with plain text.
3. After seeing command output, provide a clear summary of what happened.
4. Be concise but informative.
5. For dangerous commands (rm -rf, etc.), warn the user in your response.
6. One tool call in a reply; its result comes in the next message. Never write a result yourself.

Examples:
- User: "List all running node processes"
  Response: {"tool": "run_cmd", "command": "pgrep -l node"}
- User: "What's my current directory?"
  Response: {"tool": "run_cmd", "command": "pwd"}
- User: "What is 2+2?"
  Response: 4${more}`;
  },
  stopSequences: () => [],
  formatCall({ name, input }) {
    const { command, reasoning, ...others } = input;
    const isPlain = name === "run_command" && typeof command === "string" && Object.keys(others).length === 0;
    if (isPlain && (reasoning === undefined || reasoning === "")) return JSON.stringify({ tool: "run_cmd", command });
    if (isPlain && typeof reasoning === "string") return JSON.stringify({ tool: "run_cmd", command, reasoning });
    return JSON.stringify({ tool: name, input });
  },
  formatResult,
  createParser: createJsonParser,
};
