import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const home = mkdtempSync(join(tmpdir(), "cotty-home-"));

/**
 * The tests start shells, and a shell reads the start-up files of its home. Those of whoever runs the tests may be slow,
 * take a lock or ask something, so no test is given that home.
 */
export function setup(): void {
  process.env["HOME"] = home;
}

export function teardown(): void {
  rmSync(home, { recursive: true, force: true });
}
