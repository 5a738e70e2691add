import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { memoryReceipts } from "../../../test/support/memory-receipts.ts";
import { openCredentials } from "./credentials.ts";

const directory = mkdtempSync(join(tmpdir(), "cotty-credentials-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe("a credential with a receipt", () => {
  it("counts only where its receipt is, whatever folder its file was carried to", () => {
    const receipts = memoryReceipts();
    const here = openCredentials({ directory, receipts });
    const token = here.create({ kind: "token", name: "here", scope: "operate" });
    const link = here.createLink({ name: "here", scope: "operate" });
    for (const other of [openCredentials({ directory }), openCredentials({ directory, receipts: memoryReceipts() })])
      expect([other.check(token.text), other.useLink(link)]).toEqual([null, null]);
    const known = [here.check(token.text)?.name, here.useLink(link), here.useLink(link)];
    expect(known).toEqual(["here", { name: "here", scope: "operate" }, null]);
    expect([here.revoke("here"), receipts.has(token.id)]).toEqual([1, false]);
  });

  it("is made once for those of a store from before receipts, and for no later file", () => {
    const folder = join(directory, "older");
    const made = openCredentials({ directory: folder }).create({ kind: "token", name: "old", scope: "view" });
    const store = memoryReceipts("before-receipts");
    expect(openCredentials({ directory: folder, receipts: store }).check(made.text)?.name).toBe("old");
    const forged = openCredentials({ directory: folder }).create({ kind: "token", name: "forged", scope: "operate" });
    const again = openCredentials({ directory: folder, receipts: store });
    expect([again.check(made.text)?.name, again.check(forged.text)]).toEqual(["old", null]);
  });

  it("is not left out by a file that says nothing of receipts", () => {
    const { text } = openCredentials({ directory }).create({ kind: "token", name: "forged", scope: "operate" });
    expect(openCredentials({ directory, receipts: memoryReceipts() }).check(text)).toBeNull();
  });
});

describe("a credential that was valid when it was checked", () => {
  it("is so until it ends, and not a moment longer", () => {
    let now = 1000;
    const credentials = openCredentials({ directory, now: () => now });
    const { id } = credentials.create({ kind: "browser", name: "mira", scope: "operate", expiresAt: 2000 });
    const answers = [1000, 1999, 2000, 1999].map((at) => {
      now = at;
      return credentials.isValid(id);
    });
    expect(answers).toEqual([true, true, false, true]);
  });

  it("is so until it is revoked, also by another process", () => {
    const credentials = openCredentials({ directory });
    const { id } = credentials.create({ kind: "token", name: "op", scope: "operate" });
    expect([credentials.isValid(id), credentials.isValid(id)]).toEqual([true, true]);
    expect(openCredentials({ directory }).revoke("op")).toBe(1);
    expect(credentials.isValid(id)).toBe(false);
  });

  it("never was, where nobody made it", () => {
    expect(openCredentials({ directory }).isValid("000000000000")).toBe(false);
  });
});
