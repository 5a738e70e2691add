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
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { needs } from "../../../test/support/needs.ts";
import { pathOf } from "../../../test/support/tools.ts";
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

describe("[PO72] a search that was decided about by where it really is", () => {
  const put = (path: string, text: string) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const search = (path: string, real: string) => files.search("plain", { path, real: join(folder, real) });

  it("names what it finds below the path that was asked for", async () => {
    put("project/src/a.ts", "plain\n");
    const found = await search(".", "project");
    expect(found.split("\n").filter((line) => line.includes("src"))).toEqual(["./src/a.ts:1:plain"]);
    expect(await search("src/", "project/src")).toBe("src/a.ts:1:plain\n");
    expect(await search("../src/a.ts", "project/src/a.ts")).toBe("../src/a.ts:1:plain\n");
    expect(await search("x", "project/d")).toBe("");
    await expect(search("x", "project/none")).rejects.toThrow("no such file");
  });

  it.each([".ssh/..", ".password-store/..", ".electrum/../.", "./.ssh/../"])(
    "leaves out files that are kept for secrets, whatever the path looks like: %s",
    async (path) => {
      put("project/config/secrets.yml", "db: plain\n");
      put("project/.fly/config.yml", "plain\n");
      put("project/a", "plain\n");
      expect(await search(path, "project")).toMatch(/^[^\n]*\/a:1:plain\n$/);
      expect(await search("src", "project/.fly")).toBe("");
    },
  );

  // A machine without rg searches with grep.
  for (const program of ["rg", "grep"] as const)
    describe(`[PO130] with ${program}`, program === "rg" ? needs("rg") : {}, () => {
      const withProgram = () => {
        const bin = join(folder, "bin");
        mkdirSync(bin);
        for (const name of ["sh", "grep", ...(program === "rg" ? ["rg"] : [])])
          symlinkSync(pathOf(name) ?? name, join(bin, name));
        vi.stubEnv("PATH", bin);
      };
      afterEach(() => vi.unstubAllEnvs());

      it.each(["\r\n", "\r", "\u2028", "\u2029", "\u0085", "\v", "\f", "\0", "\r\0"])(
        "says nothing about a file that is kept for secrets with the line end %j in it",
        async (end) => {
          put("project/prod.env", `A=plain${end}B=plain${end}\nC=plain${end}`);
          put("project/sub/.env", `A=plain${end}B=plain${end}\nC=plain${end}`);
          put("project/z", "plain\r\n");
          withProgram();
          expect(await search(".", "project")).toBe("./z:1:plain\r\n");
          expect(await files.search("A=plain", at("project"))).toBe("");
        },
      );

      it("shows no line without its whole name", async () => {
        put("project/.ssh/x\n./config", "plain\n");
        put("project/a\nb", "plain\n");
        put("project/z", "plain\n");
        withProgram();
        expect(await search(".", "project")).toBe("./z:1:plain\n");
        expect(await search("a", "project/a\nb")).toBe("a:1:plain\n");
      });
    });

  it("looks into such a file where it was decided about by name", async () => {
    put("project/config/secrets.yml", "db: plain\n");
    expect(await search("link", "project/config/secrets.yml")).toBe("link:1:db: plain\n");
    put("project/.ssh/id_rsa", "plain\n");
    expect(await search("keys", "project/.ssh")).toBe("keys/id_rsa:1:plain\n");
  });

  it("finds nothing where a link is in the way by now, in front of it or in its place", async () => {
    put("outside/f", "plain\n");
    symlinkSync("../outside", join(folder, "project/link"));
    symlinkSync("../outside/f", join(folder, "project/file"));
    for (const real of ["project/link", "project/link/f", "project/file"]) {
      await expect(search("x", real)).rejects.toThrow(PathMoved);
    }
    expect(await search(".", "project")).toBe("");
  });
});
