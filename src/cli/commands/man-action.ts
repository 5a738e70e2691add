import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import type { CliContext } from "../context.ts";
import { manualPage } from "../manual-page.ts";
import { version } from "../version.ts";

export function man(context: CliContext, program: Command): void {
  const page = manualPage(program, version);
  if (process.stdout.isTTY !== true || !showPage(page)) context.out(page);
}

/** False where there is no program for manual pages. */
function showPage(page: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), "cotty-man-"));
  try {
    const file = join(folder, "cotty.1");
    writeFileSync(file, page);
    return spawnSync("man", [file], { stdio: "inherit" }).error === undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
