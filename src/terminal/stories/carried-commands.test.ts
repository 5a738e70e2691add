import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { needsShell } from "../../../test/support/needs-shell.ts";
import { openInTest, soon } from "../testing/open-in-test.ts";
import { shFamily } from "../testing/shells.ts";

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "cotty-carried-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const notRun = {
  outcome: "interrupted",
  exitCode: null,
  reason: expect.stringMatching(/^The command did not reach the shell whole, so the shell ran nothing\. /),
  confidence: "marks",
  output: "",
};

describe.each(shFamily)("a command that is carried to %s", (shell) => {
  /** What stands in for base64, once it has to decode. */
  const decoders = [
    { does: "cannot be started", script: "#!/nowhere\n" },
    { does: "prints nothing", script: "#!/bin/sh\nexit 0\n" },
    { does: "prints the first half", script: "#!/bin/sh\n/usr/bin/base64 -d | head -c 25\n" },
    { does: "prints all but the end", script: "#!/bin/sh\n/usr/bin/base64 -d | head -c -1\n" },
    { does: "fails behind its last word", script: "#!/bin/sh\n/usr/bin/base64 -d\nexit 1\n" },
  ];
  it.each(decoders)("[TM19] is not run where its decoder $does", needsShell(shell), async ({ script }) => {
    const folder = makeFolder();
    writeFileSync(join(folder, "base64"), script, { mode: 0o755 });
    const session = await openInTest(shell);
    await session.run(`__ct_own=$__ct_64 __ct_64=${folder}/base64`, soon);
    expect(await session.run(`echo alive > ${folder}/made; (exit 5)`, soon)).toMatchObject(notRun);
    expect([existsSync(join(folder, "made")), (await session.state()).name]).toEqual([false, "ready"]);
  });

  it("[TM19] is not run when a piece of it got lost, and the next one is", needsShell(shell), async () => {
    const folder = makeFolder();
    const session = await openInTest(shell);
    const digits = "271828182845";
    const encoded = Buffer.from(`echo alive > ${folder}/made${digits}`).toString("base64");
    const before = session.raw().length;
    await session.type(
      Buffer.from(
        ` __ct_read ${digits};eval "$__ct_g";{ __ct_end; } 2>/dev/null\n:${encoded}\n:.${encoded.length + 4}\n`,
      ),
      { by: "person", signal: soon.signal },
    );
    await expect.poll(() => session.raw().subarray(before).toString("latin1")).toMatch(/;U;\d+;r:/);
    await session.giveKeyboard();
    expect(await session.run("echo next; (exit 3)", soon)).toMatchObject({ exitCode: 3, output: "next\n" });
    expect(existsSync(join(folder, "made"))).toBe(false);
  });

  it("[TM19] is run whole, whatever it ends with", needsShell(shell), async () => {
    const session = await openInTest(shell);
    for (const end of ["", "\n", "\n\n", " ", "\t", " # 271828182845", "; # ü"]) {
      expect(await session.run(`echo whole; (exit 6)${end}`, soon)).toMatchObject({ exitCode: 6, output: "whole\n" });
    }
  });
});

describe("a command that bash reads itself", () => {
  it("[TM19] is not run when the read ends before the command does", needsShell("bash"), async () => {
    const session = await openInTest("bash");
    // Set behind the shell's own look at it, so that it ends the read and not the shell.
    await session.run("PROMPT_COMMAND+=('TMOUT=1')", soon);
    const before = session.raw().length;
    await session.type(Buffer.from("\x1b[77~echo ha''lf"), { by: "person", signal: soon.signal });
    const printed = () => session.raw().subarray(before).toString("latin1");
    await expect.poll(printed, { timeout: 10_000 }).toMatch(/;A;/);
    expect(printed()).toMatch(/;U;\d+;r:/);
    expect(printed()).not.toContain("half\r\n");
  });
});
