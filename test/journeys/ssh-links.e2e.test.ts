import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CottyHome, command, complete, createCottyHome, jsonLines } from "../support/cotty.ts";
import { needs } from "../support/needs.ts";
import { type SshdOptions, startSshd, type ThrowawaySshd } from "../support/sshd.ts";

let home: CottyHome;
let sshd: ThrowawaySshd;
beforeEach(() => {
  home = createCottyHome();
});
afterEach(async () => {
  home[Symbol.dispose]();
  await sshd?.[Symbol.asyncDispose]();
});

async function start(options: SshdOptions = {}) {
  sshd = await startSshd(options);
  const runtime = join(home.dir, "run");
  mkdirSync(runtime, { mode: 0o700 });
  return { PATH: `${sshd.binFolder}${delimiter}${process.env["PATH"]}`, XDG_RUNTIME_DIR: runtime };
}

/** A command that runs until the link is cut, and says which process of the server holds the link. */
const linked = () => join(home.dir, "linked");
const hold = () => command(`echo $PPID > ${linked()}.new; mv ${linked()}.new ${linked()}; sleep 600`);

/** Ends that process the hard way, as a lost network would end it. */
async function cutLink() {
  await expect.poll(() => existsSync(linked()), { timeout: 60_000 }).toBe(true);
  process.kill(Number(readFileSync(linked(), "utf8")), "SIGKILL");
}

const flags = (model: string) => ["--on", "box", "--json", "--model", model, "--mode", "bypassPermissions"];

describe("a link that is lost", needs("ssh", "sshd"), () => {
  it("is an event, the command's end is not invented, and the next command gets a new terminal there", async () => {
    const env = await start();
    const model = home.script([hold(), command("echo back-$((40+2))"), complete("Seen.")]);
    const started = home.start(["run", ...flags(model), "look"], { env });
    await cutLink();
    const ran = await started.ended;
    const events = jsonLines(ran.stdout);
    const of = (type: string) => events.filter((event) => event["type"] === type);
    expect(of("link.lost")).toEqual([
      expect.objectContaining({
        target: "ssh:box",
        reason: expect.stringMatching(/^The connection to box was lost/),
        terminalId: of("terminal.opened")[0]?.["terminalId"],
      }),
    ]);
    expect(of("link.restored")).toEqual([
      expect.objectContaining({ target: "ssh:box", terminalId: of("link.lost")[0]?.["terminalId"] }),
    ]);
    expect(of("terminal.opened").map(({ target }) => target)).toEqual(["ssh:box", "ssh:box"]);
    expect(of("step.finished")).toMatchObject([
      { outcome: "terminal-closed", exitCode: null, error: { code: "ssh.link-lost" } },
      { outcome: "exited", exitCode: 0, output: "back-42\n" },
    ]);
    expect(ran.code).toBe(0);
  });

  it("leaves nothing behind but one shared connection, which goes with the link", async () => {
    const env = await start();
    const ran = await home.run(["exec", "--on", "box", "--", "echo on-$((40+2))"], { env });
    expect(ran).toMatchObject({ code: 0, stdout: "on-42\n" });
    const folder = join(env.XDG_RUNTIME_DIR, "cotty-ssh");
    const left = readdirSync(folder);
    // One shared connection that waits for the next terminal, and word of its key.
    expect(left.filter((name) => !/^[0-9a-f]{40}-[0-9a-f]{8}(\.\d+\.key)?$/.test(name))).toEqual([]);
    const [pid = 0] = left.flatMap((name) => /\.(\d+)\.key$/.exec(name)?.[1] ?? []).map(Number);
    expect(readFileSync(`/proc/${pid}/cmdline`, "utf8")).toMatch(/^ssh: .*\[mux\]/);
    sshd.dropConnections();
    await expect
      .poll(() => readdirSync(folder).filter((name) => !name.endsWith(".key")), { timeout: 20_000 })
      .toEqual([]);
  });
});

describe("a host that is another machine than before", needs("ssh", "sshd"), () => {
  it("stops the session: nothing runs there", async () => {
    const env = await start();
    const model = home.script([hold(), command("echo second-$((40+2))"), complete("Seen.")]);
    const started = home.start(["run", ...flags(model), "look"], { env });
    await expect.poll(() => existsSync(linked()), { timeout: 60_000 }).toBe(true);
    // The key changes while the first machine is still used, and this machine is told to trust the new one.
    await sshd.changeHostKey();
    const [type, key] = readFileSync(join(sshd.folder, "host_key.pub"), "utf8").split(" ");
    writeFileSync(sshd.knownHostsFile, `[127.0.0.1]:${sshd.port} ${type} ${key}\n`);
    await cutLink();
    const ran = await started.ended;
    const events = jsonLines(ran.stdout);
    expect(ran.stdout).not.toContain("second-42");
    expect(events.find(({ type: kind }) => kind === "turn.finished")).toMatchObject({
      outcome: "failed",
      error: { code: "host.identity-changed", message: expect.stringContaining("its host key is another one") },
    });
  });
});
