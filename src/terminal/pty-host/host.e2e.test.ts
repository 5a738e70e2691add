import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Terminal } from "../contract/terminal.ts";
import { createTerminals } from "../terminals.ts";
import { holdings, hostPids } from "../testing/host-watch.ts";

const root = mkdtempSync(join(tmpdir(), "cotty-host-e2e-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const { signal } = new AbortController();
const soon = { signal, timeoutMs: 60_000 };

function setUp(options: { capBytes?: number } = {}) {
  const stateDir = mkdtempSync(join(root, "s-"));
  const terminals = createTerminals({ stateDir, env: { PATH: process.env["PATH"], HOME: stateDir }, ...options });
  const open = (): Promise<Terminal> =>
    terminals.open({
      target: "local",
      owner: { session: "ses_1", epoch: 1 },
      shell: "/bin/bash",
      cwd: stateDir,
      signal,
    });
  const hostPid = () => hostPids(stateDir)[0] ?? 0;
  return { stateDir, open, hostPid, [Symbol.asyncDispose]: () => terminals[Symbol.asyncDispose]() };
}

const residentBytes = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;

/** Far below what these commands print: memory that grows with the output shows, a late garbage collection does not. */
const boundedBytes = 192 * 1024 * 1024;

describe("a host under load", () => {
  it("leaks no file, process or socket over 1,000 terminals, and little memory", async () => {
    await using t = setUp();
    const cycle = async () => {
      await using terminal = await t.open();
      expect((await terminal.run("true", soon)).outcome).toBe("exited");
    };
    for (let i = 0; i < 50; i++) await cycle();
    const before = { ...holdings(t.hostPid()), ours: holdings(process.pid) };
    const memory = residentBytes(t.hostPid());
    for (let i = 0; i < 1000; i += 4) await Promise.all([cycle(), cycle(), cycle(), cycle()]);
    // What is being closed at this moment is no leak: it goes by itself.
    await expect
      .poll(() => ({ ...holdings(t.hostPid()), ours: holdings(process.pid) }), { timeout: 20_000 })
      .toEqual(before);
    expect(residentBytes(t.hostPid()) - memory).toBeLessThan(boundedBytes);
  }, 600_000);

  it("loses no exit code and leaves no dead process over 500 terminals whose commands leave orphans", async () => {
    await using t = setUp();
    const orphans = "(sleep 0.01 &); setsid -f true; (setsid sleep 0.02 &)";
    const cycle = async (code: number) => {
      await using terminal = await t.open();
      const ran = terminal.run(`${orphans}; (exit ${code})`, soon);
      const side = terminal.side(["sh", "-c", `(sleep 0.01 &); exit ${code}`], soon);
      expect([await ran, await side]).toMatchObject([{ outcome: "exited", exitCode: code }, { exitCode: code }]);
      const closed = terminal.run(`${orphans}; exit ${code}`, soon);
      expect(await closed).toMatchObject({ outcome: "terminal-closed" });
    };
    for (let i = 0; i < 500; i += 4) await Promise.all([0, 1, 2, 3].map((more) => cycle((i + more) % 256)));
    await expect.poll(() => holdings(t.hostPid()).children, { timeout: 20_000 }).toBe(0);
  }, 600_000);

  it.each(["yes", "cat /dev/urandom", "yes $'\\e[6n'"])(
    "stays small and answers others while one terminal runs %s",
    async (command) => {
      const capBytes = 16 * 1024 * 1024;
      await using t = setUp({ capBytes });
      const loud = await t.open();
      const other = await t.open();
      await loud.run("true", soon);
      const before = residentBytes(t.hostPid());
      expect((await loud.run(command, { signal, timeoutMs: 1000 })).outcome).toBe("running");
      // Until more was printed than is kept: what was thrown away must not be in memory either.
      for (let i = 0; i < 30 || (await loud.state()).offset < 2 * capBytes; i++) {
        expect((await other.run(`echo ${i}`, soon)).output).toBe(`${i}\n`);
        expect(residentBytes(t.hostPid()) - before).toBeLessThan(boundedBytes);
      }
      const screen = await loud.screen();
      expect(screen.rows).toBe(24);
      const folder = join(t.stateDir, "terminals", loud.id);
      const kept = readdirSync(folder).reduce((sum, name) => {
        // While it is looked at, the oldest part may be thrown away.
        return sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
      }, 0);
      expect(kept).toBeLessThan(capBytes * 1.2);
      const ended = loud.wait({ until: "exit" }, soon);
      await loud.interrupt();
      expect((await ended).outcome).toBe("exited");
      expect(await loud.run("echo alive", soon)).toMatchObject({ outcome: "exited", output: "alive\n" });
    },
  );
});
