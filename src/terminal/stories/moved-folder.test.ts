import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { needsShell } from "../../../test/support/needs-shell.ts";
import { openInTest, soon } from "../testing/open-in-test.ts";
import { allShells } from "../testing/shells.ts";

describe("a shell whose folder was renamed and replaced", () => {
  for (const shell of allShells)
    it(`runs nothing under the old name, and says where it is: ${shell}`, needsShell(shell), async () => {
      const parent = mkdtempSync(join(tmpdir(), "cotty-moved-"));
      onTestFinished(() => rmSync(parent, { recursive: true }));
      const [old, moved] = [join(parent, "old"), join(parent, "moved")];
      mkdirSync(old);
      const session = await openInTest(shell);
      expect(await session.run(`cd ${old}`, soon)).toMatchObject({ exitCode: 0, cwd: old });
      renameSync(old, moved);
      mkdirSync(old);
      const refused = { outcome: "context-changed", cwd: moved, output: "" };
      expect(await session.run("echo ran", { ...soon, expectCwd: old })).toMatchObject(refused);
      const run = await session.run("echo ran", { ...soon, expectCwd: moved });
      expect(run).toMatchObject({ outcome: "exited", exitCode: 0, output: "ran\n", cwd: moved });
    });
});
