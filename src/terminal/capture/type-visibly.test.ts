import { describe, expect, it } from "vitest";
import { needs } from "../../../test/support/needs.ts";
import { needsShell } from "../../../test/support/needs-shell.ts";
import { alternate, openWithStartUp } from "../testing/alternate.ts";
import { openInTest, soon } from "../testing/open-in-test.ts";

describe("a shell that a start-up file puts in place of the one that was started", () => {
  it("is integrated as what it is: `exec fish`", needsShell("fish"), async () => {
    const session = await openWithStartUp("bash", "exec fish");
    expect([session.started.confidence, session.shell]).toEqual(["marks", "fish"]);
    expect(await alternate(session, 3)).toEqual(Array(3).fill({ outcome: "exited", exitCode: 0, isMade: true }));
  });
});

describe("a line that a person has begun", () => {
  it("[TM13] is left as it is, and gets no key of ours", async () => {
    const session = await openWithStartUp("bash", "");
    await session.type(Buffer.from("echo PERSON \\\r"), { by: "person", signal: soon.signal });
    await expect.poll(() => session.shown(0)).toMatch(/> $/);
    await session.giveKeyboard();
    const typed = session.typed();
    expect(await session.run("echo one", soon)).toMatchObject({ outcome: "not-at-prompt" });
    expect(session.typed()).toBe(typed);
  });
});

describe("a shell without marks", () => {
  it("runs nothing where a key of the user's stands in for Enter, and no result says that it did", async () => {
    const session = await openWithStartUp("bash", `bind -x '"\\C-m": echo hijack'`, { integration: "off" });
    const interrupted = { outcome: "interrupted", exitCode: null, isMade: false };
    expect(await alternate(session, 2)).toEqual([interrupted, interrupted]);
  });

  it.each([
    ["bash", `bind '"\\C-m": "\\C-a\\C-k echo hijack\\C-j"'`],
    ["bash", `bind '"\\C-m": " ; echo more\\C-j"'`],
    ["zsh", 'accept-line(){ BUFFER="echo hijack"; zle .accept-line }; zle -N accept-line'],
    ["zsh", "bindkey -s '^M' '; echo more^J'"],
  ] as const)(
    "[TM12] tells where a key of the user's runs another text: %s, %s",
    needs("zsh"),
    async (shell, startUp) => {
      const session = await openWithStartUp(shell, startUp, { integration: "off" });
      expect(await session.run("echo one", soon)).toMatchObject({
        outcome: "interrupted",
        exitCode: null,
        reason: expect.stringContaining("a different command ran"),
      });
    },
  );

  for (const shell of ["bash", "dash"] as const)
    it(`[TM13] is given no command where a person has begun a line: ${shell}`, async () => {
      const session = await openWithStartUp(shell, "", { integration: "off" });
      await session.type(Buffer.from("echo PERSON \\\r"), { by: "person", signal: soon.signal });
      await expect.poll(() => session.shown(0)).toMatch(/> $/);
      await session.giveKeyboard();
      expect(await session.run("echo one", soon)).toMatchObject({ outcome: "not-at-prompt" });
      await session.type(Buffer.from("end\r"), { by: "person", signal: soon.signal });
      await expect.poll(() => session.shown(0)).toContain("PERSON end");
    });

  it("[TM14] runs a command only in the folder it was approved for, as the kernel tells it", async () => {
    const session = await openWithStartUp("bash", "cd /usr", { integration: "off" });
    expect((await session.state()).cwd).toBe("/usr");
    const inUsr = { ...soon, expectCwd: "/usr" };
    expect(await session.run("echo one", inUsr)).toMatchObject({ outcome: "exited", output: "one\n", cwd: "/usr" });
    await session.type(Buffer.from("cd /etc\r"), { by: "person", signal: soon.signal });
    await expect.poll(async () => (await session.state()).cwd).toBe("/etc");
    await session.giveKeyboard();
    expect(await session.run("echo two", inUsr)).toMatchObject({ outcome: "context-changed", cwd: "/etc" });
    // Inside another shell the kernel's word for this one means nothing.
    expect(await session.run("bash", { ...soon, timeoutMs: 1500 })).toMatchObject({ outcome: "running" });
    expect((await session.state()).cwd).toBe(null);
  });

  it.each([
    ["fish", "fish/config.fish", "abbr -a gg 'touch ran'; abbr -a --position anywhere hh '; touch ran'", "echo hh"],
    ["fish", "fish/config.fish", "abbr -a gg 'touch ran'", "gg"],
    ["bash", ".bashrc", "bind Space:magic-space", "echo !#"],
    ["zsh", ".zshrc", "bindkey ' ' magic-space", "echo !#"],
  ] as const)(
    "[TM12] runs nothing where the line editor puts another text in the place of a word: %s, %s, %s",
    needs("fish", "zsh"),
    async (shell, file, startUp, line) => {
      const session = await openInTest(shell, { home: { [file]: `${startUp}\n` }, integration: "off" });
      expect(await session.run(line, soon)).toMatchObject({ outcome: "not-at-prompt" });
      expect(await session.run("test -e ran || echo none", soon)).toMatchObject({
        output: expect.stringMatching(/none\n$/),
      });
    },
  );

  it("[TM10] says that it puts nothing aside, as one with marks does", async () => {
    const lends = async (integration: "auto" | "off") =>
      (await (await openWithStartUp("bash", "", { integration })).state()).lendsSettings;
    expect([await lends("auto"), await lends("off")]).toEqual([true, undefined]);
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
