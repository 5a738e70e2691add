import { expect, it } from "vitest";
import { toolNames } from "../protocol/index.ts";
import { toolSpecs } from "./tool-specs.ts";

const required = (name: string) => toolSpecs().find((tool) => tool.name === name)?.inputSchema["required"];

it("asks models for a reason with every command and every key (S0.59, S0.60)", () => {
  expect([required("run_command"), required("send_keys"), required("task_complete")]).toEqual([
    ["command", "reasoning"],
    ["keys", "reasoning"],
    ["summary"],
  ]);
});

it("describes every tool there is, and each of its fields is closed to others", () => {
  const specs = toolSpecs();
  expect(specs.map(({ name }) => name)).toEqual(toolNames);
  for (const { description, inputSchema } of specs) {
    expect([description !== "", inputSchema["type"], inputSchema["additionalProperties"]]).toEqual([
      true,
      "object",
      false,
    ]);
  }
});
