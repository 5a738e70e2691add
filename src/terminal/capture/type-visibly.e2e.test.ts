import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { needs } from "../../../test/support/needs.ts";
import { needsShell } from "../../../test/support/needs-shell.ts";
import { startSshd } from "../../../test/support/sshd.ts";
import { createTerminals } from "../terminals.ts";

import { alternate, openWithStartUp } from "../testing/alternate.ts";
import { soon } from "../testing/open-in-test.ts";

const folder = mkdtempSync(join(tmpdir(), "cotty-visibly-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const interrupted = { outcome: "interrupted", exitCode: null, isMade: false };

describe("a shell that a start-up file puts in place of the one that was started", () => {
  it("is asked what it is where nobody can look at its process", needsShell("fish"), async () => {
    const session = await openWithStartUp("bash", "exec fish", { probe: "none" });
    expect([session.started.confidence, session.shell]).toEqual(["marks", "fish"]);
    expect(await alternate(session, 3)).toEqual(Array(3).fill({ outcome: "exited", exitCode: 0, isMade: true }));
  });
});

describe("a key of the user's that stands in for Enter", () => {
  it("does not matter where the other Enter still integrates the shell", async () => {
    const session = await openWithStartUp("bash", `bind -x '"\\C-m": echo hijack'`);
    expect(await session.run("(exit 3)", soon)).toMatchObject({ outcome: "exited", exitCode: 3, confidence: "marks" });
  });

  it("runs nothing where it throws the line away, and no result says that it did", async () => {
    const startUp = `h() { echo hijack; READLINE_LINE=; }; bind -x '"\\C-m": h'`;
    const session = await openWithStartUp("bash", startUp, { integration: "off" });
    expect(await alternate(session, 2)).toEqual([interrupted, interrupted]);
  });

  it("runs nothing in zsh, nor does an accept-line of the user's", needsShell("zsh"), async () => {
    const startUp = "h() { zle -M hijack }; zle -N h; bindkey '^M' h; bindkey '^J' h; zle -N accept-line h";
    const session = await openWithStartUp("zsh", startUp);
    expect(await alternate(session, 1)).toEqual([interrupted]);
  });
});

describe("a shell without marks", () => {
  it(
    "is never given a command behind a line that it has kept, also where nobody can look at its process",
    needsShell("fish"),
    async () => {
      const session = await openWithStartUp("fish", "", { integration: "off", probe: "none" });
      expect(await alternate(session, 3)).toEqual(Array(3).fill({ outcome: "exited", exitCode: null, isMade: true }));
    },
  );

  it("runs nothing else than the command after somebody went to the command mode of vi", async () => {
    const session = await openWithStartUp("bash", "set -o vi", { integration: "off" });
    await session.type(Buffer.from("ls\x1b"), { by: "person", signal: soon.signal });
    await session.giveKeyboard();
    const { outcome, output } = await session.run("echo only this", soon);
    expect(outcome === "not-at-prompt" ? "only this\n" : output).toBe("only this\n");
  });

  it("is not given a command that its screen does not show", async () => {
    const session = await openWithStartUp("bash", "stty -echo", { integration: "off" });
    const reason = expect.stringContaining("screen");
    expect(await session.run("echo secretly", soon)).toMatchObject({ outcome: "not-at-prompt", output: "", reason });
    expect(session.raw().toString()).not.toContain("secretly");
  });
});

describe("a login over ssh whose start-up file says `exec fish`", needs("ssh", "sshd", "fish"), () => {
  it.each([
    ["auto", { exitCode: 0, confidence: "marks" }],
    ["off", { exitCode: null, confidence: "heuristic" }],
  ] as const)("runs every command as it was given, and no other (integration: %s)", async (integration, known) => {
    await using sshd = await startSshd({ homeFiles: { ".bash_profile": "exec fish\n" } });
    const stateDir = mkdtempSync(join(folder, "state-"));
    await using terminals = createTerminals({ stateDir, env: process.env, sshConfigFile: sshd.configFile });
    const { signal } = soon;
    const owner = { session: "ses_visibly", epoch: 1 };
    const terminal = await terminals.open({ target: "ssh:box", owner, integration, signal });
    for (let round = 1; round <= 4; round++) {
      const refused = await terminal.run(`(exit ${round})`, soon);
      expect(refused.output).toContain("command substitutions not allowed here");
      expect(refused.outcome).toBe(integration === "auto" ? "exited" : "interrupted");
      const made = await terminal.run(`touch ~/mark${round}`, soon);
      expect(made).toMatchObject({ outcome: "exited", ...known });
      expect(existsSync(join(sshd.home, `mark${round}`))).toBe(true);
    }
    await terminal.close();
  });
});
