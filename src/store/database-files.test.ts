import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { needs } from "../../test/support/needs.ts";
import { openRegister } from "./register.ts";
import { openSqliteStore } from "./sqlite-store.ts";
import { collect, openSession, promptEvent, textEvent } from "./testing/session-fixture.ts";
import { startStoreProcess } from "./testing/start-store-process.ts";
import { createTempFolder } from "./testing/temp-folder.ts";

const counts = `
  const { DatabaseSync } = require("node:sqlite");
  const database = new DatabaseSync(process.argv[1]);
  console.log(database.prepare("SELECT count(*) AS count FROM events").get().count);
`;
/** As a backup program would, or a look with sqlite3: another process opens the database, reads, and closes it. */
function countFromOutside(directory: string): number {
  return Number(execFileSync(process.execPath, ["-e", counts, join(directory, "cotty.db")], { encoding: "utf8" }));
}

const looks = `
import sqlite3, sys
database = sqlite3.connect(sys.argv[1])
database.execute("SELECT count(*) FROM events").fetchone()
database.close()
`;
/** The same by another build of SQLite, which takes the log away where it believes that it is the last one. */
const lookFromOutside = (directory: string) => execFileSync("python3", ["-c", looks, join(directory, "cotty.db")]);

describe("the files of a database that is open", () => {
  it(
    "[ST19] keep their log when somebody else reads the database and closes it, whatever of Cotty opens it too",
    needs("python3"),
    async () => {
      await using folder = await createTempFolder();
      const wal = join(folder.path, "cotty.db-wal");
      await using store = await openSqliteStore({ directory: folder.path });
      const log = statSync(wal).ino;
      const lease = await openSession(store);
      for (let round = 0; round < 3; round++) {
        using register = await openRegister({ directory: folder.path });
        await using again = await openSqliteStore({ directory: folder.path, mayBeReadOnly: true });
        await store.append(lease, round, [textEvent(`round ${round}`)]);
        register.of("credential").put("one", "text");
        expect(await again.list()).toHaveLength(1);
        expect(await collect(again.verifyAll())).toEqual([{ ok: true, session: "ses_1", events: round + 1 }]);
        lookFromOutside(folder.path);
        expect(countFromOutside(folder.path)).toBe(round + 1);
        expect([existsSync(wal), statSync(wal).ino]).toEqual([true, log]);
      }
      await store.append(lease, 3, [promptEvent("after all of them")]);
      expect(await store.search("after")).toHaveLength(1);
      lookFromOutside(folder.path);
      expect(countFromOutside(folder.path)).toBe(4);
      expect(statSync(wal).ino).toBe(log);
    },
  );

  it("[ST19] keep it while another process of Cotty begins and ends", needs("python3"), async () => {
    await using folder = await createTempFolder();
    await using store = await openSqliteStore({ directory: folder.path });
    const lease = await openSession(store);
    const log = statSync(join(folder.path, "cotty.db-wal")).ino;
    const other = await startStoreProcess(folder.path);
    await other.order({ do: "exit" });
    await other[Symbol.asyncDispose]();
    await store.append(lease, 0, [textEvent("kept")]);
    lookFromOutside(folder.path);
    expect(countFromOutside(folder.path)).toBe(1);
    expect(statSync(join(folder.path, "cotty.db-wal")).ino).toBe(log);
  });

  for (const end of ["", "-wal"])
    it(`[ST19] are written no more when cotty.db${end} is gone: nobody would find it there`, async () => {
      await using folder = await createTempFolder();
      await using store = await openSqliteStore({ directory: folder.path });
      using register = await openRegister({ directory: folder.path });
      const lease = await openSession(store);
      rmSync(join(folder.path, `cotty.db${end}`));
      const replaced = expect.objectContaining({ code: "store.replaced" });
      await expect(store.append(lease, 0, [textEvent("lost")])).rejects.toEqual(replaced);
      expect(() => register.of("credential").put("one", "text")).toThrow(replaced);
      expect(await collect(store.read("ses_1"))).toEqual([]);
    });
});

describe("the code", () => {
  const source = (name: string) => readFileSync(join(import.meta.dirname, name), "utf8");
  const fromFs = (name: string) => /import \{([^}]*)\} from "node:fs"/.exec(source(name))?.[1]?.trim().split(/,\s*/);

  it("[ST19] opens a database by SQLite alone, but for making it where there is none", () => {
    expect(fromFs("sqlite-database.ts")).toEqual(["mkdtempSync", "rmSync"]);
    expect(fromFs("sqlite-store.ts")).toEqual(["existsSync"]);
    expect(fromFs("register.ts")).toBeUndefined();
    expect(fromFs("database-files.ts")).toEqual(["chmodSync", "closeSync", "openSync", "statSync"]);
    expect(source("database-files.ts").match(/openSync\(.*/g)).toEqual(['openSync(path, "wx", 0o600));']);
  });
});
