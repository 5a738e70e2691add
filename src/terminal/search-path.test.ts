import { describe, expect, it } from "vitest";
import { needsShell } from "../../test/support/needs-shell.ts";
import { openInTest, soon } from "./testing/open-in-test.ts";

describe("[PO147] the PATH of a shell", () => {
  for (const shell of ["bash", "zsh", "fish", "dash", "ash", "mksh"] as const)
    it(`is known from the first prompt, and after a command that changed it: ${shell}`, needsShell(shell), async () => {
      const session = await openInTest(shell);
      const change = shell === "fish" ? "set -gx PATH ./bin $PATH" : "PATH=./bin:$PATH";
      const first = (await session.state()).searchPath;
      expect(first).toMatch(/\/bin/);
      expect(await session.run(change, soon)).toMatchObject({ exitCode: 0, output: "" });
      expect((await session.state()).searchPath).toBe(`./bin:${first}`);
      expect(await session.run("echo ran", soon)).toMatchObject({ exitCode: 0, output: "ran\n" });
      expect((await session.state()).searchPath).toBe(`./bin:${first}`);
    });

  for (const shell of ["bash", "zsh", "dash"] as const)
    it(`is known again when a shell inside it has ended: ${shell}`, needsShell(shell), async () => {
      const session = await openInTest(shell);
      const first = (await session.state()).searchPath;
      await session.run(`PATH=/elsewhere:$PATH ${shell}`, { ...soon, timeoutMs: 700 });
      await session.run("exit", soon);
      expect((await session.state()).searchPath).toBe(first);
    });

  it("is not known where it does not fit into a mark", needsShell("bash"), async () => {
    const session = await openInTest("bash");
    await session.run("PATH=$PATH:$(printf '/x%.0s' {1..3000})", soon);
    expect((await session.state()).searchPath).toBeUndefined();
  });
});
