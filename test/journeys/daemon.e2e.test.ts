import { once } from "node:events";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SessionSummary, WaitingItem } from "../../src/protocol/index.ts";
import { type CottyHome, command, complete, createCottyHome } from "../support/cotty.ts";
import {
  daemonEnv,
  ended,
  exists,
  findTestDaemon,
  isPhase,
  startTestDaemon,
  type TestDaemon,
} from "../support/daemon.ts";

async function prompt(daemon: TestDaemon, home: CottyHome, model: string, mode: string): Promise<string> {
  const { id } = await daemon.call<SessionSummary>("/sessions", {
    body: { title: "a long task", cwd: home.dir, settings: { model, mode } },
  });
  await daemon.call(`/sessions/${id}/requests`, { body: { request: { type: "prompt", text: "go" } } });
  return id;
}

const waitForFile = (name: string) =>
  `touch started; printf first; while [ ! -e ${name} ]; do sleep 0.05; done; echo second; (exit 7)`;

/** A script by what was said last: the model of the second daemon knows nothing of the first one's. */
const steps = (text: string) => [command(text, { when: { role: "user" } }), { ...complete(), when: { role: "tool" } }];

describe("the daemon", () => {
  it("is started by the first `cotty web`, found by the next, and ended by `cotty daemon stop`", async () => {
    using home = createCottyHome();
    const [one, two] = await Promise.all([0, 1].map(() => home.run(["web"], { env: daemonEnv })));
    expect([one?.code, two?.code]).toEqual([0, 0]);
    const links = [one, two].map((ran) => new URL(ran?.stdout.trim().split("\n").at(-1) ?? ""));
    expect(links[0]?.origin).toBe(links[1]?.origin);
    for (const link of links) {
      expect((await fetch(link, { redirect: "manual" })).status).toBe(303);
      expect((await fetch(link, { redirect: "manual" })).status).toBe(401);
    }
    const log = readFileSync(join(home.dir, "state", "daemon.log"), "utf8");
    for (const link of links) expect(log).not.toContain(link.searchParams.get("code")?.slice(-20));
    expect(statSync(join(home.dir, "state", "daemon.log")).mode & 0o777).toBe(0o600);
    const status = await home.run(["daemon", "status"]);
    expect([status.code, status.stdout]).toEqual([0, expect.stringContaining(`Running at ${links[0]?.origin}`)]);
    expect(status.stdout).toContain(`Also at ${join(home.dir, "state", "daemon.sock")}`);
    const again = await home.run(["serve"], { env: daemonEnv });
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("already runs")]);
    expect((await home.run(["daemon", "stop"])).stdout).toContain("Stopped.");
    expect((await home.run(["daemon", "status"])).code).toBe(1);
    expect((await home.run(["daemon", "logs"])).stdout).toContain("listens on");
  });

  it.runIf(process.platform === "linux")("opens no debugger for a signal, and neither does a pty host", async () => {
    using home = createCottyHome();
    using daemon = await startTestDaemon(home);
    const id = await prompt(daemon, home, home.script([command(waitForFile("go")), complete()]), "bypassPermissions");
    await exists(join(home.dir, "started"));
    const hosts = join(home.dir, "state", "hosts");
    const [card = ""] = readdirSync(hosts).filter((name) => name.endsWith(".json"));
    const { pid } = JSON.parse(readFileSync(join(hosts, card), "utf8")) as { pid: number };
    for (const each of [daemon.pid, pid]) process.kill(each, "SIGUSR1");
    writeFileSync(join(home.dir, "go"), "");
    // Both have answered since: the daemon, and the host with the end of the command.
    await daemon.until<SessionSummary>(`/sessions/${id}`, isPhase("done"));
    const logs = [join(home.dir, "state", "daemon.log"), join(hosts, card.replace("json", "log"))];
    expect(logs.map((path) => readFileSync(path, "utf8")).join("")).not.toContain("Debugger");
  });

  it("that cannot start says why to whoever wanted it, not only to its log", async () => {
    using home = createCottyHome();
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const ran = await home.run(["web"], { env: { COTTY_SERVER_PORT: String(port) } });
    other.close();
    expect([ran.code, ran.stdout]).toEqual([1, ""]);
    expect(ran.stderr).toContain(`did not start: Another program listens on 127.0.0.1:${port}.`);
    expect(ran.stderr).toContain("COTTY_SERVER_PORT");
  });

  it.each([
    ["is told to end", "SIGTERM"],
    ["is killed", "SIGKILL"],
  ] as const)(
    "loses nothing when it %s in the middle of a command: the next one reports its output and real exit code",
    async (_, signal) => {
      using home = createCottyHome();
      const model = home.script(steps(waitForFile("go")));
      using first = await startTestDaemon(home);
      const id = await prompt(first, home, model, "bypassPermissions");
      // Only then was the command surely sent: an approved step that perhaps was is never sent again.
      await exists(join(home.dir, "started"));
      process.kill(first.pid, signal);
      await ended(first.pid);
      writeFileSync(join(home.dir, "go"), "");
      using second = await startTestDaemon(home);
      expect(second.pid).not.toBe(first.pid);
      await second.until(`/sessions/${id}`, isPhase("done"));
      const events = await second.events(id);
      const finished = events.filter(({ type }) => type === "step.finished");
      expect(finished).toMatchObject([{ outcome: "exited", exitCode: 7 }]);
      expect(finished[0]?.["output"]).toBe("firstsecond\n");
      expect(events.filter(({ type }) => type === "step.started").length).toBe(1);
      expect(events.at(-1)).toMatchObject({ type: "turn.finished", outcome: "complete" });
      await home.run(["daemon", "stop"]);
    },
  );

  it("keeps what waits for a person when it is killed, and runs it once it is approved at the next one", async () => {
    using home = createCottyHome();
    const model = home.script(steps("touch made"));
    using first = await startTestDaemon(home);
    const id = await prompt(first, home, model, "default");
    const inbox = await first.until<{ waiting: WaitingItem[] }>("/approvals", ({ waiting }) => waiting.length === 1);
    process.kill(first.pid, "SIGKILL");
    await ended(first.pid);
    using second = await startTestDaemon(home);
    const again = await second.until<{ waiting: WaitingItem[] }>("/approvals", ({ waiting }) => waiting.length === 1);
    expect(again).toEqual(inbox);
    const [item] = again.waiting;
    if (item?.kind !== "step") throw new Error("A step waits.");
    const request = { type: "approve", stepId: item.stepId, digest: item.digest };
    await second.call(`/sessions/${id}/requests`, { body: { request } });
    await second.until(`/sessions/${id}`, isPhase("done"));
    expect(statSync(join(home.dir, "made")).isFile()).toBe(true);
    await home.run(["daemon", "stop"]);
  });

  it("of an older version makes way for this one, unless something is under way in it", async () => {
    using home = createCottyHome();
    const model = home.script(steps(waitForFile("go")));
    using old = await startTestDaemon(home);
    const id = await prompt(old, home, model, "bypassPermissions");
    await exists(join(home.dir, "started"));
    const card = join(home.dir, "state", "daemon.json");
    writeFileSync(card, JSON.stringify({ ...JSON.parse(readFileSync(card, "utf8")), version: "0.0.1" }));
    const busy = await home.run(["web"], { env: daemonEnv });
    expect([busy.code, busy.stderr]).toEqual([0, expect.stringContaining(`It is at work (${id}) and goes on.`)]);
    writeFileSync(join(home.dir, "go"), "");
    await old.until(`/sessions/${id}`, isPhase("done"));
    const idle = await home.run(["web"], { env: daemonEnv });
    expect([idle.code, idle.stderr]).toEqual([0, expect.stringContaining("it is started again as")]);
    using next = await findTestDaemon(home);
    expect(next.pid).not.toBe(old.pid);
    expect(await next.call(`/sessions/${id}`)).toMatchObject({ id, title: "a long task" });
    await home.run(["daemon", "stop"]);
  });

  it("is found by everyone, or by no one: looks at the same moment never take one that is dead for alive", async () => {
    using home = createCottyHome();
    using daemon = await startTestDaemon(home);
    const look = () => Promise.all(Array.from({ length: 6 }, () => home.run(["daemon", "status", "--json"])));
    const isRunning = ({ stdout }: { stdout: string }) => JSON.parse(stdout).running;
    expect((await look()).map(isRunning)).toEqual(Array(6).fill(true));
    process.kill(daemon.pid, "SIGKILL");
    await ended(daemon.pid);
    expect((await look()).map(isRunning)).toEqual(Array(6).fill(false));
  });

  it("gives no login to an agent: neither a link nor a token can be made in a terminal that it can type into", async () => {
    using home = createCottyHome();
    for (const args of [["web"], ["tokens", "new", "mine"]]) {
      const ran = await home.run(args, { env: { ...daemonEnv, COTTY_TERMINAL: "1" } });
      expect([ran.code, ran.stdout, ran.stderr]).toEqual([1, "", expect.stringContaining("where an agent can type")]);
    }
    expect((await home.run(["daemon", "status"])).code).toBe(1);
  });

  it("answers to tokens that the command line makes and revokes while it runs", async () => {
    using home = createCottyHome();
    using daemon = await startTestDaemon(home);
    const token = (await home.run(["tokens", "new", "eye", "--scope", "view"])).stdout.trim();
    const status = async () =>
      (await fetch(`${daemon.url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await status()).toBe(200);
    const { stdout } = await home.run(["tokens", "list"]);
    expect(stdout).toContain("eye");
    expect(stdout).not.toContain(token.slice(-43));
    expect((await home.run(["tokens", "revoke", "eye"])).code).toBe(0);
    expect(await status()).toBe(401);
    expect((await home.run(["tokens", "revoke", "eye"])).code).toBe(1);
    await home.run(["daemon", "stop"]);
  });

  it("shows what a `cotty run` of another process did", async () => {
    using home = createCottyHome();
    using daemon = await startTestDaemon(home);
    const model = home.script([command("touch made"), complete()]);
    const attended = home.start(["run", "go", "--model", model, "--json"], { env: {} });
    // Nobody is at its terminal, so it ends by itself; what it did is readable here.
    const { code } = await attended.ended;
    expect(code).toBe(3);
    const { sessions } = await daemon.call<{ sessions: SessionSummary[] }>("/sessions");
    expect(sessions).toMatchObject([{ title: "go", owned: false, phase: "resting" }]);
    expect((await findTestDaemon(home)).pid).toBe(daemon.pid);
    await home.run(["daemon", "stop"]);
  });
});
