import * as z from "zod";

const reasoning = z.string().default("").describe("Why this step, in one sentence, for the person who watches.");
const path = z.string().min(1).max(4096);
const subgoalId = z.string().min(1).max(100);
const subgoalStatus = z.enum(["NOT_STARTED", "IN_PROGRESS", "COMPLETE", "ABORTED"]);
const seconds = z.number().positive().max(86_400);

/** The tools an agent may call. What a model sends is checked against these before anything else happens. */
export const toolInputs = {
  run_command: z
    .strictObject({
      command: z.string().min(1).max(100_000).describe("The shell command, exactly as it will be typed."),
      reasoning,
      timeout_seconds: seconds
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
        .max(10_000)
        .describe(
          'Keys separated by spaces, for example "y Enter", "Ctrl+C", "Down Down Enter". Other words are typed as they are.',
        ),
      reasoning,
    })
    .describe(
      "Type keys into the program that is running in the terminal: answer a prompt, leave a pager, cancel with Ctrl+C. Not for shell commands.",
    ),
  read_screen: z
    .strictObject({ reasoning })
    .describe("Look at the terminal's screen as it is now, without typing anything."),
  wait_for: z
    .strictObject({
      until: z
        .enum(["exit", "pattern", "idle"])
        .describe("The running command has ended; its output matches; it prints nothing new."),
      pattern: z.string().min(1).max(1000).optional().describe("A regular expression, for until = pattern."),
      idle_seconds: seconds.optional().describe("How long it must be quiet, for until = idle."),
      timeout_seconds: seconds.optional(),
      reasoning,
    })
    .describe("Wait for a command that was reported as still running."),
  ask_user: z
    .strictObject({
      question: z.string().min(1).max(10_000),
      choices: z.array(z.string().min(1).max(500)).max(10).optional(),
    })
    .describe(
      "Ask the person something only they can know or decide. Not for approvals: those are asked by themselves.",
    ),
  read_files: z
    .strictObject({ paths: z.array(path).min(1).max(20), reasoning })
    .describe("Read text files on the target. Paths are relative to the terminal's folder, or absolute."),
  write_file: z
    .strictObject({ path, content: z.string().max(100_000), reasoning })
    .describe("Write a whole text file on the target, in one piece; the person sees the difference first."),
  edit_file: z
    .strictObject({
      path,
      edits: z
        .array(z.strictObject({ find: z.string().min(1).max(50_000), replace: z.string().max(50_000) }))
        .min(1)
        .max(50)
        .describe("Each `find` must occur exactly once in the file as it is then."),
      reasoning,
    })
    .describe("Change parts of a text file on the target; the person sees the difference first."),
  code_search: z
    .strictObject({
      pattern: z.string().min(1).max(1000).describe("A regular expression, as ripgrep and grep -E understand it."),
      path: path.optional().describe("A folder or file; the terminal's folder if left out."),
      reasoning,
    })
    .describe("Search the content of files on the target."),
  add_subgoal: z
    .strictObject({
      id: subgoalId,
      objective: z.string().min(1).max(2000),
      status: subgoalStatus.default("IN_PROGRESS"),
      plan: z.string().max(5000).optional(),
    })
    .describe("Note a part of the task, to plan and to show progress."),
  update_subgoal: z
    .strictObject({
      id: subgoalId,
      status: subgoalStatus.optional(),
      plan: z.string().max(5000).optional(),
      log: z.string().max(5000).optional().describe("What was done; added to what was logged before."),
    })
    .describe("Say how far a part of the task is."),
  remember: z
    .strictObject({
      text: z.string().min(1).max(2000).describe("One fact that will be useful in later sessions. Never a secret."),
      scope: z.enum(["project", "user"]).default("project"),
      reasoning,
    })
    .describe("Keep a fact for later sessions, in a file the person can read and edit."),
  task_complete: z
    .strictObject({
      summary: z.string().max(20_000).describe("What was done and what the result is."),
      checks: z
        .array(z.string().min(1).max(10_000))
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
// A Map, because a model may call any name: on an object, "constructor" would find Object's own function.
const aliases = new Map<string, ToolName>([
  ["run_terminal_command", "run_command"],
  ["run_cmd", "run_command"],
  ["shell", "run_command"],
  ["read_terminal", "read_screen"],
  ["end_turn", "task_complete"],
]);

/** The tool a model means, or null when there is none of that name. */
export function toolNamed(name: string): ToolName | null {
  if (Object.hasOwn(toolInputs, name)) return name as ToolName;
  const alias = aliases.get(name);
  if (alias !== undefined) return alias;
  // Some models put the name of their tools' list before it: "functions.run_command", "default_api:run_command".
  const bare = /^\w{1,40}[.:/](\w+)$/.exec(name)?.[1];
  return bare === undefined ? null : toolNamed(bare);
}
