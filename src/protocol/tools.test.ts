import { expect, it } from "vitest";
import { toolNamed, toolNames } from "./index.ts";

it("knows every tool by its own name and by the names models use for it", () => {
  expect(toolNames.map(toolNamed)).toEqual(toolNames);
  expect(["run_terminal_command", "run_cmd", "shell", "read_terminal", "end_turn"].map(toolNamed)).toEqual([
    "run_command",
    "run_command",
    "run_command",
    "read_screen",
    "task_complete",
  ]);
});

it.each(["", "rm", "constructor", "toString", "__proto__", "hasOwnProperty"])("knows no tool named %j", (name) => {
  expect(toolNamed(name)).toBeNull();
});
