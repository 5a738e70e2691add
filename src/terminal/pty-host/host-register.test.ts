import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createTerminals } from "../terminals.ts";
import { hostPids, untilGone } from "../testing/host-watch.ts";
import { type HostRegister, mayLiveElsewhere } from "./host-register.ts";

const root = mkdtempSync(join(tmpdir(), "cotty-register-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function memoryRegister(): HostRegister {
  const entries = new Map<string, string>();
  return {
    list: () => [...entries].map(([id, text]) => ({ id, text })),
    put: (id, text) => void entries.set(id, text),
    remove: (id) => void entries.delete(id),
  };
}

/** The same hosts as a process in a container of its own, or after another start of the machine, sees them. */
function seenFrom(register: HostRegister, changed: { pidNamespace?: string; boot?: string }): HostRegister {
  const list = () =>
    register.list().map(({ id, text }) => ({ id, text: JSON.stringify({ ...JSON.parse(text), ...changed }) }));
  return { ...register, list };
}
const elsewhere = { pidNamespace: "pid:[1]" };

function leaveDeadSocket(path: string) {
  const program = 'require("net").createServer().listen(process.argv[1], () => process.kill(process.pid, "SIGKILL"))';
  spawnSync(process.execPath, ["-e", program, path]);
}

async function openHost() {
  const stateDir = mkdtempSync(join(root, "s-"));
  const register = memoryRegister();
  const terminals = createTerminals({ stateDir, register, env: { PATH: process.env["PATH"], HOME: stateDir } });
  await terminals.prepare();
  const [pid] = hostPids(stateDir);
  if (pid === undefined) throw new Error("There is no host.");
  return { stateDir, register, terminals, pid, [Symbol.asyncDispose]: () => terminals[Symbol.asyncDispose]() };
}

describe.runIf(process.platform === "linux")("a pty host in the register", () => {
  it("[TM7] may live among processes that cannot be seen, whatever is done to its files", async () => {
    await using host = await openHost();
    const { stateDir, register } = host;
    const hidden = seenFrom(register, elsewhere);
    expect([await mayLiveElsewhere(register, stateDir), await mayLiveElsewhere(hidden, stateDir)]).toEqual([
      false,
      true,
    ]);
    const [name = ""] = readdirSync(join(stateDir, "hosts")).filter((one) => one.endsWith(".life"));
    const life = join(stateDir, "hosts", name);
    renameSync(life, `${life}.moved`);
    expect(await mayLiveElsewhere(hidden, stateDir)).toBe(true);
    leaveDeadSocket(life);
    expect(await mayLiveElsewhere(hidden, stateDir)).toBe(true);
    rmSync(life);
    rmSync(`${life}.moved`);
    leaveDeadSocket(life);
    expect(await mayLiveElsewhere(hidden, stateDir)).toBe(true);
  });

  it("[TM7] has surely ended when the machine has been started again", async () => {
    await using host = await openHost();
    const hidden = seenFrom(host.register, { ...elsewhere, boot: "00000000-0000-4000-8000-000000000000" });
    expect(await mayLiveElsewhere(hidden, host.stateDir)).toBe(false);
  });

  it.each(["is killed", "ends by itself"])("[TM7] has surely ended when it %s", async (how) => {
    const { stateDir, register, terminals, pid } = await openHost();
    if (how === "is killed") process.kill(pid, "SIGKILL");
    await terminals[Symbol.asyncDispose]();
    await untilGone(pid);
    expect(await mayLiveElsewhere(seenFrom(register, elsewhere), stateDir)).toBe(false);
  });

  it("[TM7] is struck out when the next one starts and it has surely ended, and not before", async () => {
    const first = await openHost();
    const { stateDir, register } = first;
    const env = { PATH: process.env["PATH"], HOME: stateDir };
    await using second = createTerminals({ stateDir, register, env });
    await second.prepare();
    expect(register.list()).toHaveLength(2);
    await first.terminals[Symbol.asyncDispose]();
    await untilGone(first.pid);
    await using third = createTerminals({ stateDir, register: seenFrom(register, elsewhere), env });
    await third.prepare();
    const lives = readdirSync(join(stateDir, "hosts")).filter((one) => one.endsWith(".life"));
    expect(lives.sort()).toEqual(
      register
        .list()
        .map(({ id }) => `${id}.life`)
        .sort(),
    );
    expect(lives).toHaveLength(2);
  });
});
