import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createHosts } from "./hosts.ts";

const folder = mkdtempSync(join(tmpdir(), "cotty-hosts-"));
afterAll(() => rmSync(folder, { recursive: true }));
const noClient =
  "The ssh program is not installed here, so no host can be reached. Install OpenSSH's client (Debian: apt-get install openssh-client).";
const problemsWith = (env: NodeJS.ProcessEnv) => createHosts({ ours: {}, env }).list().problems;

describe("the list of hosts", () => {
  it("says what is missing where this machine has no ssh program", () => {
    expect(problemsWith({ PATH: folder })).toContain(noClient);
    expect(problemsWith({})).toContain(noClient);
  });

  it("says nothing about that where there is one", () => {
    writeFileSync(join(folder, "ssh"), "#!/bin/sh\n", { mode: 0o755 });
    expect(problemsWith({ PATH: `/nonexistent:${folder}` })).not.toContain(noClient);
  });
});
