import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { assess } from "../../policy/index.ts";
import { unmetConditions } from "./unmet-conditions.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotty-landings-"));
  mkdirSync(join(folder, "app/src"), { recursive: true });
  git("app", "init", "-q");
  git("app", "commit", "-q", "--allow-empty", "-m", "x");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const signal = new AbortController().signal;

/** Why a line that leads there is not free. */
async function problemsOf(line: string, inside = "") {
  const terminal = await createFakeTerminals().open({ target: "local", owner: { session: "s", epoch: 1 }, signal });
  const { conditions, verdict } = assess(line, { target: "local", shell: "bash" });
  expect([verdict, conditions.length > 0]).toEqual(["allow", true]);
  return [...(await unmetConditions(conditions, { terminal, cwd: join(folder, inside), signal })).values()];
}

function git(cwd: string, ...args: string[]) {
  execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@x", ...args], {
    cwd: join(folder, cwd),
    stdio: "ignore",
  });
}

/** A program that leaves a mark when it runs. */
function marker(): string {
  const path = join(folder, "mark.sh");
  writeFileSync(path, `#!/bin/sh\ntouch '${join(folder, "RAN")}'\n`);
  chmodSync(path, 0o755);
  return path;
}

describe("a line that leads its shell into a folder", () => {
  it("[PO187] is free where git runs nothing, where there is no such folder, and inside the repository it is in", async () => {
    git("app", "config", "core.fsmonitor", marker());
    mkdirSync(join(folder, "plain"));
    expect(await problemsOf("cd plain")).toEqual([]);
    expect(await problemsOf("cd nowhere; cd plain")).toEqual([]);
    expect(await problemsOf("cd src && ls", "app")).toEqual([]);
    expect(await problemsOf("cd ..; ls; cd src", "app/src")).toEqual([]);
  });

  it.each(["while cd e; do true; done", "until ! cd e; do true; done"])(
    "[PO187] is asked about where a loop goes on from where it is, as often as the run decides: %s",
    (line) => expect(assess(line, { target: "local", shell: "bash" }).verdict).toBe("ask"),
  );

  it("[PO187] is asked about where a prompt would make git run a program", async () => {
    git("app", "init", "-q", "--bare", "vendored");
    git("app/vendored", "config", "core.bare", "false");
    git("app/vendored", "config", "core.worktree", "..");
    git("app/vendored", "config", "core.fsmonitor", marker());
    spawnSync("git", ["status"], { cwd: join(folder, "app/vendored"), stdio: "ignore" });
    expect(existsSync(join(folder, "RAN"))).toBe(true);
    for (const line of [
      "cd vendored",
      "cd vendored && ls",
      "pushd vendored",
      "cd gone || cd vendored",
      "ls | cd vendored",
    ])
      expect(await problemsOf(line, "app")).toEqual([
        expect.stringContaining("Prompts ask git about the folder they are in."),
      ]);
  });

  it("[PO187] is asked about where a file leads git to such a repository", async () => {
    git("app", "init", "-q", "--separate-git-dir", join(folder, "app/store"), "lib");
    git("app/lib", "config", "core.fsmonitor", marker());
    writeFileSync(join(folder, "app/lib/.git"), "gitdir: ../store\n");
    spawnSync("git", ["status"], { cwd: join(folder, "app/lib"), stdio: "ignore" });
    expect(existsSync(join(folder, "RAN"))).toBe(true);
    expect(await problemsOf("cd lib; ls", "app")).toHaveLength(1);
  });

  it.each([
    ["rust-toolchain.toml", '[toolchain]\npath = "/srv/evil"\n'],
    ["rust-toolchain", "/srv/evil\n"],
    ["go.mod", "module x\ntoolchain go1.99.0-x\n"],
    ["global.json", '{ "sdk": { "paths": [".dotnet"] } }'],
    [".tool-versions", "node path:./evil\n"],
    ["mise.toml", '[tools]\nnode = "path:./evil"\n'],
  ])("[PO187] is asked about where %s makes a program that a prompt asks another one", async (file, text) => {
    mkdirSync(join(folder, "app/sub/deep"), { recursive: true });
    writeFileSync(join(folder, "app/sub", file), text);
    const reason = `Prompts ask programs for their versions, and ${join(folder, "app/sub", file)} can make another one run there.`;
    expect(await problemsOf("cd sub", "app")).toEqual([reason]);
    expect(await problemsOf("cd sub/deep && ls", "app")).toEqual([reason]);
    expect(await problemsOf("cd sub && git status", "app")).toEqual([reason]);
    // It was asked already where the shell is, unless another file of versions stood in front of this one.
    expect(await problemsOf("cd ..", "app/sub/deep")).toEqual([]);
    writeFileSync(join(folder, "app/sub/deep/.nvmrc"), "20\n");
    expect(await problemsOf("cd ..", "app/sub/deep")).toEqual([reason]);
  });

  it.each([
    ["rust-toolchain.toml", '[toolchain]\nchannel = "1.75.0"\ncomponents = ["rustfmt"]\n'],
    ["go.mod", "module x\n\ngo 1.22\n"],
    ["global.json", '{ "sdk": { "version": "8.0.100" } }'],
    [".nvmrc", "20\n"],
    [".ruby-version", "3.2.1\n"],
  ])("[PO187] is free where %s chooses a version", async (file, text) => {
    mkdirSync(join(folder, "app/sub"));
    writeFileSync(join(folder, "app/sub", file), text);
    expect(await problemsOf("cd sub", "app")).toEqual([]);
  });
});
