import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Terminal } from "../../contract/terminal.ts";
import { originOf } from "../../origin/process-origin.ts";
import { listProcesses, readProcess } from "../../system/process-table.ts";
import { createTerminals } from "../../terminals.ts";
import { hostPids, isAlive, untilGone } from "../../testing/host-watch.ts";

const root = mkdtempSync(join(tmpdir(), "cotty-orphans-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const { signal } = new AbortController();
const soon = { signal, timeoutMs: 20_000 };

async function setUp() {
  const stateDir = mkdtempSync(join(root, "s-"));
  const terminals = createTerminals({ stateDir, env: { PATH: process.env["PATH"], HOME: stateDir } });
  const terminal: Terminal = await terminals.open({
    target: "local",
    owner: { session: "ses_1", epoch: 1 },
    shell: "/bin/bash",
    cwd: stateDir,
    signal,
  });
  const [host = 0] = hostPids(stateDir);
  /** Starts a background process this way, and answers with its pid. */
  async function start(wrap: (program: string) => string): Promise<number> {
    const pidFile = join(stateDir, "pid");
    rmSync(pidFile, { force: true });
    const program = `sh -c 'echo $$ > ${pidFile}.new; mv ${pidFile}.new ${pidFile}; exec sleep 300' < /dev/null > /dev/null 2>&1`;
    expect(await terminal.run(wrap(program), soon)).toMatchObject({ outcome: "exited", exitCode: 0 });
    await expect.poll(() => readPid(pidFile), { interval: 5 }).toBeGreaterThan(0);
    return readPid(pidFile);
  }
  return { terminal, host, start, [Symbol.asyncDispose]: () => terminals[Symbol.asyncDispose]() };
}

function readPid(file: string): number {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    return 0;
  }
}

describe.runIf(process.platform === "linux")("a process that leaves its parents", () => {
  it.each<[string, (program: string) => string]>([
    ["setsid -f", (program) => `setsid -f ${program}`],
    ["a double fork", (program) => `(${program} &)`],
    ["a double fork into a session of its own", (program) => `(setsid ${program} &)`],
    ["an empty environment", (program) => `(setsid env -i PATH="$PATH" ${program} &)`],
  ])("is still known to come out of a terminal after %s", async (_, wrap) => {
    await using t = await setUp();
    const pid = await t.start(wrap);
    await expect.poll(() => readProcess(pid), { interval: 5 }).toMatchObject({ parent: t.host });
    expect(originOf(pid)).toBe("terminal");
    process.kill(pid);
    await expect.poll(() => originOf(pid), { interval: 5 }).toBe("gone");
  });

  it("is known to come out of a terminal below any number of parents", async () => {
    await using t = await setUp();
    const pid = await t.start((program) => `(${nest(program, 100)} &)`);
    expect(originOf(pid)).toBe("terminal");
    process.kill(pid);
  });

  it("keeps its host alive when the terminals have ended, and is known until it ends itself", async () => {
    let host: number;
    let pid: number;
    {
      await using t = await setUp();
      host = t.host;
      pid = await t.start((program) => `setsid -f ${program}`);
    }
    expect([isAlive(host), originOf(pid)]).toEqual([true, "terminal"]);
    process.kill(pid);
    await untilGone(host);
  });

  it("is reaped when it ends, and no exit code of the host's own children is lost to that", async () => {
    await using t = await setUp();
    for (let code = 0; code < 40; code++) {
      const ran = await t.terminal.run(`(sleep 0.0${code % 10} &); setsid -f true; (exit ${code})`, soon);
      expect(ran).toMatchObject({ outcome: "exited", exitCode: code });
      const side = await t.terminal.side(["sh", "-c", `(true &); exit ${code}`], soon);
      expect(side.exitCode).toBe(code);
    }
    await expect.poll(() => childrenOf(t.host)).toEqual(["bash"]);
  });
});

it("a process of a person does not come out of a terminal, whatever its command line says", () => {
  process.title = "vitest of cotty-pty-host";
  expect(originOf(process.pid)).toBe("elsewhere");
});

function childrenOf(pid: number): string[] {
  return listProcesses()
    .filter(({ parent }) => parent === pid)
    .map(({ name }) => name);
}

/** Each shell waits for the next: none of them is replaced by what it runs. */
function nest(program: string, depth: number): string {
  return `n() { if [ "$1" -gt 0 ]; then (n $(($1 - 1)); true); else ${program}; fi; }; n ${depth}`;
}
