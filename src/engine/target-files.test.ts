import { spawn } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeTerminals } from "../../test/support/fake-terminals.ts";
import { PathMoved, type TargetFiles, targetFiles } from "./target-files.ts";

let folder = "";
let files: TargetFiles;
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "cotty-target-")));
  for (const name of ["project/d", "outside"]) mkdirSync(join(folder, name), { recursive: true });
  const terminal = await createFakeTerminals().open({} as never);
  files = targetFiles(terminal, folder, AbortSignal.timeout(60_000));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (path: string) => ({ path, real: join(folder, path) });
const outside = () => readdirSync(join(folder, "outside"), { recursive: true });

describe("a file that was decided about by where it really is", () => {
  it("is written with its missing folders, and keeps its mode", async () => {
    await files.write(at("project/a b/-c/\n/new"), "one\n");
    chmodSync(join(folder, "project/a b/-c/\n/new"), 0o751);
    await files.write(at("project/a b/-c/\n/new"), "two\n");
    expect(await files.read(at("project/a b/-c/\n/new"))).toBe("two\n");
    expect(statSync(join(folder, "project/a b/-c/\n/new")).mode & 0o777).toBe(0o751);
    expect(readdirSync(join(folder, "project/a b/-c/\n"))).toEqual(["new"]);
  });

  it("is neither read nor written where a folder on the way is a link by now", async () => {
    writeFileSync(join(folder, "outside/f"), "theirs\n");
    symlinkSync("../outside", join(folder, "project/link"));
    symlinkSync("../outside/none/none", join(folder, "project/dangling"));
    for (const path of ["project/link/f", "project/link/new/f", "project/dangling/f", "project/dangling"]) {
      await expect(files.write(at(path), "x\n")).rejects.toThrow(PathMoved);
      await expect(files.read(at(path))).rejects.toThrow(PathMoved);
    }
    expect([outside(), readFileSync(join(folder, "outside/f"), "utf8")]).toEqual([["f"], "theirs\n"]);
  });

  it("is neither read nor written where the file itself is a link by now", async () => {
    writeFileSync(join(folder, "outside/f"), "theirs\n");
    for (const to of ["../outside/f", "../outside"]) {
      symlinkSync(to, join(folder, "project/f"));
      await expect(files.write(at("project/f"), "x\n")).rejects.toThrow(PathMoved);
      await expect(files.read(at("project/f"))).rejects.toThrow(PathMoved);
      rmSync(join(folder, "project/f"));
    }
    expect([outside(), readFileSync(join(folder, "outside/f"), "utf8")]).toEqual([["f"], "theirs\n"]);
  });

  it("never lands elsewhere while a program exchanges its folder for a link again and again", async () => {
    const exchange = "while :; do rm -rf d; ln -s ../outside d; rm -rf d; mkdir d; done";
    const program = spawn("sh", ["-c", exchange], { cwd: join(folder, "project"), stdio: "ignore" });
    const ends = await Promise.allSettled(
      Array.from({ length: 60 }, (_, number) => files.write(at(`project/d/sub/f${number}`), "x\n")),
    );
    const ended = new Promise((resolve) => program.once("exit", resolve));
    program.kill("SIGKILL");
    await ended;
    expect([ends.length, outside()]).toEqual([60, []]);
  });
});
