import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { describeShells } from "../../../test/support/needs-shell.ts";
import { openInTest, soon } from "../testing/open-in-test.ts";
import { allShells } from "../testing/shells.ts";
import { hasSentinel, withSentinel } from "./plain-text.ts";

describe("the sentinel", () => {
  it.each([
    ["apt install htop", "apt install htop; echo __JUNI_AGENT_DONE__"],
    ["ls # all", "ls # all\necho __JUNI_AGENT_DONE__"],
    ["sleep 1 &", "sleep 1 &\necho __JUNI_AGENT_DONE__"],
    ["cat <<E\nx\nE", "cat <<E\nx\nE\necho __JUNI_AGENT_DONE__"],
  ])("follows %j where it does not change the command [S0.19]", (command, typed) => {
    expect(withSentinel(command)).toBe(typed);
  });

  it("is not found in the echo of the line that prints it, however the terminal wraps it [S0.21]", () => {
    expect(hasSentinel("$ ls; echo __JUNI_AGENT_DONE__\r\n")).toBe(false);
    expect(hasSentinel("$ ls; echo \r__JUNI_AGENT_DONE__\r\n")).toBe(false);
    expect(hasSentinel("$ ls; echo __JUNI_AGENT_DONE__\r\nfile__JUNI_AGENT_DONE__\r\n")).toBe(true);
  });
});

describeShells(
  ["bash", "dash"],
  (shell) => `capture by sentinel in ${shell}`,
  (shell) => {
    it("gives the plain output up to the sentinel, and no exit code [S0.20, S0.25]", async () => {
      const session = await openInTest(shell, { capture: "sentinel" });
      const result = await session.run("printf '\\033[31mred\\033[0m\\n'; sleep 0.1; printf end; false", soon);
      expect(result).toMatchObject({
        outcome: "exited",
        exitCode: null,
        confidence: "heuristic",
        output: "red\nend",
        cwd: expect.stringContaining("cotty-shell"),
      });
      // A shell without a line editor prompts between the lines, and nothing tells its prompts from output.
      expect(await session.run("echo one\necho two", soon)).toMatchObject({
        output: expect.stringMatching(shell === "bash" ? /^one\ntwo\n$/ : /^one\n.*two\n$/),
      });
      expect(await session.run(`echo ${"wide ".repeat(40)}`, soon)).toMatchObject({
        output: `${"wide ".repeat(40).trim()}\n`,
      });
    });

    it("answers `running` after the time-out, and the sentinel still ends it", async () => {
      const session = await openInTest(shell, { capture: "sentinel" });
      const running = await session.run("echo a; sleep 0.5; echo b", { ...soon, timeoutMs: 200 });
      expect(running.outcome).toBe("running");
      expect(await session.wait({ until: "exit" }, soon)).toMatchObject({ outcome: "exited", output: "a\nb\n" });
    });
  },
);

describeShells(
  ["bash", "dash"],
  (shell) => `${shell} without integration`,
  (shell) => {
    it.each(["local", "none"] as const)(
      "is captured by silence and prompt (probe: %s), never with an exit code",
      async (probe) => {
        const session = await openInTest(shell, { integration: "off", probe });
        expect(session.started).toEqual({ confidence: "heuristic" });
        const before = session.shownLength();
        const result = await session.run("echo out; false", soon);
        expect(result).toMatchObject({ outcome: "exited", exitCode: null, confidence: "heuristic", output: "out\n" });
        expect(session.shown(before)).not.toMatch(/7711|__ct_/);
        expect(await session.run("sleep 0.6; echo later", soon)).toMatchObject({ output: "later\n" });
      },
    );

    it.each([
      ["another folder", "local", expect.stringContaining("cotty-shell")],
      ["a folder that nobody can name", "none", null],
    ] as const)("does not run what was approved for %s", async (_, probe, cwd) => {
      const session = await openInTest(shell, { integration: "off", probe });
      const refused = { outcome: "context-changed", cwd, output: "" };
      expect(await session.run("echo ran", { ...soon, expectCwd: "/" })).toMatchObject(refused);
    });
  },
);

describeShells(
  allShells,
  (shell) => `the name of ${shell} without marks`,
  (shell) => {
    it("is known from the program that really runs", async () => {
      const session = await openInTest(shell, { integration: "off" });
      expect(session.shell).toBe(shell);
    });
  },
);

describe("the name of a shell without marks", () => {
  it("is unknown once another program has taken the shell's place", async () => {
    const session = await openInTest("bash", { integration: "off" });
    expect(session.shell).toBe("bash");
    await session.run("exec dash", { ...soon, timeoutMs: 1000 });
    await expect.poll(() => session.shell).toBe("unknown");
  });

  it("is unknown where a start-up file has put another one there, with a sentinel as well", async () => {
    const home = { ".bashrc": "exec dash\n" };
    const session = await openInTest("bash", { capture: "sentinel", home });
    expect(session.shell).toBe("unknown");
  });

  it("is unknown where nobody can look at its process", async () => {
    const session = await openInTest("bash", { integration: "off", probe: "none" });
    expect(session.shell).toBe("unknown");
  });
});

describe("a shell whose name is not known", () => {
  it.each(["bash", "dash"] as const)("is not typed at: it may be no shell at all (%s)", async (shell) => {
    const session = await openInTest(shell, { hint: null });
    expect(session.started).toEqual({ confidence: "heuristic" });
    expect(stripVTControlCharacters(session.raw().toString())).toMatch(/^\S*[$#] $/);
  });
});
