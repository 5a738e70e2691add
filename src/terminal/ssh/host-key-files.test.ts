import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SshHost } from "./resolve-ssh-host.ts";
import { recallHostKey, rememberHostKey } from "./ssh-master.ts";
import { tidyControlDirectory } from "./tidy-control-directory.ts";

let directory: string;
let host: SshHost;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "ct-"));
  const controlPath = join(directory, "c0ffee");
  const options = new Map<string, string[]>();
  host = { destination: "box", hostName: "box", user: "mira", port: 22, controlPath, options, canLogHostKey: true };
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** No process has it: Linux allows at most 2^22. */
const goneMaster = 2 ** 22 + 1;

describe("word of a shared connection's key", () => {
  it("is for that connection only, and another process's connection does not replace it", () => {
    rememberHostKey(host, process.pid, "ssh-ed25519 SHA256:mine");
    rememberHostKey(host, goneMaster, "ssh-ed25519 SHA256:other");
    expect([recallHostKey(host, process.pid), recallHostKey(host, goneMaster), recallHostKey(host, 1)]).toEqual([
      "ssh-ed25519 SHA256:mine",
      "ssh-ed25519 SHA256:other",
      null,
    ]);
  });

  it("goes with its connection, and no other does", () => {
    rememberHostKey(host, process.pid, "ssh-ed25519 SHA256:mine");
    rememberHostKey(host, goneMaster, "ssh-ed25519 SHA256:other");
    tidyControlDirectory(directory);
    expect(readdirSync(directory)).toEqual([`c0ffee.${process.pid}.key`]);
  });
});
