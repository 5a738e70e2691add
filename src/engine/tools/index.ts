import { askUser } from "./ask-user.ts";
import { codeSearch } from "./code-search.ts";
import { editFile } from "./edit-file.ts";
import { readFiles } from "./read-files.ts";
import { readScreen } from "./read-screen.ts";
import { remember } from "./remember.ts";
import { runCommand } from "./run-command.ts";
import { sendKeys } from "./send-keys.ts";
import { addSubgoal, updateSubgoal } from "./subgoals.ts";
import { taskComplete } from "./task-complete.ts";
import type { Tool } from "./tool.ts";
import { waitFor } from "./wait-for.ts";
import { writeFile } from "./write-file.ts";

/** What an agent can do, in the order in which models and people are told of it. */
export const tools: readonly Tool[] = [
  runCommand,
  sendKeys,
  readScreen,
  waitFor,
  askUser,
  readFiles,
  writeFile,
  editFile,
  codeSearch,
  addSubgoal,
  updateSubgoal,
  remember,
  taskComplete,
];

// A Map, because a model may call any name: on an object, "constructor" would find Object's own function.
const byName = new Map(tools.flatMap((tool) => [tool.name, ...(tool.aliases ?? [])].map((name) => [name, tool])));

/** The tool a model means, or null when there is none of that name. */
export function toolNamed(name: string): Tool | null {
  const tool = byName.get(name);
  if (tool !== undefined) return tool;
  // Some models put the name of their tools' list before it: "functions.run_command", "default_api:run_command".
  const bare = /^\w{1,40}[.:/](\w+)$/.exec(name)?.[1];
  return bare === undefined ? null : toolNamed(bare);
}
