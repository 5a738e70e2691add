import * as z from "zod";

const reasoning = z.string().default("").describe("Why this step, in one sentence, for the person who watches.");

/** The tools an agent may call. What a model sends is checked against these before anything else happens. */
export const toolInputs = {
  run_command: z
    .strictObject({
      command: z.string().min(1).describe("The shell command, exactly as it will be typed."),
      reasoning,
      timeout_seconds: z
        .number()
        .positive()
        .max(86_400)
        .optional()
        .describe("After this long the command is reported as still running; it is not killed."),
    })
    .describe(
      "Run a command in the shared terminal and get its output and exit code. Prefer it for everything a shell can do.",
    ),
  send_keys: z
    .strictObject({
      keys: z
        .string()
        .min(1)
        .describe(
          'Keys separated by spaces, for example "y Enter", "Ctrl+C", "Down Down Enter". Other words are typed as they are.',
        ),
      reasoning,
    })
    .describe(
      "Type keys into the program that is running in the terminal: answer a prompt, leave a pager, cancel with Ctrl+C. Not for shell commands.",
    ),
  task_complete: z
    .strictObject({
      summary: z.string().describe("What was done and what the result is."),
      checks: z
        .array(z.string().min(1))
        .max(10)
        .optional()
        .describe(
          "Read-only commands that exit with 0 when the task is really done; they are run and shown as evidence.",
        ),
    })
    .describe("Call this once the whole task is done."),
} as const;

export type ToolName = keyof typeof toolInputs;
export const toolNames = Object.keys(toolInputs) as ToolName[];
export type ToolInput<T extends ToolName> = z.infer<(typeof toolInputs)[T]>;

/** Other names models use for the same tools. */
const aliases = new Map<string, ToolName>([
  ["run_terminal_command", "run_command"],
  ["run_cmd", "run_command"],
  ["shell", "run_command"],
  ["end_turn", "task_complete"],
]);

/** The tool a model means, or null when there is none of that name. */
export function toolNamed(name: string): ToolName | null {
  if (Object.hasOwn(toolInputs, name)) return name as ToolName;
  return aliases.get(name) ?? null;
}
