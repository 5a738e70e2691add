import { openSync, statSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { type CottyHome, command, complete, createCottyHome, jsonLines } from "../support/cotty.ts";

const databaseOf = (home: CottyHome) => join(home.dir, "state", "cotty.db");

async function runOnce(home: CottyHome): Promise<string> {
  const model = home.script([command("echo hello"), complete("Seen.")]);
  const ran = await home.run(["run", "--json", "--model", model, "--mode", "bypassPermissions", "look"]);
  return String(jsonLines(ran.stdout)[0]?.["session"]);
}

function tamper(home: CottyHome, sql: string) {
  const database = new DatabaseSync(databaseOf(home));
  database.exec(sql);
  database.close();
}

describe("a damaged store", () => {
  it("still shows what comes before an event that cannot be read, and says which one it is", async () => {
    using home = createCottyHome();
    const session = await runOnce(home);
    tamper(home, "UPDATE events SET text = '{nope' WHERE text LIKE '%step.finished%'");
    const shown = await home.run(["show", "last"]);
    expect(shown).toMatchObject({ code: 1, stdout: expect.stringContaining("> echo hello") });
    expect(shown.stderr).toMatch(/Event \d+ of session .* cannot be read: it is not JSON\.\nRun "cotty verify/);
    const lines = await home.run(["show", "last", "--json"]);
    expect(lines).toMatchObject({ code: 1, stderr: shown.stderr });
    expect(jsonLines(lines.stdout).at(-1)).toMatchObject({ session, type: "step.started" });
    expect((await home.run(["sessions"])).stdout).toContain("damaged: cotty verify");
  });

  it("is named by verify: a session whose row is gone, and a row that was edited", async () => {
    using home = createCottyHome();
    const session = await runOnce(home);
    expect(await home.run(["verify"])).toMatchObject({ code: 0, stderr: "" });
    tamper(home, "UPDATE sessions SET title = 'harmless'");
    const edited = await home.run(["verify", "last"]);
    expect(edited).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('its title is "harmless", and was "look"'),
    });
    tamper(home, "DELETE FROM sessions; DELETE FROM events");
    for (const named of [[], [session]]) {
      const verified = await home.run(["verify", ...named]);
      expect(verified).toMatchObject({ code: 1, stdout: expect.stringContaining(`✗ ${session}  The session is gone`) });
    }
    expect(await home.run(["sessions", "delete", session])).toMatchObject({ code: 0 });
    expect(await home.run(["verify"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^✓ ledger {2}\d+ entries intact\n$/),
    });
  });

  it("is told by doctor and verify when pages were overwritten, with what to do", async () => {
    using home = createCottyHome();
    await runOnce(home);
    const file = openSync(databaseOf(home), "r+");
    const { size } = statSync(databaseOf(home));
    for (let at = 8 * 4096; at < size; at += 4096) writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, at);
    const doctor = await home.run(["doctor"]);
    expect(doctor).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/✗ Store .*is damaged[^\n]*\n {2}See what/),
    });
    expect(await home.run(["verify"])).toMatchObject({ code: 1, stderr: expect.stringContaining("is damaged") });
  });

  it("exits with 125 where it keeps a run from beginning, and with 1 elsewhere", async () => {
    using home = createCottyHome();
    await runOnce(home);
    writeFileSync(databaseOf(home), "a letter to my aunt ".repeat(1000));
    expect(await home.run(["run", "--model", home.script([complete()]), "look"])).toMatchObject({ code: 125 });
    expect(await home.run(["resume", "last"])).toMatchObject({ code: 125 });
    expect(await home.run(["sessions"])).toMatchObject({ code: 1, stderr: expect.stringContaining("is damaged") });
  });
});
