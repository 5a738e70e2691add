import { describe, expect, it } from "vitest";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import type { Reached } from "../effects/reached-files.ts";
import { privateFile } from "./private-files.ts";

const signal = new AbortController().signal;

async function foundIn(real: string, { use = "read", project }: { use?: Reached["use"]; project?: string } = {}) {
  const terminals = createFakeTerminals();
  const terminal = await terminals.open({ target: "local", owner: { session: "s", epoch: 1 }, signal });
  const reached = [{ use, real, isLinked: false, isFromLink: false, isFolder: false }];
  return (await privateFile(reached, { terminal, cwd: "/", signal, project }))?.say ?? null;
}

describe("[PO196] a file of the machine that others may not read", () => {
  const closed = "Only its owner or group may read /etc/shadow, so it may hold secrets.";

  it("is asked about, whatever it is called", async () => expect(await foundIn("/etc/shadow")).toBe(closed));

  it("is found in a folder that is searched", async () =>
    expect(await foundIn("/etc", { use: "searched" })).toMatch(/^Only its owner or group may read \/etc\//));

  it("is no reason to ask where everybody may read it, where it is written, or where there is none", async () => {
    const found = [
      await foundIn("/etc/passwd"),
      await foundIn("/etc/shadow", { use: "written" }),
      await foundIn("/etc/no-such-file"),
      await foundIn("/tmp/anything"),
    ];
    expect(found).toEqual([null, null, null, null]);
  });

  it("is no reason to ask in the project itself", async () =>
    expect(await foundIn("/etc/shadow", { project: "/etc" })).toBe(null));
});
