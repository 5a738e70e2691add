import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { needs } from "../../../test/support/needs.ts";
import { followPolicy } from "../../compose/index.ts";
import { loadConfig } from "../../config/index.ts";

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
  const policy = followPolicy(loaded, {});
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

describe("the policy of a host that a repository's address leads to", needs("ssh"), () => {
  /** What holds for the addresses where ssh reads this configuration. */
  async function reached(sshConfig: string, remotes: string[]) {
    writeFileSync(file(), '[hosts.web-1]\npolicy = "protected"\n');
    writeFileSync(join(folder, "ssh_config"), sshConfig);
    const ssh = spawnSync("which", ["ssh"], { encoding: "utf8" }).stdout.trim();
    const script = `#!/bin/sh\nexec ${ssh} -F ${join(folder, "ssh_config")} "$@"\n`;
    writeFileSync(join(folder, "ssh"), script, { mode: 0o755 });
    const loaded = await loadConfig({ env: {}, cwd: folder, home: folder, files: { user: file(), project: null } });
    const env = { ...process.env, PATH: `${folder}${delimiter}${process.env["PATH"]}` };
    const { hosts } = await followPolicy(loaded, env)();
    const use = { destinations: [], logins: [], remotes, words: [], mentions: [], isUnclear: false };
    const policy = await hosts.reachedHostPolicy(use, { signal });
    return policy === "default" ? policy : policy.map(({ doubt }) => doubt ?? "certain");
  }

  it("[HP5] holds in doubt, except that nobody looked up a name which is most likely a forge", async () => {
    const held = "Host web-1\n  HostName 192.0.2.7\n  User root\n";
    const programs = "Host al\n  HostName 203.0.113.5\n  ProxyCommand nc 192.0.2.7 22\n";
    const digests = "Host *\n  ControlPath ~/.ssh/%C\n";
    expect(await reached(held, ["git@forge.example", "ssh://git@forge.example:443"])).toBe("default");
    expect(await reached(held + digests, ["git@forge.example", "git@203.0.113.9"])).toBe("default");
    expect(await reached(held + programs, ["al"])).toEqual([expect.stringContaining("program")]);
    expect(await reached(held + digests, ["ssh://root@192.0.2.72:2"])).toEqual([expect.stringContaining("Control")]);
    expect(await reached(held + digests, ["ssh://root@192.0.2.:722"])).toEqual([expect.stringContaining("Control")]);
    expect(await reached(held, ["web-1"])).toEqual(["certain"]);
    expect(await reached(`${held}NoSuchOption 1\n`, ["git@forge.example"])).toEqual([
      expect.stringMatching(/nosuchoption/i),
    ]);
  });
});
