import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { realPaths } from "./real-paths.ts";

let folder = "";
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "cotty-real-")));
  for (const name of ["project/a/b", "outside/deep"]) mkdirSync(join(folder, name), { recursive: true });
  symlinkSync("../outside/deep", join(folder, "project/link"));
  symlinkSync("../../outside", join(folder, "project/a/up"));
  writeFileSync(join(folder, "project/file"), "");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function real(paths: string[]) {
  const terminal = await createFakeTerminals().open({} as never);
  return realPaths(paths, { terminal, cwd: join(folder, "project"), signal: AbortSignal.timeout(20_000) });
}

describe("where a path really leads", () => {
  it("is told for names behind folders that do not exist yet", async () => {
    const paths = [
      "new/x",
      "new/../../outside/x",
      "new/../link/x",
      "n/./m//../../a/up/x",
      "file/../x",
      "new/..",
      "/../new/../x",
    ];
    expect(await real(paths)).toEqual([
      join(folder, "project/new/x"),
      join(folder, "outside/x"),
      join(folder, "outside/deep/x"),
      join(folder, "outside/x"),
      join(folder, "project/x"),
      join(folder, "project"),
      "/x",
    ]);
  });

  it("is where the path leads once its missing folders have been made", async () => {
    const part = fc.constantFrom("a", "b", "link", "up", "deep", "new", "other", ".", "..", "..", "");
    const path = fc.array(part, { minLength: 1, maxLength: 7 }).map((parts) => ["a", ...parts].join("/"));
    // Not above the folder of this test: the way back down would make folders there.
    const isHere = (each: string) => (each.match(/\.\./g)?.length ?? 0) < 4;
    const paths = fc.sample(path.filter(isHere), { numRuns: 100, seed: 7 });
    const told = await real(paths);
    const script = `from=$1; shift
for path in "$@"; do
  rm -rf "$from.copy" && cp -a "$from" "$from.copy" && cd "$from.copy/project" && mkdir -p "$path" && cd -P "$path" && pwd -P
done`;
    const made = execFileSync("sh", ["-c", script, "sh", folder, ...paths], { encoding: "utf8" })
      .trimEnd()
      .split("\n");
    rmSync(`${folder}.copy`, { recursive: true, force: true });
    expect(told).toEqual(made.map((each) => each.replace(`${folder}.copy`, folder)));
  });
});
