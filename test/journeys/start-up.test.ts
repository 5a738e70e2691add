import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createCottyHome, projectRoot } from "../support/cotty.ts";

const dist = join(projectRoot, "dist");

/** The files of the program that a command loads, as V8 itself counts them. */
function filesLoadedBy(args: string[]): string[] {
  using home = createCottyHome();
  const coverage = mkdtempSync(join(tmpdir(), "cotty-loaded-"));
  const env = { ...home.env, NODE_V8_COVERAGE: coverage };
  const ran = spawnSync(process.execPath, [join(dist, "main.js"), ...args], { env, encoding: "utf8" });
  expect({ code: ran.status, stderr: ran.stderr }).toEqual({ code: 0, stderr: "" });
  const urls = readdirSync(coverage).flatMap((name) =>
    (JSON.parse(readFileSync(join(coverage, name), "utf8")) as { result: { url: string }[] }).result.map(
      ({ url }) => url,
    ),
  );
  rmSync(coverage, { recursive: true });
  return [...new Set(urls.filter((url) => url.startsWith("file:")).map((url) => fileURLToPath(url)))];
}

const bytesOf = (files: readonly string[]) => files.reduce((sum, file) => sum + statSync(file).size, 0);

/** How long that takes against Node alone is measured in bench/cli.ts. */
describe("the command line, when it starts", () => {
  it("loads only what the command needs [S4.4]", () => {
    const current = JSON.parse(readFileSync(join(dist, "chunks.json"), "utf8")) as string[];
    const all = bytesOf(current.map((name) => join(dist, "chunks", name)));
    expect(bytesOf(filesLoadedBy(["--version"]))).toBeLessThan(20_000);
    const loaded = filesLoadedBy(["sessions"]);
    expect(bytesOf(loaded)).toBeLessThan(all / 3);
    // No terminal is opened to look back: the package with native code stays where it is.
    expect(loaded.filter((file) => file.includes("node_modules"))).toEqual([]);
  });
});
