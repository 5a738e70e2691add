import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { needsShell } from "../../../test/support/needs-shell.ts";
import { openInTest, soon } from "../testing/open-in-test.ts";
import { allShells } from "../testing/shells.ts";

let tools = "";
beforeEach(() => {
  tools = mkdtempSync(join(tmpdir(), "cotty-tools-"));
  for (const name of ["base64", "env", "printf", "pwd", "readlink", "stty", "tail", "tr"]) {
    const real = ["/usr/bin", "/bin"].map((folder) => join(folder, name)).find((file) => existsSync(file));
    const says = `#!/bin/sh\necho ${name} >> ${join(tools, "ran")}\nexec ${real} "$@"\n`;
    writeFileSync(join(tools, name), says, { mode: 0o755 });
  }
});
afterEach(() => rmSync(tools, { recursive: true, force: true }));

/** What was started out of the folder in front of the PATH, which a project may have filled. */
const ran = () => (existsSync(join(tools, "ran")) ? readFileSync(join(tools, "ran"), "utf8").split("\n") : []);

describe("what the integration of a shell starts", () => {
  const path = () => ({ PATH: `${tools}:./tools:/usr/bin:/bin` });
  for (const shell of allShells) {
    it(`[TM9] is the system's own in ${shell}, whatever is first on the PATH`, needsShell(shell), async () => {
      const session = await openInTest(shell, { env: path() });
      expect([session.started, ran()]).toEqual([{ confidence: "marks" }, []]);
      // The name of such a folder is told as base64, and the new name of one that was moved is asked for.
      expect(await session.run("/bin/mkdir 'a\tb'; cd 'a\tb'", soon)).toMatchObject({
        cwd: expect.stringMatching(/a\tb$/),
      });
      expect(await session.run('/bin/mv "$PWD" ../moved', soon)).toMatchObject({
        cwd: expect.stringMatching(/\/moved$/),
      });
      expect(ran()).toEqual([]);
    });
  }

  it("[TM9] is the system's own where the shell is another one than was said", needsShell("zsh"), async () => {
    const session = await openInTest("zsh", { hint: "fish", probe: "none", env: path() });
    expect([session.started, session.shell, ran()]).toEqual([{ confidence: "marks" }, "zsh", []]);
  });
});
