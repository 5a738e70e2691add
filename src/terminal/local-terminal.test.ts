import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { createTerminals } from "./terminals.ts";
import { describeTerminalContract } from "./testing/terminal-contract.ts";

const stateDir = realpathSync(mkdtempSync(join(tmpdir(), "cotty-contract-")));
// A home of its own: what is in the rc files of whoever runs the tests is not part of them.
const terminals = createTerminals({ stateDir, env: { PATH: process.env["PATH"], HOME: stateDir, LANG: "C.UTF-8" } });
afterAll(async () => {
  await terminals[Symbol.asyncDispose]();
  rmSync(stateDir, { recursive: true, force: true });
});

let sessions = 0;
describeTerminalContract("a local terminal in a host", async () => ({
  terminal: await terminals.open({
    target: "local",
    owner: { session: `ses_${sessions++}`, epoch: 1 },
    shell: "/bin/bash",
    cwd: stateDir,
    signal: new AbortController().signal,
  }),
  cwd: stateDir,
}));
