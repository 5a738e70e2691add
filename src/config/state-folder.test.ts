import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkStateFolder } from "./state-folder.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotty-state-"));
  mkdirSync(join(folder, "terminals"), { mode: 0o700 });
  writeFileSync(join(folder, "cotty.db"), "");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("checkStateFolder", () => {
  it("takes a folder of files and closed folders, and one that does not exist yet", () => {
    const missing = join(folder, "none");
    expect([checkStateFolder(folder), checkStateFolder(missing)]).toEqual([folder, missing]);
  });

  it.each(["hosts", "cotty.db-wal"])("refuses a link called %s in it", (name) => {
    symlinkSync(tmpdir(), join(folder, name));
    expect(() => checkStateFolder(folder)).toThrow(expect.objectContaining({ code: "config.state-link" }));
  });

  it.skipIf(process.platform === "win32").each([0o777, 0o770, 0o702])(
    "refuses a folder in it that others can write (%o)",
    (mode) => {
      chmodSync(join(folder, "terminals"), mode);
      expect(() => checkStateFolder(folder)).toThrow(expect.objectContaining({ code: "config.state-open" }));
    },
  );
});
