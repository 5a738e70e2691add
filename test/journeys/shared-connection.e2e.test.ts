import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CottyHome, command, complete, createCottyHome, jsonLines } from "../support/cotty.ts";
import { needs } from "../support/needs.ts";
import { startSshd, type ThrowawaySshd } from "../support/sshd.ts";
import { pathOf } from "../support/tools.ts";

/** A person keeps a connection to web-1 open, under the name that ssh's manual recommends. */
describe("the policy of a host that a person is connected to", needs("ssh", "sshd"), () => {
  let sshd: ThrowawaySshd;
  let home: CottyHome;
  let env: Record<string, string>;
  const proof = () => join(sshd.home, "touched");
  const ssh = (...words: string[]) =>
    spawnSync("ssh", words, { env: { ...process.env, ...env }, timeout: 20_000, stdio: "ignore" });

  beforeAll(async () => {
    sshd = await startSshd();
    home = createCottyHome();
    mkdirSync(join(home.dir, "config", "cotty"), { recursive: true });
    const bin = join(sshd.folder, "shared");
    mkdirSync(bin);
    const every = `Host *\n  ControlPath ${bin}/%C\n  BatchMode yes\n  ConnectTimeout 2\n`;
    writeFileSync(join(bin, "config"), `Host web-1\n  HostName 192.0.2.7\n${every}`);
    writeFileSync(join(bin, "ssh"), `#!/bin/sh\nexec ${pathOf("ssh")} -F ${bin}/config "$@"\n`, { mode: 0o755 });
    env = { PATH: `${bin}${delimiter}${process.env["PATH"]}` };
    // The address is one that nobody has, so that only the shared connection leads anywhere.
    const pipe = `const s = require("net").connect(${sshd.port}, "127.0.0.1"); process.stdin.pipe(s).pipe(process.stdout)`;
    writeFileSync(join(bin, "pipe.cjs"), pipe);
    const way = ["-o", `ProxyCommand=${process.execPath} ${bin}/pipe.cjs`, "-i", sshd.clientKeyFile];
    const keys = ["-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"];
    expect(ssh(...way, ...keys, "-MNf", "web-1").status).toBe(0);
  });
  afterAll(async () => {
    ssh("-O", "exit", "web-1");
    home[Symbol.dispose]();
    await sshd[Symbol.asyncDispose]();
  });

  async function run(policy: string, text: string) {
    rmSync(proof(), { force: true });
    writeFileSync(join(home.dir, "config", "cotty", "config.toml"), policy);
    const model = home.script([command(text), complete("Done.")]);
    const ran = await home.run(["run", "--json", "--model", model, "--mode", "bypassPermissions", "x"], { env });
    const proposed = jsonLines(ran.stdout).find((event) => event["type"] === "step.proposed");
    return { code: ran.code, host: proposed?.["protectedHost"], wasThere: existsSync(proof()) };
  }

  it("[HP2] holds for another address and port with the same digest", async () => {
    const user = userInfo().username;
    const held = '[hosts.web-1]\npolicy = "protected"\n';
    for (const way of [`ssh -p 2 ${user}@192.0.2.72`, `ssh -l ${user} -p 722 192.0.2.`, "ssh web-1"]) {
      const touch = `${way} 'touch ~/touched'`;
      expect([way, await run(held, touch)]).toEqual([
        way,
        { code: 3, host: { name: "web-1", isRead: false }, wasThere: false },
      ]);
      // The way is a real one: without the policy it leads there.
      expect([way, await run("", touch)]).toEqual([way, { code: 0, host: undefined, wasThere: true }]);
    }
    expect(await run(held, "ssh -p 22 192.0.2.72 'touch ~/touched'")).toMatchObject({
      host: undefined,
      wasThere: false,
    });
  });
});
