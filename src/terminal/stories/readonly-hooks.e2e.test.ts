import { describe, expect, it } from "vitest";
import { needsShell } from "../../../test/support/needs-shell.ts";
import { neverAborted as signal } from "../../base/index.ts";
import type { LocalTestSession } from "../testing/local-session.ts";
import { openInTest, ready, soon } from "../testing/open-in-test.ts";
import type { ShellName } from "../testing/shells.ts";

/** What hardened hosts make readonly: in a shell that nobody could prepare, the fifth command would not get this far. */
const bashSettings = [
  "readonly PROMPT_COMMAND",
  "readonly PS1",
  "readonly PROMPT_COMMAND PS1",
  "readonly PS0",
  "readonly PS0 PS2",
  "readonly PROMPT_COMMAND PS0 PS1 PS2; readonly TMOUT=900",
  "PROMPT_COMMAND='kept=$?'; readonly PROMPT_COMMAND PS1",
  "PROMPT_COMMAND=('kept=$?' ': $((asked++))'); readonly PROMPT_COMMAND",
  "readonly HISTCONTROL=ignoreboth HISTSIZE HISTFILE HISTFILESIZE PROMPT_COMMAND",
  "readonly PROMPT_COMMAND; shopt -u promptvars",
  "readonly PROMPT_COMMAND PS1; bind 'set enable-bracketed-paste off'",
  "readonly PROMPT_COMMAND PS1; trap 'echo traced >&2' DEBUG",
  "readonly PROMPT_COMMAND; set -o vi; PS1='\\u at \\h\\n\\$ '",
  "readonly PROMPT_COMMAND PS1; set -u; set -o posix",
];
const zshSettings = [
  "typeset -r PS1",
  "typeset -r PROMPT PS2",
  "typeset -ra precmd_functions",
  "typeset -ra precmd_functions preexec_functions zshaddhistory_functions",
  "typeset -r PS1 PS2; typeset -ra precmd_functions preexec_functions",
  "precmd() { kept=$? }; preexec() { began=$1 }; typeset -ra precmd_functions preexec_functions",
];
const settings: [ShellName, string][] = [
  ...bashSettings.map((each): [ShellName, string] => ["bash", each]),
  ...zshSettings.map((each): [ShellName, string] => ["zsh", each]),
];

const open = (shell: ShellName, startUp: string) =>
  openInTest(shell, { home: { ".bashrc": `${startUp}\n`, ".zshrc": `${startUp}\n` } });

const withoutTrace = (output: string) => output.replaceAll("traced\n", "");

async function ran(session: LocalTestSession, command: string) {
  const { outcome, exitCode, output, cwd, confidence } = await session.run(command, soon);
  return { outcome, exitCode, output: withoutTrace(output), cwd, confidence };
}

describe("a shell whose start-up files make the hooks readonly", () => {
  for (const [shell, startUp] of settings) {
    it(
      `[TM18] tells exactly what each command printed, and how and where it ended: ${shell}, ${startUp}`,
      needsShell(shell),
      async () => {
        const session = await open(shell, startUp);
        expect(session.started).toEqual({ confidence: "marks" });
        const { cwd: home } = await session.run("true", soon);
        const exact = { outcome: "exited", confidence: "marks", cwd: home };
        expect(await ran(session, "echo out; (exit 3)")).toEqual({ ...exact, exitCode: 3, output: "out\n" });
        expect(await ran(session, "echo $?")).toEqual({ ...exact, exitCode: 0, output: "3\n" });
        expect(await ran(session, "printf 'no line end'; false")).toEqual({
          ...exact,
          exitCode: 1,
          output: "no line end",
        });
        expect(await ran(session, "sh -c 'kill -INT $$'")).toMatchObject({ exitCode: 130 });
        // zsh keeps a status that is not 0 behind a syntax error.
        await session.run("true", soon);
        expect(await ran(session, "echo a; )")).toMatchObject({
          exitCode: shell === "bash" ? 2 : 1,
          output: expect.stringMatching(/^[^\x1b]*(syntax|parse) error[^\x1b]*$/),
        });
        expect(await ran(session, "echo 'open")).toEqual({
          ...exact,
          outcome: "incomplete-input",
          exitCode: null,
          output: "",
        });
        expect(await ran(session, "cd /usr && echo in")).toEqual({
          ...exact,
          exitCode: 0,
          output: "in\n",
          cwd: "/usr",
        });
        expect(await ran(session, "echo ${PAGER-none}")).toMatchObject({ output: "cat\n" });
        expect(session.shown(0)).not.toMatch(/7711|__ct_/);
      },
    );
  }
});

describe("zsh, whose hooks are readonly", needsShell("zsh"), () => {
  it("[TM18] leaves its user's functions working, with the exit code they expect, and traces nothing of ours", async () => {
    const own = "precmd() { codes+=$?, }; preexec() { began=$1 }; typeset -ra precmd_functions preexec_functions";
    const session = await open("zsh", own);
    await session.run("(exit 7)", soon);
    expect(await ran(session, 'echo "$codes $began"')).toMatchObject({
      output: expect.stringMatching(/7, echo "\$codes \$began"\n$/),
    });
    await session.run("set -x", soon);
    expect((await ran(session, "true")).output).not.toContain("__ct_first");
    await session.run("set +x; set -e", soon);
    expect(await ran(session, "true")).toMatchObject({ outcome: "exited", exitCode: 0, output: "" });
  });
});

/** Those where nothing of ours runs before a prompt, or the prompt cannot carry a mark. */
const hookless = bashSettings.filter((each) => /readonly (PROMPT_COMMAND|PS1)/.test(each));

describe("bash, whose prompt cannot say anything", () => {
  it.each(hookless)("[TM18] has the person's own settings back at the prompt: %s", async (startUp) => {
    const session = await open("bash", `${startUp}\nPAGER=mine`);
    await session.run("true", soon);
    const person = (keys: string) => session.type(Buffer.from(keys), { by: "person", signal });
    await person("echo =${PAGER-none}=\r");
    await expect.poll(() => session.shown(0)).toMatch(/[\r\n]=mine=/);
  });

  it.each(hookless.filter((each) => !each.includes("paste off")))(
    "[TM18] tells what a person ran, and takes the next command: %s",
    async (startUp) => {
      const session = await open("bash", startUp);
      await session.run("true", soon);
      // Where PS0 is readonly, Enter at the prompt is the only word of what a person runs.
      await ready(session);
      await session.type(Buffer.from("cd /usr; (exit 7)\r"), { by: "person", signal });
      await expect.poll(() => session.shown(0)).toMatch(/\(exit 7\)\r\n[\s\S]*[$#] /);
      await ready(session);
      expect(await session.giveKeyboard()).toEqual([{ command: "cd /usr; (exit 7)", exitCode: 7 }]);
      expect(await ran(session, "pwd")).toMatchObject({
        outcome: "exited",
        exitCode: 0,
        output: "/usr\n",
        cwd: "/usr",
      });
    },
  );

  it.each(hookless)("[TM18] never takes the question of a command for its prompt: %s", async (startUp) => {
    const session = await open("bash", startUp);
    const asked = session.run("read -e -p 'Name: ' name; echo \"it is $name\"; (exit 4)", soon);
    await expect.poll(() => session.shown(0)).toMatch(/Name: /);
    expect((await session.state()).name).toBe("running");
    await session.type(Buffer.from("Ada\r"), { by: "agent", signal });
    expect(await asked).toMatchObject({
      outcome: "exited",
      exitCode: 4,
      output: expect.stringMatching(/it is Ada\r?\n(traced\n)?$/),
    });
  });

  it("[TM18] leaves the DEBUG trap, the prompt and the hooks of its user as they were", async () => {
    const own =
      "PROMPT_COMMAND='codes=$codes$?,'; PS1='mine$ '; trap 'seen=$BASH_COMMAND' DEBUG; readonly PROMPT_COMMAND PS1";
    const session = await open("bash", own);
    await session.run("(exit 7)", soon);
    expect(await ran(session, 'echo "$codes $PROMPT_COMMAND $PS1"; trap -p DEBUG')).toMatchObject({
      output: expect.stringMatching(/7, codes=\$codes\$\?, mine\$ \ntrap -- 'seen=\$BASH_COMMAND' DEBUG\n$/),
    });
  });

  it("[TM18] tells a PATH that a command or a person changed", async () => {
    for (const startUp of ["readonly PROMPT_COMMAND", "readonly PROMPT_COMMAND PS1"]) {
      const session = await open("bash", startUp);
      await session.run("PATH=/usr/bin:/bin:/one", soon);
      expect(await session.state()).toMatchObject({ searchPath: "/usr/bin:/bin:/one" });
      await session.type(Buffer.from("PATH=/usr/bin:/bin:/two\r"), { by: "person", signal });
      await expect.poll(async () => (await session.state()).searchPath).toBe("/usr/bin:/bin:/two");
    }
  });
});

describe("a bash inside one whose prompt cannot say anything", () => {
  it("[TM18] is given commands, and the shell outside tells how it ended", async () => {
    const session = await open("bash", "readonly PROMPT_COMMAND PS1");
    expect((await session.run("bash", { ...soon, timeoutMs: 1000 })).outcome).toBe("running");
    expect(await ran(session, "echo inner; (exit 2)")).toMatchObject({
      exitCode: 2,
      output: "inner\n",
      confidence: "marks",
    });
    expect(await ran(session, "exit 9")).toMatchObject({ outcome: "exited", exitCode: 9, output: "exit\n" });
    expect(await ran(session, "echo $?")).toMatchObject({ exitCode: 0, output: "9\n", confidence: "marks" });
  });

  it("[TM18] is known to be gone where a person started it, and no exit code is made up", async () => {
    const session = await open("bash", "readonly PROMPT_COMMAND PS1");
    await session.type(Buffer.from("bash\r"), { by: "person", signal });
    await expect.poll(async () => (await session.state()).name).toBe("foreign-prompt");
    await session.giveKeyboard();
    await session.run("true", soon);
    expect(await session.run("exit 9", soon)).toMatchObject({ outcome: "exited", exitCode: null });
    expect(await ran(session, "echo $?")).toMatchObject({ exitCode: 0, output: "9\n", confidence: "marks" });
  });
});
