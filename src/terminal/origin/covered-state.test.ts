import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readMountPoints } from "../system/process-table.ts";
import { mayBeCovered } from "./covered-state.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotty-covered-"));
  mkdirSync(join(folder, "hosts"));
  writeFileSync(join(folder, "cotty.db"), "");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.runIf(process.platform === "linux")("mayBeCovered", () => {
  it("trusts a folder with entries of its own, and one that does not exist yet", () => {
    expect([mayBeCovered(folder), mayBeCovered(join(folder, "none"))]).toEqual([false, false]);
  });

  it("does not trust a folder with a link in it", () => {
    symlinkSync("/tmp", join(folder, "terminals"));
    expect(mayBeCovered(folder)).toBe(true);
  });

  it("does not trust a folder with a file that has a second name", () => {
    linkSync(join(folder, "cotty.db"), join(folder, "other.db"));
    expect(mayBeCovered(folder)).toBe(true);
  });

  it("knows what is mounted", () => expect(readMountPoints()).toContain("/proc"));
});
