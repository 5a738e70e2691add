import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMemoryFiles } from "./memory.ts";

describe("memory", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "cotty-memory-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("is empty before anything was remembered", async () => {
    expect(await createMemoryFiles({ userDir: folder }).read("user", folder)).toBe("");
  });

  it("keeps a fact once, in a file a person can read", async () => {
    const memory = createMemoryFiles({ userDir: join(folder, "config") });
    await memory.add("project", folder, "Tests need a database.");
    await memory.add("project", folder, "Tests need a database.");
    await memory.add("project", folder, "Use pnpm.");
    const text = readFileSync(join(folder, ".cotty", "memory.md"), "utf8");
    expect(text.split("\n").filter((line) => line.startsWith("- "))).toEqual([
      "- Tests need a database.",
      "- Use pnpm.",
    ]);
    expect(await memory.read("user", folder)).toBe("");
  });
});
