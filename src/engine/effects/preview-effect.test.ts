import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { assess } from "../../policy/index.ts";
import { previewEffect } from "./preview-effect.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotty-effect-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const signal = new AbortController().signal;

/** Looks at the effect of a command line in the test's folder, or in one below it. */
async function effectOf(command: string, { inside = "", project = "" } = {}) {
  const terminal = await createFakeTerminals().open({ target: "local", owner: { session: "s", epoch: 1 }, signal });
  const assessment = assess(command, { target: "local", shell: "bash" });
  return previewEffect(assessment, { terminal, cwd: join(folder, inside), project, signal, timeoutMs: 30_000 });
}

async function summaryOf(...args: Parameters<typeof effectOf>) {
  return (await effectOf(...args))?.summary.replaceAll(/, [\d.]+ KB/g, "");
}

function fill(...paths: string[]) {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), "x".repeat(2000));
  }
}

function git(cwd: string, ...args: string[]) {
  execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@x", ...args], { cwd: join(folder, cwd) });
}

/** A repository with one file that is committed. */
function repository(name: string) {
  fill(`${name}/kept`);
  git(name, "init", "-q");
  git(name, "add", "kept");
  git(name, "commit", "-qm", "x");
}

describe("the effect of a command", () => {
  it("is nothing for commands that change no files", async () => {
    expect(await effectOf("ls -l | grep x 2>/dev/null")).toBeUndefined();
  });

  it("counts what a recursive delete would take, as find and du do", async () => {
    fill("build/a", "build/deep/b", "other/c");
    const count = (shell: string) => Number(execFileSync("sh", ["-c", shell], { cwd: folder, encoding: "utf8" }));
    const kilobytes = count("du -sk build other | awk '{ s += $1 } END { print s }'");
    expect(await effectOf("rm -rf build other")).toMatchObject({
      computed: true,
      entries: count("find build other | wc -l"),
      bytes: kilobytes * 1024,
      paths: ["build", "other"],
      summary: `It deletes 3 files and 3 folders, ${Math.round((kilobytes * 1024) / 1000)} KB.`,
    });
  });

  it.each([
    ["rm *.log", "It deletes 2 files."],
    ["rm '*.log'", "Nothing is there now."],
    ["rm a*'*'", "It deletes 1 file."],
    ['rm "sub dir"/*', "It deletes 1 file."],
    ["rm {a,b}.log missing", "It deletes 2 files."],
    ["rm -f -- -dash ./-dash2", "It deletes 2 files."],
    ["cd 'sub dir' && rm *", "It deletes 1 file."],
    ["(cd 'sub dir'); rm *.txt", "It deletes 1 file."],
    ["rm $'new\\nline'", "It deletes 1 file."],
    ["chmod -R 600 'sub dir'", "It changes the permissions of 1 file and 1 folder."],
    ["chmod --reference=a.log c.txt", "It changes the permissions of 1 file."],
    ["chown root c.txt a.log", "It changes the owner of 2 files."],
    ["echo x > c.txt", "It overwrites 1 file."],
    ["echo x > new.txt", "Nothing is there now."],
    ["(cd 'sub dir' && echo x > deep.txt)", "It overwrites 1 file."],
    ["ls | tee c.txt a.log", "It overwrites 2 files."],
    ["sed -i -e s/x/y/ c.txt", "It changes 1 file."],
    ["sed -i s/x/y/ c.txt", "It changes 1 file."],
    ["truncate -s 0 c.txt", "It truncates 1 file."],
    ["dd if=a.log of=c.txt", "It overwrites 1 file."],
    ["cp a.log c.txt", "It overwrites 1 file."],
    ["cp a.log 'sub dir'", "Nothing is there now."],
    ["cp copy/deep.txt 'sub dir'", "It overwrites 1 file."],
    ["cp -t 'sub dir' copy/*", "It overwrites 1 file."],
    ["mv a.log c.txt", "It moves 1 file; it overwrites 1 file."],
    ["mv -n a.log c.txt", "It moves 1 file."],
    ["sudo rm a.log", "It deletes 1 file."],
    ["x=a.log; rm $x", "It deletes 1 file."],
  ])("of %s is what the shell would make of the names", async (command, summary) => {
    fill("a.log", "b.log", "c.txt", "ab*", "sub dir/deep.txt", "copy/deep.txt", "-dash", "-dash2", "new\nline");
    expect(await summaryOf(command)).toBe(summary);
  });

  it.each(["echo x >> c.txt", "ls | tee -a c.txt", "sed s/x/y/ c.txt", "cp -n a c.txt"])(
    "is nothing for %s, which destroys nothing",
    async (command) => {
      fill("c.txt", "a");
      expect(await effectOf(command)).toBeUndefined();
    },
  );

  it("counts hundreds of files of a pattern without starting a program for each", async () => {
    mkdirSync(join(folder, "many"));
    for (let i = 0; i < 600; i++) writeFileSync(join(folder, "many", `${i}.log`), "");
    expect(await effectOf("rm many/*.log")).toMatchObject({ entries: 600, summary: "It deletes 600 files." });
  });

  it("tells of uncommitted changes and of what lies outside the project", async () => {
    repository("project");
    fill("project/changed", "outside");
    expect(await summaryOf("rm kept changed ../outside", { inside: "project" })).toBe(
      "It deletes 3 files, 1 with uncommitted changes, reaches outside the project.",
    );
    expect(await summaryOf("rm changed", { inside: "project" })).toBe("It deletes 1 file, 1 with uncommitted changes.");
    const project = realpathSync(join(folder, "project"));
    expect(await summaryOf("rm ../outside", { inside: "project", project })).toBe(
      "It deletes 1 file, reaches outside the project.",
    );
  });

  it("tells of uncommitted changes in every repository that a delete would take, from wherever it is run", async () => {
    repository("work/one");
    repository("work/two");
    fill("work/one/new", "work/two/new", "work/two/newer");
    expect(await summaryOf("rm -rf work")).toMatch(
      /^It deletes \d+ files and \d+ folders, 3 with uncommitted changes\.$/,
    );
    expect(await summaryOf("rm -rf ../one", { inside: "work/one" })).toMatch(/, 1 with uncommitted changes\.$/);
  });

  it("says what git would throw away", async () => {
    repository("project");
    fill("project/new", "project/newer");
    writeFileSync(join(folder, "project/kept"), "changed");
    expect(await summaryOf("git reset --hard", { inside: "project" })).toBe("It discards 1 uncommitted change.");
    expect(await summaryOf("git clean -fd", { inside: "project" })).toBe("It discards 2 uncommitted changes.");
  });

  it("never runs what a repository tells git to run, and changes nothing in it", async () => {
    repository("project");
    fill("project/new");
    writeFileSync(join(folder, "project/kept"), "changed");
    const spy = join(folder, "spy.sh");
    writeFileSync(spy, `#!/bin/sh\ntouch ${folder}/pwned\ncat\n`, { mode: 0o755 });
    git("project", "config", "core.fsmonitor", spy);
    git("project", "config", "core.hooksPath", folder);
    const index = statSync(join(folder, "project/.git/index")).mtimeMs;
    expect(await summaryOf("rm kept new", { inside: "project" })).toBe(
      "It deletes 2 files, 2 with uncommitted changes.",
    );
    git("project", "config", "filter.spy.clean", spy);
    writeFileSync(join(folder, "project/.gitattributes"), "* filter=spy\n");
    expect(await summaryOf("rm -r kept new ../project", { inside: "project" })).toContain(
      "uncommitted changes not counted: its repository has settings that can run programs",
    );
    expect(existsSync(join(folder, "pwned"))).toBe(false);
    expect(statSync(join(folder, "project/.git/index")).mtimeMs).toBe(index);
  });

  it("says when the home directory, or everything, is included", async () => {
    expect(await summaryOf("chmod 700 ~")).toContain("includes your home directory");
    expect(await summaryOf("chmod 700 /")).toContain("includes the whole file system");
    expect(await summaryOf("rm -f '~'")).toBe("Nothing is there now.");
  });

  it("names symbolic links and where they lead", async () => {
    fill("real/a");
    symlinkSync("real/a", join(folder, "link"));
    expect(await summaryOf("rm link")).toBe("It deletes 1 file, 1 symbolic link (link → real/a).");
  });

  it("has another fingerprint when the set has changed, and the same when only sizes have", async () => {
    fill("d/a");
    const before = await effectOf("rm -r d");
    writeFileSync(join(folder, "d/a"), "x".repeat(90_000));
    expect((await effectOf("rm -r d"))?.fingerprint).toBe(before?.fingerprint);
    fill("d/b");
    expect((await effectOf("rm -r d"))?.fingerprint).not.toBe(before?.fingerprint);
  });

  it("has another fingerprint when a link has been put in the way, though all names are the same", async () => {
    fill("d/sub/a", "elsewhere/a");
    const before = await effectOf("echo x > d/sub/a");
    renameSync(join(folder, "d/sub"), join(folder, "d/old"));
    symlinkSync(join(folder, "elsewhere"), join(folder, "d/sub"));
    expect((await effectOf("echo x > d/sub/a"))?.fingerprint).not.toBe(before?.fingerprint);
  });

  it("runs nothing in a name, and takes nothing in a name for an answer", async () => {
    const names = ["$(touch pwned)", "`touch pwned`", "; touch pwned", "a\nentries 0\nend", "\u202etxt.exe"];
    fill(...names);
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff, 0xfe])]), "x");
    const effect = await effectOf("rm *");
    expect([effect?.entries, existsSync(join(folder, "pwned"))]).toEqual([6, false]);
    expect(effect?.paths).toEqual(expect.arrayContaining(["a\nentries 0\nend", "‹U+202E›txt.exe", "‹U+FFFD›‹U+FFFD›"]));
  });

  it.each([
    ["rm $x", "a path is only known when it runs"],
    ["ssh web1 rm x", "it runs through ssh web1"],
    ["bash -c 'rm x'", "it runs through bash -c"],
    ["cd nowhere; rm x", "there is no folder ./nowhere, so it would run elsewhere"],
    ["cd $x; rm y", "the folder is only known when it runs"],
    ["rm **/x", "a pattern is only known when it runs"],
    ["find . -name x -delete", "find chooses the files when it runs"],
    ["rm -r x; echo hi > $y", "a path is only known when it runs"],
  ])("of %s is not computed, with the reason", async (command, why) => {
    expect(await effectOf(command)).toEqual({ computed: false, summary: `Effect not computed: ${why}.` });
  });
});
