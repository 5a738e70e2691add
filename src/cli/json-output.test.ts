import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

it("the command line writes JSON with toJson and nothing else, so that none of it acts on a terminal", () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" });
  const sources = files.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  expect(
    sources.filter((file) => readFileSync(join(import.meta.dirname, file), "utf8").includes("JSON.stringify")),
  ).toEqual([]);
});
