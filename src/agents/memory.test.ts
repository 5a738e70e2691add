import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMemoryFiles } from "./memory.ts";

describe("memory", () => {
  let folder = "";
  let project = { target: "local", cwd: "" };
  let memory = createMemoryFiles({ userDir: "" });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "cotty-memory-"));
    project = { target: "local", cwd: join(folder, "project") };
    mkdirSync(join(project.cwd, ".cotty"), { recursive: true });
    memory = createMemoryFiles({ userDir: join(folder, "config") });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("is empty before anything was remembered", async () => {
    expect(await memory.known(project)).toEqual([]);
  });

  it("keeps a fact once, in a file a person can read [S1.2]", async () => {
    await memory.add("project", project, "Tests need a database.");
    await memory.add("project", project, "Tests need a database.");
    await memory.add("project", project, "Use pnpm.");
    const file = join(project.cwd, ".cotty", "memory.md");
    const text = readFileSync(file, "utf8");
    expect(text.split("\n").filter((line) => line.startsWith("- "))).toEqual([
      "- Tests need a database.",
      "- Use pnpm.",
    ]);
    expect(await memory.known(project)).toEqual([{ kind: "memory", path: file, text }]);
  });

  it("tells what the project's own files say before what was remembered", async () => {
    writeFileSync(join(project.cwd, "AGENTS.md"), "Use pnpm.\n");
    writeFileSync(join(project.cwd, ".cotty", "knowledge.md"), "The port is 4000.\n");
    await memory.add("user", project, "Speaks German.");
    expect((await memory.known(project)).map(({ kind, path }) => ({ kind, path }))).toEqual([
      { kind: "project", path: "AGENTS.md" },
      { kind: "project", path: ".cotty/knowledge.md" },
      { kind: "memory", path: join(folder, "config", "memory.md") },
    ]);
  });

  it("reads nothing that a project only links to from outside", async () => {
    writeFileSync(join(folder, "private-key"), "SECRET");
    symlinkSync(join(folder, "private-key"), join(project.cwd, "AGENTS.md"));
    symlinkSync(join(folder, "private-key"), join(project.cwd, ".cotty", "memory.md"));
    expect(await memory.known(project)).toEqual([]);
  });

  it("reads a link inside the project, as many have one from AGENTS.md to another name", async () => {
    writeFileSync(join(project.cwd, "CLAUDE.md"), "Run make.");
    symlinkSync("CLAUDE.md", join(project.cwd, "AGENTS.md"));
    expect(await memory.known(project)).toEqual([{ kind: "project", path: "AGENTS.md", text: "Run make." }]);
  });

  it("writes nothing through a link", async () => {
    const outside = join(folder, "profile");
    writeFileSync(outside, "");
    symlinkSync(outside, join(project.cwd, ".cotty", "memory.md"));
    await expect(memory.add("project", project, "echo owned")).rejects.toMatchObject({ code: "memory.link" });
    expect(readFileSync(outside, "utf8")).toBe("");
  });

  it("keeps what it knows of a project on another host apart from a folder of the same name here", async () => {
    const there = { target: "ssh:db-1", cwd: project.cwd };
    await memory.add("project", there, "It is the replica.");
    expect(await memory.known(project)).toEqual([]);
    const known = await memory.known(there);
    expect(known.map(({ text }) => text.includes("- It is the replica."))).toEqual([true]);
  });
});
