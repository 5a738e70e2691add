import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { targetPlace } from "./target-place.ts";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "cotty-place-")));
  mkdirSync(join(folder, "home"));
  vi.stubEnv("HOME", join(folder, "home"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const at = (path: string) => join(folder, path);
const repository = (path: string) => execFileSync("git", ["init", "-q", at(path)]);

/** The project of a session in a folder, by its names below the test's own folder. */
async function projectOf(path: string): Promise<(string | undefined)[]> {
  mkdirSync(at(path), { recursive: true });
  const terminal = await createFakeTerminals().open({} as never);
  const place = await targetPlace(terminal, at(path), { signal: AbortSignal.timeout(20_000) });
  return [place.project, place.projectName].map((each) => each?.slice(folder.length + 1));
}

describe("[PO71] the project of a session", () => {
  it("is the folder that the session was opened in", async () => {
    expect(await projectOf("home/work")).toEqual(["home/work", undefined]);
    expect(await projectOf("home/.config/nvim")).toEqual(["home/.config/nvim", undefined]);
    expect(await projectOf("srv/app\n")).toEqual(["srv/app\n", undefined]);
  });

  it("is the repository around that folder", async () => {
    repository("home/work");
    expect(await projectOf("home/work/packages/app")).toEqual(["home/work", undefined]);
  });

  it.each(["../../.kaggle", "../..", "../../../srv", "/"])(
    "is never the folder that the repository's own settings name: core.worktree %s",
    async (worktree) => {
      for (const path of ["home/.kaggle", "srv"]) mkdirSync(at(path));
      repository("home/work");
      execFileSync("git", ["-C", at("home/work"), "config", "core.worktree", worktree]);
      expect(await projectOf("home/work")).toEqual(["home/work", undefined]);
      expect(await projectOf("home/work/src")).toEqual(["home/work", undefined]);
    },
  );

  it("is not a repository around hidden folders of the home, or around the home itself", async () => {
    repository("home/.config");
    expect(await projectOf("home/.config/nvim")).toEqual(["home/.config/nvim", undefined]);
    repository("home");
    expect(await projectOf("home/work")).toEqual(["home/work", undefined]);
  });

  it.each(["home", "."])("is none in %s: a home or more is nobody's project", async (path) => {
    repository(path);
    expect(await projectOf(path)).toEqual([undefined, undefined]);
  });

  it("has a second name where a link leads to it", async () => {
    mkdirSync(at("disk/work/src"), { recursive: true });
    repository("disk/work");
    symlinkSync("../disk/work", at("home/work"));
    symlinkSync("../disk/work/src", at("home/src"));
    expect(await projectOf("home/work")).toEqual(["disk/work", "home/work"]);
    expect(await projectOf("home/work/src")).toEqual(["disk/work", "home/work"]);
    expect(await projectOf("home/src")).toEqual(["disk/work", undefined]);
  });
});
