import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { previewEffect } from "./preview-effect.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotty-effect-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const signal = new AbortController().signal;

/** Looks at the effect of one simple command, its words as a shell would have split them. */
async function effectOf(command: string, argv: (string | null)[], via: string[] = []) {
  const terminal = await createFakeTerminals().open({ target: "local", owner: { session: "s", epoch: 1 }, signal });
  return previewEffect(command, [{ argv, span: [0, command.length], via }], { terminal, cwd: folder, signal });
}

function fill(...paths: string[]) {
  for (const path of paths) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), "x".repeat(2000));
  }
}

describe("the effect of a command", () => {
  it("is nothing for commands that change no files", async () => {
    expect(await effectOf("ls -l", ["ls", "-l"])).toBeUndefined();
  });

  it("counts what a recursive delete would take", async () => {
    fill("build/a", "build/deep/b", "other/c");
    expect(await effectOf("rm -rf build other", ["rm", "-rf", "build", "other"])).toMatchObject({
      computed: true,
      entries: 6,
      paths: ["build", "other"],
      summary: expect.stringMatching(/^It deletes 6 entries, \d+ KB\.$/),
    });
  });

  it("expands a glob as the shell would, and takes one in quotes as a name", async () => {
    fill("a.log", "b.log", "c.txt");
    expect(await effectOf("rm *.log", ["rm", "*.log"])).toMatchObject({ entries: 2, paths: ["a.log", "b.log"] });
    expect(await effectOf("rm '*.log'", ["rm", "*.log"])).toMatchObject({
      entries: 0,
      summary: "Nothing is there now.",
    });
  });

  it("tells of uncommitted changes and of what lies outside the project", async () => {
    fill("project/kept", "project/changed", "outside");
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@x", ...args], { cwd: join(folder, "project") });
    git("init", "-q");
    git("add", "kept");
    git("commit", "-qm", "x");
    const project = join(folder, "project");
    const terminal = await createFakeTerminals().open({ target: "local", owner: { session: "s", epoch: 1 }, signal });
    const command = "rm kept changed ../outside";
    const effect = await previewEffect(command, [{ argv: command.split(" "), span: [0, command.length], via: [] }], {
      terminal,
      cwd: project,
      signal,
    });
    expect(effect?.summary).toMatch(/3 entries, \d+ KB, reaches outside the project/);
    const inside = await previewEffect("rm changed", [{ argv: ["rm", "changed"], span: [0, 10], via: [] }], {
      terminal,
      cwd: project,
      signal,
    });
    expect(inside?.summary).toMatch(/1 entry, \d+ KB, 1 with uncommitted changes\./);
  });

  it("says when the home directory, or everything, is included", async () => {
    expect((await effectOf("chmod 700 ~", ["chmod", "700", "~"]))?.summary).toContain("includes your home directory");
    expect((await effectOf("chmod 700 /", ["chmod", "700", "/"]))?.summary).toContain("includes the whole file system");
  });

  it("names symbolic links", async () => {
    fill("real/a");
    symlinkSync("real", join(folder, "link"));
    expect((await effectOf("rm link", ["rm", "link"]))?.summary).toContain("1 symbolic link");
  });

  it("has another fingerprint when the set has changed, and the same when only sizes have", async () => {
    fill("d/a");
    const before = await effectOf("rm -r d", ["rm", "-r", "d"]);
    writeFileSync(join(folder, "d/a"), "x".repeat(90_000));
    expect((await effectOf("rm -r d", ["rm", "-r", "d"]))?.fingerprint).toBe(before?.fingerprint);
    fill("d/b");
    expect((await effectOf("rm -r d", ["rm", "-r", "d"]))?.fingerprint).not.toBe(before?.fingerprint);
  });

  it("never runs anything in a path", async () => {
    await effectOf("rm x", ["rm", "$(touch pwned)", "`touch pwned`", "; touch pwned", "-rf"]);
    expect(await effectOf("rm pwned", ["rm", "pwned"])).toMatchObject({ entries: 0 });
  });

  it.each([
    ["a path that only the run decides", ["rm", null], [], "a path is only known when it runs"],
    ["a command inside another shell", ["rm", "x"], ["ssh web1"], "it runs through ssh web1"],
  ])("is not computed, with the reason, for %s", async (_, argv, via, why) => {
    expect(await effectOf("rm x", argv, via)).toEqual({ computed: false, summary: `Effect not computed: ${why}.` });
  });
});
