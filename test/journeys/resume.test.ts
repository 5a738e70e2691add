import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { type CottyHome, command, complete, createCottyHome, jsonLines, type Started } from "../support/cotty.ts";
import { type CottyTerminal, startInTerminal } from "../support/cotty-terminal.ts";

/** `cotty run --json` until its command has started and shown that it runs, then kill -9; answers with the session's id. */
async function killedWhile(running: Started, sign: string | null): Promise<string> {
  const printed = await running.printed('"type":"step.started"');
  if (sign !== null) await vi.waitUntil(() => existsSync(sign), { timeout: 20_000 });
  // The program is a shell that became Node, so the child is the owner itself.
  running.child.kill("SIGKILL");
  await running.ended;
  return String(jsonLines(printed.slice(0, printed.lastIndexOf("\n")))[0]?.["session"]);
}

/** Kills whoever waits for an answer at a terminal. */
async function killOwner(home: CottyHome, terminal: CottyTerminal): Promise<string> {
  const [row] = jsonLines((await home.run(["sessions", "--json"])).stdout);
  expect(row).toMatchObject({ status: "waiting for you", lease: { owner: { pid: expect.any(Number) } } });
  const { id, lease } = row as { id: string; lease: { owner: { pid: number } } };
  process.kill(lease.owner.pid, "SIGKILL");
  await terminal.ended;
  return id;
}

/** The file of a `scripted/FILE` model, for the process that goes on: it begins at the first reply. */
function rewrite(model: string, replies: unknown[]) {
  writeFileSync(model.replace("scripted/", ""), JSON.stringify(replies));
}

function waitingCommand(home: CottyHome) {
  const gate = join(home.dir, "gate");
  const count = join(home.dir, "count");
  return { gate, count, line: `echo x >> ${count}; while [ ! -e ${gate} ]; do sleep 0.05; done; echo late; (exit 7)` };
}

describe("cotty resume", () => {
  it("finds the command of a killed run again, gets its real exit code, and runs nothing twice", async () => {
    using home = createCottyHome();
    const { gate, count, line } = waitingCommand(home);
    const model = home.script([command(line), complete()]);
    const run = ["run", "--json", "--model", model, "--mode", "bypassPermissions", "wait"];
    const session = await killedWhile(home.start(run), count);
    rewrite(model, [complete("Went on.")]);
    writeFileSync(gate, "");

    expect((await home.run(["sessions"])).stdout).toMatch(new RegExp(`${session}.*interrupted`));
    expect((await home.run(["show", "last"])).stdout).toContain(
      `interrupted: the process that owned it is gone. Take it over: cotty resume ${session}\n`,
    );
    const resumed = await home.run(["resume", "last", "--json"]);
    const events = jsonLines(resumed.stdout);
    expect(resumed).toMatchObject({ code: 0, stderr: "" });
    expect(events.map(({ type }) => type)).toEqual(["step.finished", "turn.finished", "terminal.closed"]);
    expect(events[0]).toMatchObject({ outcome: "exited", exitCode: 7, output: "late\n" });
    expect(readFileSync(count, "utf8")).toBe("x\n");
    expect((await home.run(["sessions"])).stdout).toMatch(new RegExp(`${session}.*complete`));
    expect(await home.run(["verify"])).toMatchObject({ code: 0 });
  });

  it("says of a command whose process was killed as it started only what really happened", async () => {
    using home = createCottyHome();
    const { gate, count, line } = waitingCommand(home);
    const model = home.script([command(line), complete()]);
    const run = ["run", "--json", "--model", model, "--mode", "bypassPermissions", "wait"];
    await killedWhile(home.start(run), null);
    rewrite(model, [complete("Went on.")]);
    writeFileSync(gate, "");
    const resumed = await home.run(["resume", "last", "--json"]);
    const [finished] = jsonLines(resumed.stdout);
    // Whether it had begun is for the kill to decide; what is said of it must be what happened.
    const began = existsSync(count);
    expect(finished).toMatchObject(
      began ? { outcome: "exited", exitCode: 7, output: "late\n" } : { outcome: "interrupted", exitCode: null },
    );
  });

  it("shows what happened before, the whole output of what ran on, and how the turn ends", async () => {
    using home = createCottyHome();
    const { gate, count, line } = waitingCommand(home);
    const model = home.script([command(`echo early; ${line}`), complete()]);
    const run = ["run", "--json", "--model", model, "--mode", "bypassPermissions", "wait"];
    await killedWhile(home.start(run), count);
    rewrite(model, [complete("Went on.")]);
    const terminal = startInTerminal(home, ["resume", "last"]);
    await terminal.shows("> echo early");
    await terminal.shows("  early");
    writeFileSync(gate, "");
    await terminal.shows("  late");
    await terminal.shows("exit 7");
    await terminal.shows("[complete] Went on.");
    expect(await terminal.ended).toBe(0);
  });

  it("lets a person answer an approval that waited when its process was killed", async () => {
    using home = createCottyHome();
    const made = join(home.dir, "made");
    const model = home.script([command("touch made"), complete()]);
    const first = startInTerminal(home, ["run", "--model", model, "make it"]);
    await first.shows("Run it? y = once");
    await killOwner(home, first);
    const shown = (await home.run(["show", "last"])).stdout;
    expect(shown).toMatch(
      /waits {2}step_\w+ {2}[0-9a-f]{12} {2}touch made\ninterrupted: the process that owned it is gone/,
    );
    expect(existsSync(made)).toBe(false);

    rewrite(model, [complete()]);
    const terminal = startInTerminal(home, ["resume", "last"]);
    await terminal.shows("Run it? y = once");
    terminal.type("y\r");
    expect(await terminal.ended).toBe(0);
    expect(existsSync(made)).toBe(true);
  });

  it("says so when there is nothing to go on with, and when another process is at work", async () => {
    using home = createCottyHome();
    await home.run(["run", "--model", home.script([complete()]), "do it"]);
    const over = await home.run(["resume", "last"]);
    expect(over).toMatchObject({ code: 1, stdout: "" });
    expect(over.stderr).toContain("its last turn is over (complete).");

    const { gate, line } = waitingCommand(home);
    const model = home.script([command(line), complete()]);
    const running = home.start(["run", "--json", "--model", model, "--mode", "bypassPermissions", "wait"]);
    await running.printed('"type":"step.started"');
    expect((await home.run(["sessions"])).stdout).toContain("working");
    const owned = await home.run(["resume", "last"]);
    expect(owned).toMatchObject({ code: 1, stdout: "" });
    expect(owned.stderr).toContain("Another process is working on session");
    writeFileSync(gate, "");
    expect(await running.ended).toMatchObject({ code: 0 });
  });

  it("is named where a decision finds nobody to carry it out", async () => {
    using home = createCottyHome();
    const model = home.script([command("touch made"), complete()]);
    const first = startInTerminal(home, ["run", "--model", model, "make it"]);
    await first.shows("Run it? y = once");
    const session = await killOwner(home, first);
    const approved = await home.run(["reject", "last", "last"]);
    expect(approved.code).toBe(1);
    expect(approved.stderr).toContain(`cotty resume ${session}`);
  });
});

describe("cotty sessions", () => {
  it("says how many are left out", async () => {
    using home = createCottyHome();
    const model = home.script([complete()]);
    for (let count = 0; count < 3; count++) await home.run(["run", "--model", model, "do it"]);
    const listed = (await home.run(["sessions", "--limit", "1"])).stdout.split("\n");
    expect(listed).toEqual([expect.stringContaining("complete"), "2 more: --limit 3", ""]);
  });
});
