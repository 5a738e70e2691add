import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type CottyHome, command, complete, createCottyHome, jsonLines } from "../support/cotty.ts";
import { needs } from "../support/needs.ts";
import { startSshd, type ThrowawaySshd } from "../support/sshd.ts";

/** A machine that ssh knows under a name, another name and its address. */
describe("the policy of a host", needs("ssh", "sshd"), () => {
  let sshd: ThrowawaySshd;
  let home: CottyHome;
  let env: Record<string, string>;
  const proof = () => join(sshd.home, "touched");

  beforeAll(async () => {
    sshd = await startSshd({ name: "web-1 www 127.0.0.1" });
    home = createCottyHome();
    mkdirSync(join(home.dir, "config", "cotty"), { recursive: true });
    env = { PATH: `${sshd.binFolder}${delimiter}${process.env["PATH"]}` };
  });
  afterAll(async () => {
    home[Symbol.dispose]();
    await sshd[Symbol.asyncDispose]();
  });
  beforeEach(() => rmSync(proof(), { force: true }));

  const configure = (text: string) => writeFileSync(join(home.dir, "config", "cotty", "config.toml"), text);
  const run = async (on: string, mode: string, text: string) => {
    const model = home.script([command(text), complete("Done.")]);
    const where = on === "" ? [] : ["--on", on];
    const ran = await home.run(["run", ...where, "--json", "--model", model, "--mode", mode, "x"], { env });
    const events = jsonLines(ran.stdout);
    const find = (type: string) => events.find((event) => event["type"] === type);
    return { code: ran.code, find, text: `${ran.stdout}${ran.stderr}` };
  };
  const spellings = () => [
    "web-1",
    `${userInfo().username}@web-1`,
    `ssh://${userInfo().username}@127.0.0.1:${sshd.port}`,
    `ssh://LOCALHOST:${sshd.port}`,
    "www",
  ];

  it("[HP1] read-only holds in bypassPermissions for every spelling of its name", async () => {
    configure('[hosts.web-1]\npolicy = "read-only"\n');
    for (const on of spellings()) {
      const ran = await run(on, "bypassPermissions", "touch ~/touched");
      expect([on, existsSync(proof())]).toEqual([on, false]);
      // The last spelling but one has no key of its own, so that ssh itself may refuse it.
      if (ran.find("step.proposed") === undefined) continue;
      expect([on, ran.find("step.rejected")?.["by"]]).toEqual([on, "policy"]);
    }
    expect((await run("web-1", "default", "ls -a")).find("step.finished")).toMatchObject({ exitCode: 0 });
  });

  it("[MO8] protected holds in every mode and for every spelling, and no message names a mode that would not help", async () => {
    configure('[hosts.web-1]\npolicy = "protected"\n');
    const [name, withUser, address] = spellings() as [string, string, string];
    const tries: [string, string, string][] = [
      [name, "bypassPermissions", "touch ~/touched"],
      [withUser, "bypassPermissions", "touch ~/touched"],
      [address, "default", "uptime"],
      [address, "plan", "uptime"],
    ];
    for (const [on, mode, text] of tries) {
      const ran = await run(on, mode, text);
      expect([on, mode, ran.code, ran.find("step.started"), existsSync(proof())]).toEqual([
        on,
        mode,
        3,
        undefined,
        false,
      ]);
      expect(ran.find("step.proposed")).toMatchObject({ verdict: "ask", protectedHost: { name: "web-1" } });
      expect(ran.find("turn.finished")).toMatchObject({
        outcome: "unattended",
        error: {
          nextStep: "Run it again in a terminal and decide there: nothing runs on web-1 without a person, in any mode.",
        },
      });
      expect(ran.text).not.toContain("--mode bypassPermissions");
    }
    const planned = await run(name, "plan", "touch ~/touched");
    expect(planned.find("step.rejected")).toMatchObject({ by: "policy" });
    expect(existsSync(proof())).toBe(false);
  });

  it("[HP4] holds for ssh and scp out of a session on this machine", async () => {
    configure('[hosts.web-1]\npolicy = "read-only"\n');
    writeFileSync(join(home.dir, "file"), "x");
    for (const text of ["ssh www 'touch ~/touched'", `scp file www:touched`, "ssh web-1"]) {
      const ran = await run("", "bypassPermissions", text);
      expect([text, ran.find("step.rejected")?.["by"], existsSync(proof())]).toEqual([text, "policy", false]);
    }
    const read = await run("", "bypassPermissions", "ssh www uptime");
    expect([read.code, read.find("step.started")]).toEqual([3, undefined]);
    expect(readFileSync(join(home.dir, "file"), "utf8")).toBe("x");
  });

  it("[HP4] holds where options of ssh lead to the machine under a name that is not its own", async () => {
    configure('[hosts.web-1]\npolicy = "read-only"\n');
    const master = join(sshd.folder, "ctl");
    const ssh = (...words: string[]) => spawnSync("ssh", words, { env: { ...process.env, ...env }, timeout: 20_000 });
    expect(ssh("-S", master, "-MNf", "web-1").status).toBe(0);
    const key = `-p ${sshd.port} -i ${sshd.clientKeyFile} -o UserKnownHostsFile=${sshd.knownHostsFile}`;
    const ways = [
      `ssh ${key} -o HostName=12%h 7.0.0.1`,
      `ssh ${key} -o 'HostName=12"7.0.0.1"' 10.9.9.9`,
      `ssh -S ${master} 10.9.9.9`,
      `ssh -o ControlPath=${master} 10.9.9.9`,
    ];
    try {
      for (const way of ways) {
        const ran = await run("", "bypassPermissions", `${way} 'touch ~/touched'`);
        expect([way, ran.code, ran.find("step.started"), existsSync(proof())]).toEqual([way, 3, undefined, false]);
        expect(ran.find("step.proposed")).toMatchObject({ protectedHost: { name: "web-1" } });
      }
      // The way is a real one: without the policy it leads there.
      configure("");
      expect([(await run("", "bypassPermissions", `${ways[2]} 'touch ~/touched'`)).code, existsSync(proof())]).toEqual([
        0,
        true,
      ]);
    } finally {
      ssh("-S", master, "-O", "exit", "web-1");
    }
  });

  it("[HP5] holds for git with the name of a remote, and for any command that names the host", async () => {
    configure('[hosts.web-1]\npolicy = "read-only"\n');
    const git = (...words: string[]) => spawnSync("git", ["-C", join(home.dir, "work"), ...words], { timeout: 20_000 });
    expect(spawnSync("git", ["init", "-q", "--bare", join(sshd.home, "store.git")]).status).toBe(0);
    expect(spawnSync("git", ["init", "-q", join(home.dir, "work")]).status).toBe(0);
    git("-c", "user.name=x", "-c", "user.email=x@x", "commit", "-q", "--allow-empty", "-m", "x");
    git("remote", "add", "origin", `www:${join(sshd.home, "store.git")}`);
    const push = `cd ${join(home.dir, "work")} && git push origin HEAD:branch`;
    const branches = () => String(spawnSync("git", ["-C", join(sshd.home, "store.git"), "branch", "--list"]).stdout);
    const held = await run("", "bypassPermissions", push);
    expect([held.find("step.started"), held.find("step.rejected")?.["by"], branches()]).toEqual([
      undefined,
      "policy",
      "",
    ]);
    const named = await run("", "bypassPermissions", "DOCKER_HOST=ssh://web-1 touch file-2");
    expect([named.code, named.find("step.started"), named.find("step.proposed")?.["protectedHost"]]).toEqual([
      3,
      undefined,
      { name: "web-1", isRead: false },
    ]);
    // The way is a real one: without the policy it leads there.
    configure("");
    await run("", "bypassPermissions", push);
    expect(branches().trim()).toBe("branch");
  });

  it("[HP7] holds for a program that logs in where a file of its own says, and for no program that stays here", async () => {
    configure('[hosts.web-1]\npolicy = "protected"\n');
    const program = join(sshd.binFolder, "carry");
    writeFileSync(join(home.dir, "carry.conf"), "www\n");
    writeFileSync(program, `#!/bin/sh\nread -r host <${join(home.dir, "carry.conf")}; ssh "$host" touch touched\n`, {
      mode: 0o755,
    });
    const carry = "carry all";
    const held = await run("", "bypassPermissions", carry);
    expect([held.code, held.find("step.started"), existsSync(proof())]).toEqual([3, undefined, false]);
    expect(held.find("step.proposed")).toMatchObject({ verdict: "ask", protectedHost: { name: "web-1" } });
    const free = await run(
      "",
      "bypassPermissions",
      "mkdir folder-3 && echo 'touch ok' > folder-3/run.sh && sh folder-3/run.sh",
    );
    expect([free.code, free.find("step.started") !== undefined]).toEqual([0, true]);
    // The way is a real one: without the policy it leads there.
    configure("");
    expect([(await run("", "bypassPermissions", carry)).code, existsSync(proof())]).toEqual([0, true]);
  });

  it("leaves other machines alone", async () => {
    configure('[hosts.db-1]\npolicy = "read-only"\n');
    const ran = await run("web-1", "bypassPermissions", "touch ~/touched");
    expect([ran.code, existsSync(proof())]).toEqual([0, true]);
  });

  it("[HP2] holds where ssh cannot say which machine an entry means, and says so", async () => {
    configure('[hosts.lab]\ndestination = "ssh://lab:99999"\npolicy = "read-only"\n');
    const ran = await run("web-1", "bypassPermissions", "touch ~/touched");
    expect(existsSync(proof())).toBe(false);
    expect(ran.find("step.rejected")?.["reason"]).toContain("It is not certain that this is lab");
  });
});
