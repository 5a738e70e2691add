import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadConfig } from "../config/index.ts";
import { openConfiguredPolicy } from "./configured-policy.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotty-configured-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => join(folder, "config.toml");
const signal = new AbortController().signal;

/** What the configuration says at each call: of this machine, of patterns, and where it cannot be read. */
async function configured() {
  const loaded = await loadConfig({ env: {}, cwd: folder, home: folder, files: { user: file(), project: null } });
  const policy = openConfiguredPolicy(loaded, {});
  return async () => {
    const { hosts, dangerousPatterns, unreadRules } = await policy();
    const host = await hosts.hostPolicy("local", { signal });
    const own = dangerousPatterns.filter(({ origin }) => origin === "configured").map(({ source }) => source);
    return {
      host: host === "default" ? host : host.map((each) => each.policy),
      own,
      unread: unreadRules.map(({ why }) => why),
    };
  };
}

describe("what the configuration says about policy", () => {
  it("[PO152] holds as the file is now, without a new start", async () => {
    const now = await configured();
    const seen = [await now()];
    writeFileSync(file(), '[hosts.local]\npolicy = "protected"\n');
    seen.push(await now());
    writeFileSync(file(), 'dangerous_patterns = ["drop"]\n[hosts.local]\npolicy = "read-only"\n');
    seen.push(await now());
    rmSync(file());
    seen.push(await now());
    expect(seen).toEqual([
      { host: "default", own: [], unread: [] },
      { host: ["protected"], own: [], unread: [] },
      { host: ["read-only"], own: ["drop"], unread: [] },
      { host: "default", own: [], unread: [] },
    ]);
  });

  it.each([
    ["cannot be understood", () => writeFileSync(file(), "[hosts.local\n")],
    [
      "is a folder",
      () => {
        rmSync(file());
        mkdirSync(file());
      },
    ],
  ])("[PO152] stays as it was, and everything is asked about, while the file %s", async (_what, spoil) => {
    writeFileSync(file(), '[hosts.local]\npolicy = "read-only"\n');
    const now = await configured();
    await now();
    spoil();
    const { host, unread } = await now();
    expect(host).toEqual(["read-only"]);
    expect(unread).toMatchObject([expect.stringContaining(file())]);
    expect(unread[0]).toContain("Everything is asked about until it can be read.");
    rmSync(file(), { recursive: true });
    writeFileSync(file(), "");
    expect(await now()).toEqual({ host: "default", own: [], unread: [] });
  });

  it("[PO152] asks about everything where the file could not be read at the start either", async () => {
    writeFileSync(file(), "[hosts.local\n");
    expect((await (await configured())()).unread.length).toBe(1);
  });
});
