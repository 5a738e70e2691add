import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { needs } from "../../../test/support/needs.ts";
import { pathOf } from "../../../test/support/tools.ts";
import { neverAborted as signal } from "../../base/index.ts";
import { resolveSshHost } from "./resolve-ssh-host.ts";
import { carefulOptions, terminalArguments } from "./ssh-arguments.ts";
import type { SshSetup } from "./ssh-setup.ts";

const folder = mkdtempSync(join(tmpdir(), "cotty-resolve-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = process.env["PATH"] ?? "";

function setupWith(config: string, env: Record<string, string> = { PATH: path }): SshSetup {
  const configFile = join(mkdtempSync(join(folder, "case-")), "config");
  writeFileSync(configFile, config);
  return { configFile, env, controlDirectory: "/run/cotty-ssh" };
}
const resolve = (config: string, name: string, env?: Record<string, string>) =>
  resolveSshHost(name, { setup: setupWith(config, env), signal });

describe("what a destination means", needs("ssh"), () => {
  it("is what the user's configuration says, Match and patterns included", async () => {
    const config = "Host db-*\n HostName %h.example\n Port 2222\nMatch host *.example\n User anna\n";
    expect(await resolve(config, "db-1")).toMatchObject({
      destination: "db-1",
      hostName: "db-1.example",
      user: "anna",
      port: 2222,
      canLogHostKey: true,
    });
  });

  it("shares a connection among names of one account on one machine, and among no others", async () => {
    const config = "Host a b c\n HostName 10.0.0.7\nHost c\n User root\nHost a b\n User anna\n";
    const paths = await Promise.all(["a", "b", "c"].map(async (name) => (await resolve(config, name)).controlPath));
    expect([paths[0] === paths[1], paths[0] === paths[2]]).toEqual([true, false]);
    expect(paths[0]).toMatch(/^\/run\/cotty-ssh\/[0-9a-f]{40}-[0-9a-f]{8}$/);
  });

  it("shares none among machines of one address behind different jump hosts", async () => {
    const config = "Host a\n ProxyJump gate-1\nHost b\n ProxyJump gate-2\nHost a b\n HostName 10.0.0.7\n User anna\n";
    const [a, b] = await Promise.all(["a", "b"].map(async (name) => (await resolve(config, name)).controlPath));
    expect(a).not.toBe(b);
  });

  it("is not asked for when it could be an option", async () => {
    await expect(resolve("", "-oProxyCommand=touch /tmp/x")).rejects.toMatchObject({ code: "ssh.bad-destination" });
  });

  it("is refused with the client's own words when the configuration is wrong", async () => {
    await expect(resolve("Host x\n NoSuchOption 1\n", "x")).rejects.toMatchObject({
      code: "ssh.resolve-failed",
      message: expect.stringMatching(/config.*line 2.*nosuchoption/i),
    });
  });

  it("cannot be told without an ssh client", async () => {
    await expect(resolve("", "x", { PATH: folder })).rejects.toMatchObject({ code: "ssh.no-client" });
  });

  it("is told by an older client too, without the option it does not know", async () => {
    const bin = join(folder, "old");
    mkdirSync(bin);
    const script = `case "$*" in *LogVerbose*) echo "command-line: line 0: Bad configuration option: logverbose" >&2; exit 255;; esac`;
    writeFileSync(join(bin, "ssh"), `#!/bin/sh\n${script}\nexec ${pathOf("ssh")} "$@"\n`, { mode: 0o755 });
    const host = await resolve("Host x\n User anna\n", "x", { PATH: `${bin}${delimiter}${path}` });
    expect([host.user, host.canLogHostKey]).toEqual(["anna", false]);
    const argv = terminalArguments({ host, setup: setupWith(""), logFile: "/log", start: {} });
    expect(argv.join(" ")).not.toContain("LogVerbose");
  });
});

describe("what is added to the user's own options", needs("ssh"), () => {
  it.each([
    ["", ["StrictHostKeyChecking=yes", "ServerAliveInterval=15", "ConnectTimeout=20"]],
    ["ServerAliveInterval 90\nConnectTimeout 3\n", ["StrictHostKeyChecking=yes"]],
    [
      "StrictHostKeyChecking accept-new\nServerAliveInterval 9\nConnectTimeout 3\n",
      ["StrictHostKeyChecking=accept-new"],
    ],
    ["StrictHostKeyChecking no\nServerAliveInterval 9\nConnectTimeout 3\n", ["StrictHostKeyChecking=accept-new"]],
  ])("after %j is %j", async (config, expected) => {
    expect(carefulOptions(await resolve(config, "x"))).toEqual(expected);
  });

  it("ends before the destination, so that nothing after it is an option", async () => {
    const host = await resolve("", "anna@box");
    const argv = terminalArguments({ host, setup: setupWith(""), logFile: "/log", start: {} });
    expect(argv.slice(-3)).toEqual(["-tt", "--", "anna@box"]);
  });
});
