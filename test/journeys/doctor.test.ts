import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { version } from "../../src/cli/version.ts";
import { requireDaemonLock, writeDaemonCard } from "../../src/server/index.ts";
import { type CottyHome, createCottyHome } from "../support/cotty.ts";

function configure(home: CottyHome, text: string): void {
  mkdirSync(join(home.dir, "config", "cotty"), { recursive: true });
  writeFileSync(join(home.dir, "config", "cotty", "config.toml"), text);
}

describe("cotty doctor", () => {
  it("fails where the configured shell cannot be started, whatever the login shell is, and says what to correct", async () => {
    using home = createCottyHome();
    configure(home, '[terminal]\nshell = "/bin/nosuch"\n');
    const ran = await home.run(["doctor"]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(
      /✗ Shell +\/bin\/nosuch cannot be started: .*ENOENT\.\n {2}Name one that is installed \(cotty config set terminal\.shell /,
    );
  });

  it("fails where the configuration cannot be read, and says it once", async () => {
    using home = createCottyHome();
    configure(home, "mode = \n");
    const ran = await home.run(["doctor"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr.match(/Invalid config format/g)).toHaveLength(1);
    expect(ran.stdout).toMatch(
      /✗ Configuration +A file of it cannot be used \(above\)\.\n {2}Correct .*config\.toml\.\n/,
    );
  });

  it("fails where a file that the configuration names is missing, and says how to name another", async () => {
    using home = createCottyHome();
    configure(home, '[runbooks]\ndir = "/nowhere/runbooks"\n');
    const ran = await home.run(["doctor"]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(
      /✗ Named files +\/nowhere\/runbooks, which runbooks\.dir names, is not there\.\n {2}Name one .*cotty config set runbooks\.dir/,
    );
  });

  it("fails where the daemon is of another version, and where it does not answer", async () => {
    using home = createCottyHome();
    const state = join(home.dir, "state");
    mkdirSync(state, { recursive: true, mode: 0o700 });
    using _lock = requireDaemonLock(state);
    const card = { pid: process.pid, url: "http://127.0.0.1:1", socket: null, startedAt: Date.now() };
    const daemonOf = async (version: string) => {
      writeDaemonCard(state, { ...card, version });
      const ran = await home.run(["doctor"]);
      return [ran.code, ran.stdout.split("\n").find((line) => line.includes(" Daemon "))];
    };
    expect(await daemonOf("0.0.1")).toEqual([
      1,
      expect.stringMatching(/✗ Daemon +The daemon that runs is version 0\.0\.1/),
    ]);
    expect(await daemonOf(version)).toEqual([1, expect.stringMatching(/✗ Daemon .*does not answer/)]);
  });

  it("passes where all is well, and names the configured shell", async () => {
    using home = createCottyHome();
    configure(home, '[terminal]\nshell = "sh"\n');
    const ran = await home.run(["doctor"]);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(/✓ Shell +sh\n/);
  });
});

describe("more than one host", () => {
  it.each([
    ["run", ["run", "--on", "a", "--on", "b", "look"]],
    ["run", ["run", "--on", "a,b", "look"]],
    ["exec", ["exec", "--on", "a", "--on", "b", "--", "true"]],
  ])("is refused by %s: %j", async (_, args) => {
    using home = createCottyHome();
    const ran = await home.run(args);
    expect([ran.code, ran.stdout]).toEqual([2, ""]);
    expect(ran.stderr).toContain("Cotty works on one host at a time. Run it once for each host.");
  });
});
