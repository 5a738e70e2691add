import { describe, expect, it } from "vitest";
import { toolNamed, tools } from "./index.ts";
import { offeredTools } from "./offered-tools.ts";

describe("the list of tools", () => {
  it("knows every tool by its own name and by the names models use for it [S1.19]", () => {
    expect(tools.map(({ name }) => toolNamed(name)?.name)).toEqual(tools.map(({ name }) => name));
    const others = ["run_terminal_command", "run_cmd", "shell", "read_terminal", "end_turn", "functions.run_command"];
    expect(others.map((name) => toolNamed(name)?.name)).toEqual([
      "run_command",
      "run_command",
      "run_command",
      "read_screen",
      "task_complete",
      "run_command",
    ]);
  });

  it("gives no two tools the same name", () => {
    const names = tools.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    expect(names).toEqual([...new Set(names)]);
  });

  it.each(["", "rm", "constructor", "toString", "__proto__", "hasOwnProperty"])("knows no tool named %j", (name) => {
    expect(toolNamed(name)).toBeNull();
  });
});

describe("what models are told of tools", () => {
  const required = (name: string) => offeredTools().find((tool) => tool.name === name)?.inputSchema["required"];

  it("asks models for a reason with every command and every key [S0.59, S0.60, S0.61]", () => {
    expect([required("run_command"), required("send_keys"), required("task_complete")]).toEqual([
      ["command", "reasoning"],
      ["keys", "reasoning"],
      ["summary"],
    ]);
  });

  it("describes every tool there is, and each of its fields is closed to others", () => {
    const offered = offeredTools();
    expect(offered.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    for (const { description, inputSchema } of offered) {
      expect([description !== "", inputSchema["type"], inputSchema["additionalProperties"]]).toEqual([
        true,
        "object",
        false,
      ]);
    }
  });
});
