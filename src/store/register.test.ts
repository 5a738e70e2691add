import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { openRegister } from "./register.ts";
import { openSqliteStore } from "./sqlite-store.ts";
import { collect, openSession, promptEvent } from "./testing/session-fixture.ts";
import { createTempFolder } from "./testing/temp-folder.ts";

describe("the register", () => {
  it("[ST16] keeps entries of each kind apart, for every process that has the folder open", async () => {
    await using folder = await createTempFolder();
    using one = await openRegister({ directory: folder.path });
    using other = await openRegister({ directory: folder.path });
    one.of("pty-host").put("a", "first");
    one.of("pty-host").put("a", "again");
    one.of("credential").put("b", "");
    const [hosts, credentials] = [other.of("pty-host"), other.of("credential")];
    expect([hosts.list(), credentials.list()]).toEqual([[{ id: "a", text: "again" }], [{ id: "b", text: "" }]]);
    expect([hosts.has("a"), hosts.has("b"), credentials.has("b")]).toEqual([true, false, true]);
    hosts.remove("a");
    expect(one.of("pty-host").list()).toEqual([]);
  });

  it("[ST16] says of a store from before receipts, and of no other, that credentials there have none yet", async () => {
    await using folder = await createTempFolder();
    const isOlder = async () => {
      using register = await openRegister({ directory: folder.path });
      return register.of("credential").list();
    };
    expect(await isOlder()).toEqual([]);
    const database = new DatabaseSync(join(folder.path, "cotty.db"));
    database.exec("UPDATE schema_version SET version = 4");
    database.close();
    expect(await isOlder()).toEqual([{ id: "before-receipts", text: "" }]);
  });

  it("[ST16] is added to a store from before it, whose sessions stay as they are", async () => {
    await using folder = await createTempFolder();
    const store = await openSqliteStore({ directory: folder.path });
    await store.append(await openSession(store), 0, [promptEvent("hello")]);
    const events = await collect(store.read("ses_1"));
    await store[Symbol.asyncDispose]();
    const database = new DatabaseSync(join(folder.path, "cotty.db"));
    database.exec("DROP TABLE register; UPDATE schema_version SET version = 2");
    database.close();
    using register = await openRegister({ directory: folder.path });
    expect(register.of("pty-host").list()).toEqual([]);
    await using again = await openSqliteStore({ directory: folder.path });
    expect(await collect(again.read("ses_1"))).toEqual(events);
  });
});
