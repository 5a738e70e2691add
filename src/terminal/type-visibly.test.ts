import { describe, expect, it } from "vitest";
import { needsShell } from "../../test/support/needs-shell.ts";
import { alternate, openWithStartUp } from "./testing/alternate.ts";
import { soon } from "./testing/open-in-test.ts";

describe("a shell that a start-up file puts in place of the one that was started", () => {
  it("is taught as what it is: `exec fish`", needsShell("fish"), async () => {
    const session = await openWithStartUp("bash", "exec fish");
    expect([session.started.confidence, session.shell]).toEqual(["marks", "fish"]);
    expect(await alternate(session, 3)).toEqual(Array(3).fill({ outcome: "exited", exitCode: 0, isMade: true }));
  });
});

describe("a shell without marks", () => {
  it("runs nothing where a key of the user's stands in for Enter, and no result says that it did", async () => {
    const session = await openWithStartUp("bash", `bind -x '"\\C-m": echo hijack'`, { integration: "off" });
    const interrupted = { outcome: "interrupted", exitCode: null, isMade: false };
    expect(await alternate(session, 2)).toEqual([interrupted, interrupted]);
  });

  it("is never given a command behind a line that it has kept", needsShell("fish"), async () => {
    const session = await openWithStartUp("fish", "", { integration: "off" });
    const refused = await session.run("(exit 1)", soon);
    expect(refused).toMatchObject({ outcome: "interrupted", exitCode: null, reason: expect.stringContaining("kept") });
    expect(refused.output).toContain("command substitutions not allowed");
    expect(await alternate(session, 2)).toEqual(Array(2).fill({ outcome: "exited", exitCode: null, isMade: true }));
  });

  for (const shell of ["bash", "zsh", "dash"] as const)
    it(`is never given a command as the rest of an open quote: ${shell}`, needsShell(shell), async () => {
      const session = await openWithStartUp(shell, "", { integration: "off" });
      expect(await session.run("echo 'open", soon)).toMatchObject({ outcome: "incomplete-input", exitCode: null });
      expect(await session.run("echo whole", soon)).toMatchObject({ outcome: "exited", output: "whole\n" });
    });

  it.each([
    ["half a line of a person's", "rm -rf "],
    ["a line that was edited in the middle", "echo 'x\x1b[D\x1b[D"],
  ])("has its line emptied before a command is typed: %s", async (_, keys) => {
    const session = await openWithStartUp("bash", "", { integration: "off" });
    await session.type(Buffer.from(keys), { by: "person", signal: soon.signal });
    await session.giveKeyboard();
    expect(await session.run("echo only this", soon)).toMatchObject({ outcome: "exited", output: "only this\n" });
  });
});
