import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "./support/cotty.ts";

const read = (name: string) => readFileSync(join(projectRoot, name), "utf8");

it("says what it does not want to be, and is not: one program to install, no agent framework, terminals stay [S4.5]", () => {
  const [, absent = ""] = read("ARCHITECTURE.md").split("## Deliberately absent\n");
  for (const said of [
    "A separate\napp to deploy",
    "An agent framework in place of the\nvendors' own",
    "An end to plain terminals",
  ])
    expect(absent).toContain(said);
  const { bin, dependencies } = JSON.parse(read("package.json")) as {
    bin: Record<string, string>;
    dependencies: Record<string, string>;
  };
  expect(Object.keys(bin)).toEqual(["cotty"]);
  const frameworks = /langchain|langgraph|mastra|crewai|autogen|llamaindex|agents?-sdk|openai-agents/;
  expect(Object.keys(dependencies).filter((name) => frameworks.test(name))).toEqual([]);
});
