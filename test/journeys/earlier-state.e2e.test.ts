import { chmodSync, cpSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStoreToRead } from "../../src/compose/index.ts";
import type { SessionSummary } from "../../src/protocol/index.ts";
import { allTurns, emptyState, evolve, type SessionState } from "../../src/session/index.ts";
import { type CottyHome, command, complete, createCottyHome, jsonLines, projectRoot } from "../support/cotty.ts";
import { startInTerminal } from "../support/cotty-terminal.ts";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";

let home: CottyHome;
beforeEach(() => {
  home = createCottyHome();
});
afterEach(() => home[Symbol.dispose]());

function open(fixture: string): void {
  const state = join(home.dir, "state");
  cpSync(join(projectRoot, "test/fixtures", fixture), state, { recursive: true });
  // Git keeps no modes of folders and files.
  for (const name of ["", ...globSync("**", { cwd: state })]) {
    const path = join(state, name);
    chmodSync(path, statSync(path).isDirectory() ? 0o700 : 0o600);
  }
}

/** Every session as this program folds it, by its title. */
async function fold(): Promise<Map<string, SessionState>> {
  await using store = await openStoreToRead(join(home.dir, "state"));
  const states = new Map<string, SessionState>();
  for (const row of await store.list({ limit: 100, includeClosed: true })) {
    let state = emptyState(row.id);
    for await (const event of store.read(row.id, { after: 0 })) state = evolve(state, event);
    states.set(row.title, state);
  }
  return states;
}

/** What is compared of each session: its turns, its steps and who approved them. */
async function told(): Promise<unknown> {
  return [...(await fold())].map(([title, state]) => ({
    title,
    closed: state.closed,
    turns: allTurns(state).map((turn) => ({
      end: turn.end?.outcome ?? "goes on",
      steps: [...turn.steps.values()].map(({ command, verdict, status }) => [command, verdict, status.name]),
    })),
  }));
}

const expected = (name: string) => JSON.parse(readFileSync(join(projectRoot, "test/fixtures", name), "utf8"));

async function idOf(title: string): Promise<string> {
  const state = (await fold()).get(title);
  if (state === undefined) throw new Error(`no session ${title}`);
  return state.id;
}

/** Everything in a session after a prompt was worked on. */
async function prompted(daemon: TestDaemon, id: string) {
  const model = home.script([command("echo and on"), complete("It went on.")]);
  const path = `/sessions/${id}/requests`;
  const { seq } = await daemon.call<{ seq: number }>(path, {
    body: { request: { type: "prompt", text: "go on", model } },
  });
  await daemon.until<SessionSummary>(
    `/sessions/${id}`,
    (summary) => summary.seq > seq && ["done", "input"].includes(summary.phase),
  );
  return daemon.events(id);
}

describe("a state folder that an earlier version has written", () => {
  beforeEach(() => open("state"));

  it("is intact for `cotty verify`", async () => {
    const ran = await home.run(["verify"]);
    expect([ran.code, ran.stdout.replaceAll(/s_\w+/g, "ID")]).toEqual([
      0,
      [5, 5, 18, 16, 15]
        .map((count) => `✓ ID  ${count} events intact\n`)
        .join("")
        .concat("✓ ledger  9 entries intact\n"),
    ]);
  });

  it("folds to the same sessions, steps and answers of people", async () => {
    expect(await told()).toEqual(expected("state.json"));
  });

  it("shows its sessions, finds what was said in them, and plays their recordings", async () => {
    const shown = (await home.run(["show", await idOf("set up my shell")])).stdout;
    for (const line of [
      "  rejected by mira: use a folder",
      "  approved by mira (cli)",
      "[complete] The alias is there.",
    ])
      expect(shown).toContain(`${line}\n`);
    expect((await home.run(["search", "alias"])).stdout).toContain("The alias is there.");
    const person = await idOf("exec --jsonl");
    expect((await home.run(["export", person, "--format", "txt"])).stdout).toContain("\none\n");
    const replay = startInTerminal(home, ["replay", person, "--speed", "8"]);
    await replay.shows("bold");
    expect(await replay.ended).toBe(0);
  });

  it("has its sessions go on: a new prompt in one of them is worked on, and the log is one chain", async () => {
    using daemon = await startTestDaemon(home);
    const events = await prompted(daemon, await idOf("is there work?"));
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.find(({ type }) => type === "step.finished")).toMatchObject({
      outcome: "exited",
      exitCode: 0,
      output: "and on\n",
    });
    expect(events.at(-1)).toMatchObject({ type: "turn.finished", outcome: "complete", summary: "It went on." });
    expect(await home.run(["daemon", "stop"])).toMatchObject({ code: 0 });
    expect(await home.run(["verify"])).toMatchObject({ code: 0 });
  });

  it("has a session that knew another machine run nothing on this one", async () => {
    using daemon = await startTestDaemon(home);
    const events = await prompted(daemon, await idOf("make a file for notes"));
    expect(events.slice(15).map(({ type }) => type)).toEqual([
      "settings.changed",
      "prompt.received",
      "turn.started",
      "turn.finished",
    ]);
    expect(events.at(-1)).toMatchObject({ outcome: "failed", error: { code: "host.identity-changed" } });
  });

  it("has its interrupted session taken over; the step whose terminal is gone runs no more, and the agent is told", async () => {
    writeFileSync(join(home.dir, "waits.json"), JSON.stringify([complete("Went on.")]));
    const resumed = await home.run(["resume", await idOf("wait for me"), "--json"]);
    expect([resumed.code, jsonLines(resumed.stdout)]).toMatchObject([
      0,
      [
        { type: "terminal.closed", seq: 6 },
        { type: "step.rejected", seq: 7, by: "engine", reason: expect.stringContaining("Cotty restarted while") },
        { type: "turn.finished", seq: 8, outcome: "complete", summary: "Went on." },
      ],
    ]);
    expect(await home.run(["verify"])).toMatchObject({ code: 0 });
  });
});

describe("a state folder from before the ledger and the shapes of today", () => {
  beforeEach(() => open("state-of-november-15"));

  it("is intact for `cotty verify`, event by event", async () => {
    const ran = await home.run(["verify"]);
    expect([ran.code, ran.stdout.replaceAll(/s_\w+/g, "ID")]).toEqual([
      0,
      // Opening it gives each session its entry in the ledger.
      [14, 10, 18, 15, 21]
        .map((count) => `✓ ID  ${count} events intact\n`)
        .join("")
        .concat("✓ ledger  5 entries intact\n"),
    ]);
  });

  it("folds to the same sessions, steps and answers of people", async () => {
    expect(await told()).toEqual(expected("state-of-november-15.json"));
  });

  it("shows its edits, answers and changed files, and plays its recordings", async () => {
    const shown = (await home.run(["show", await idOf("write the notes")])).stdout;
    for (const text of ["touch notes.md", "Which heading?", "Notes", "The notes are there."])
      expect(shown).toContain(text);
    expect((await home.run(["search", "heading"])).stdout).toContain("Which heading?");
    expect((await home.run(["export", await idOf("exec --jsonl"), "--format", "txt"])).stdout).toContain("\none\n");
  });
});
