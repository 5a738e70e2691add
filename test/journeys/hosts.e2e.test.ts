import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CottyHome, command, complete, createCottyHome, jsonLines } from "../support/cotty.ts";
import { needs } from "../support/needs.ts";
import { startSshd, type ThrowawaySshd } from "../support/sshd.ts";

const trust = ["--mode", "bypassPermissions"];

describe("a host over ssh", needs("ssh", "sshd"), () => {
  let sshd: ThrowawaySshd;
  let home: CottyHome;
  let env: Record<string, string>;

  beforeAll(async () => {
    sshd = await startSshd();
    home = createCottyHome();
    mkdirSync(join(home.dir, "config", "cotty"), { recursive: true });
    writeFileSync(join(home.dir, "config", "cotty", "config.toml"), '[hosts.lab]\ndestination = "box"\n');
    env = { PATH: `${sshd.binFolder}${delimiter}${process.env["PATH"]}` };
  });
  afterAll(async () => {
    home[Symbol.dispose]();
    await sshd[Symbol.asyncDispose]();
  });

  it("is listed when the configuration names it", async () => {
    const ran = await home.run(["hosts", "--json"], { env });
    expect(ran.code).toBe(0);
    expect(jsonLines(ran.stdout)).toContainEqual({ name: "lab", destination: "box", from: "cotty" });
  });

  it("is checked step by step under its own name", async () => {
    const ran = await home.run(["hosts", "check", "lab"], { env });
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout.split("\n").map((line) => line.slice(0, 14).trim())).toEqual([
      "✓ resolve",
      "✓ connect",
      "✓ host key",
      "✓ login",
      "✓ shell",
      "✓ integration",
      "",
    ]);
  });

  it("fails the check with what to do, and with an exit code", async () => {
    const ran = await home.run(["hosts", "check", "nobody@no-such-host.invalid"], { env });
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain("✗ resolve     nobody@no-such-host.invalid cannot be found");
    expect(ran.stdout).toContain("Try it yourself: ssh nobody@no-such-host.invalid");
  });

  it("is where the commands of a task run, in the home folder there [S2.10]", async () => {
    const model = home.script([command('echo "$SSH_CONNECTION" | wc -w; pwd; (exit 3)'), complete("Seen.")]);
    const ran = await home.run(["run", "--on", "lab", "--json", "--model", model, ...trust, "look"], { env });
    const events = jsonLines(ran.stdout);
    expect(ran.code).toBe(0);
    expect(events.find((event) => event["type"] === "terminal.opened")).toMatchObject({
      target: "ssh:lab",
      where: { target: "ssh:lab", hostKey: sshd.hostFingerprint() },
    });
    expect(events.find((event) => event["type"] === "step.finished")).toMatchObject({
      outcome: "exited",
      exitCode: 3,
      output: `4\n${realpathSync(sshd.home)}\n`,
    });
  });

  it("returns output, error output and exit code of a command apart with exec --split [S2.21]", async () => {
    const command = 'test -n "$SSH_CONNECTION" && echo there; echo err >&2; exit 4';
    const ran = await home.run(["exec", "--split", "--on", "lab", "--", command], { env });
    expect(ran).toEqual({ code: 4, stdout: "there\n", stderr: "err\n" });
  });

  it("runs nothing anywhere when its key is not known", async () => {
    await using strange = await startSshd({ name: "strange" });
    strange.forgetHost();
    const path = { PATH: `${strange.binFolder}${delimiter}${process.env["PATH"]}` };
    const model = home.script([command("echo on-which-machine"), complete()]);
    const flags = ["--on", "strange", "--json", "--model", model, ...trust];
    const ran = await home.run(["run", ...flags, "look"], { env: path });
    const types = jsonLines(ran.stdout).map((event) => event["type"]);
    expect(types).not.toContain("step.started");
    expect(`${ran.stdout}${ran.stderr}`).toContain("never seen the host key");
  });
});
