import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openSqliteStore } from "../../src/store/index.ts";
import { type CottyHome, createCottyHome, jsonLines } from "../support/cotty.ts";

let home: CottyHome;
beforeEach(() => {
  home = createCottyHome();
});
afterEach(() => home[Symbol.dispose]());

async function begin(): Promise<string> {
  await home.run(["exec", "--", "true"]);
  const [newest] = jsonLines((await home.run(["sessions", "--all", "--json"])).stdout);
  return String(newest?.["id"]);
}

/** Everything of a session that stands in the state folder, but not its entries in the ledger. */
function removeTraces(session: string): void {
  const state = join(home.dir, "state");
  const database = new DatabaseSync(join(state, "cotty.db"));
  database.prepare("DELETE FROM events WHERE session = ?").run(session);
  database.prepare("DELETE FROM sessions WHERE id = ?").run(session);
  database.close();
  rmSync(join(state, "anchors", `${session}.anchor`));
}

it("a session that was removed with its rows and its anchor is named, until a person deletes it", async () => {
  const [first, second] = [await begin(), await begin()];
  removeTraces(first);
  const ran = await home.run(["verify"]);
  expect([ran.code, ran.stdout]).toEqual([
    1,
    expect.stringMatching(
      new RegExp(
        `^✓ ${second}  \\d+ events intact\n✗ ${first}  The session is gone .*delete ${first}\n✓ ledger  4 entries intact\n$`,
      ),
    ),
  ]);
  expect(await home.run(["verify", "--head"])).toMatchObject({ code: 1, stdout: "" });
  expect(await home.run(["sessions", "delete", first])).toMatchObject({ code: 0 });
  expect(await home.run(["verify"])).toMatchObject({ code: 0 });
});

it("a line that is kept proves later that nothing before it was changed, and names what was deleted since", async () => {
  const [first, second] = [await begin(), await begin()];
  const head = await home.run(["verify", "--head"]);
  expect(head).toMatchObject({
    code: 0,
    stderr: "",
    stdout: expect.stringMatching(/^cotty-head:v1:\d+:[0-9a-f]{64}\n$/),
  });
  const against = ["verify", "--against", head.stdout.trim()];
  await begin();
  const grown = await home.run(against);
  expect([grown.code, grown.stdout.split("\n").at(-2)]).toEqual([0, "✓ Nothing before the line was changed."]);
  await home.run(["sessions", "delete", first]);
  const deleted = await home.run(against);
  expect([deleted.code, deleted.stdout]).toEqual([
    0,
    expect.stringMatching(new RegExp(`• ${first}  deleted since, \\S+ by person:\\S+\n✓ Nothing before`)),
  ]);
  removeTraces(second);
  const database = new DatabaseSync(join(home.dir, "state", "cotty.db"));
  database.prepare("DELETE FROM ledger WHERE session = ?").run(second);
  database.close();
  expect(await home.run(against)).toMatchObject({ code: 1, stdout: expect.stringContaining("✗ ledger  Entry") });
});

it("a session that was deleted and made again under its id since a line is a failure", async () => {
  const session = await begin();
  const head = await home.run(["verify", "--head"]);
  await home.run(["sessions", "delete", session]);
  {
    await using store = await openSqliteStore({ directory: join(home.dir, "state") });
    await store.createSession({ id: session, title: "", target: "local", cwd: "/", at: 1 });
  }
  expect(await home.run(["verify"])).toMatchObject({ code: 0 });
  const ran = await home.run(["verify", "--against", head.stdout.trim()]);
  expect([ran.code, ran.stdout]).toEqual([
    1,
    expect.stringMatching(
      new RegExp(`✗ ${session}  deleted since, \\S+ by \\S+, and made again under the same id: .*\n$`),
    ),
  ]);
});

it("a line that cannot be one, or one for a single session, is refused", async () => {
  expect(await home.run(["verify", "--against", "cotty-head:v9:1:0"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("cotty-head:v1:"),
  });
  expect(await home.run(["verify", "last", "--head"])).toMatchObject({ code: 2 });
  expect(await home.run(["verify", "--head"])).toMatchObject({ code: 1, stdout: "" });
});

it("[PO145] looking back where nothing was ever stored makes no store", async () => {
  for (const command of [["sessions"], ["verify"], ["usage"]]) {
    expect(await home.run(command)).toMatchObject({ code: 0, stderr: "" });
  }
  for (const command of [
    ["show", "last"],
    ["search", "x"],
  ])
    expect(await home.run(command)).toMatchObject({ code: 1 });
  expect(existsSync(join(home.dir, "state"))).toBe(false);
});
