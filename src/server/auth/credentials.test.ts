import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openCredentials } from "./credentials.ts";

const directory = mkdtempSync(join(tmpdir(), "cotty-credentials-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

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
