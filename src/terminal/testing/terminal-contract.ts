import { randomInt } from "node:crypto";
import { describe, expect, it } from "vitest";
import { neverAborted, UserError } from "../../base/index.ts";
import type { CommandResult } from "../contract/command-result.ts";
import type { RunOptions, Terminal } from "../contract/terminal.ts";
import { endBackgroundJobs } from "../probe/background-jobs.ts";

const soon: RunOptions = { signal: neverAborted, timeoutMs: 20_000 };

/**
 * What every terminal does, wherever its shell is. `open` gives a fresh terminal with bash in it, whose owner may read
 * and write the folder `cwd`.
 */
export function describeTerminalContract(
  name: string,
  open: () => Promise<{ terminal: Terminal; cwd: string }>,
  // Over ssh a new size and what is typed go different ways, so a command right after a resize may still see the old one.
  options: { isResizeLate?: boolean } = {},
): void {
  async function withTerminal(test: (terminal: Terminal, cwd: string) => Promise<void>) {
    const { terminal, cwd } = await open();
    await using _closed = terminal;
    await test(terminal, cwd);
  }

  describe(`${name}: commands`, () => {
    it("answers with output, exit code, folder and the exact bytes in the log [S0.26, S0.68, S3.24]", () =>
      withTerminal(async (terminal, cwd) => {
        const result = await terminal.run("echo one; echo two >&2; (exit 3)", soon);
        expect(withoutTimes(result)).toEqual({
          outcome: "exited",
          exitCode: 3,
          output: "one\ntwo\n",
          bytes: 10,
          droppedBytes: 0,
          cwd,
          confidence: "marks",
        });
        expect(await logText(terminal, result.range)).toBe("one\r\ntwo\r\n");
      }));

    it("keeps folder and variables from one command to the next [S1.27]", () =>
      withTerminal(async (terminal) => {
        await terminal.run("cd / && export GREETING=hello", soon);
        const result = await terminal.run('echo "$GREETING from $PWD"', soon);
        expect(result).toMatchObject({ outcome: "exited", exitCode: 0, output: "hello from /\n", cwd: "/" });
      }));

    it("says running after the time-out, kills nothing, and wait answers over the same command [S0.24, S1.29]", () =>
      withTerminal(async (terminal) => {
        const early = await terminal.run("echo begun; read answer; echo got $answer; (exit 4)", {
          ...soon,
          timeoutMs: 700,
        });
        expect(early).toMatchObject({ outcome: "running", exitCode: null, output: "begun\n" });
        const waiting = terminal.wait({ until: "exit" }, soon);
        await terminal.type(Buffer.from("it\r"), { by: "agent" });
        expect(await waiting).toMatchObject({ outcome: "exited", exitCode: 4, output: "begun\nit\ngot it\n" });
      }));

    it.each([
      ["says nothing", "sleep 60"],
      ["never stops printing", "yes"],
      [
        "takes no notice of signals",
        "sh -c 'trap \"\" INT TERM HUP; echo deaf; for i in 1 2 3 4 5 6 7 8 9; do sleep 0.5; done'",
      ],
    ])("holds the time limit of a command that %s, and kills nothing [S0.24, S0.81]", (_, command) =>
      withTerminal(async (terminal) => {
        const result = await terminal.run(command, { ...soon, timeoutMs: 500 });
        expect([result.outcome, result.exitCode]).toEqual(["running", null]);
        expect((await terminal.state()).name).toBe("running");
      }),
    );

    it("[AP18] ends what was put in the background since a moment, and nothing from before", () =>
      withTerminal(async (terminal) => {
        // Found again among all processes, by numbers that no other test has: a bare machine has no ps.
        const [kept, ended1, ended2] = [0, 1, 2].map((at) => `sleep ${1_000_000 + randomInt(1e8) * 3 + at}`);
        await terminal.run(`${kept} &`, soon);
        const since = Date.now();
        await terminal.run(`sleep 1; ${ended1} & sh -c '${ended2} & :'`, soon);
        const ended = await endBackgroundJobs(terminal, { since, now: Date.now, signal: neverAborted });
        expect(ended).toEqual({ ended: 2, left: 0 });
        const any = [kept, ended1, ended2].join("|");
        const found = `cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' | grep -oE '(${any}) '; kill %1`;
        // The shell itself also says which of its jobs ended.
        const { output } = await terminal.run(found, soon);
        expect(output.match(/^sleep \d+(?= $)/gm)).toEqual([kept]);
      }));

    it("answers at once with what there is when it is aborted [S0.48, S0.68]", () =>
      withTerminal(async (terminal) => {
        const controller = new AbortController();
        const running = terminal.run("echo begun; sleep 60", { ...soon, signal: controller.signal });
        await untilLogHas(terminal, /begun\r\n/);
        controller.abort();
        expect(await running).toMatchObject({ outcome: "running", exitCode: null, output: "begun\n" });
      }));

    it("refuses a second command while one runs, and takes one again after an interrupt [S1.27]", () =>
      withTerminal(async (terminal) => {
        expect((await terminal.run("sleep 60", { ...soon, timeoutMs: 500 })).outcome).toBe("running");
        expect((await terminal.run("echo second", soon)).outcome).toBe("not-at-prompt");
        const ended = terminal.wait({ until: "exit" }, soon);
        await terminal.interrupt();
        expect(await ended).toMatchObject({ outcome: "exited", exitCode: 130 });
        expect(await terminal.run("echo alive", soon)).toMatchObject({ outcome: "exited", output: "alive\n" });
      }));

    it("takes a command right after an interrupt, before the shell has come back from it", () =>
      withTerminal(async (terminal) => {
        const slowToEnd = "sh -c 'trap \"sleep 0.5; exit 7\" INT; echo begun; while :; do sleep 0.1; done'";
        const controller = new AbortController();
        const running = terminal.run(slowToEnd, { ...soon, signal: controller.signal });
        await untilLogHas(terminal, /begun\r\n/);
        controller.abort();
        expect((await running).outcome).toBe("running");
        await terminal.interrupt();
        expect(await terminal.run("echo free", soon)).toMatchObject({ outcome: "exited", output: "free\n" });
      }));

    it("runs nothing in another folder than the expected one", () =>
      withTerminal(async (terminal) => {
        const result = await terminal.run("echo ran", { ...soon, expectCwd: "/nowhere" });
        expect(result).toMatchObject({ outcome: "context-changed", exitCode: null, output: "" });
        expect((await terminal.run("echo alive", soon)).output).toBe("alive\n");
      }));

    it("[TM11] runs nothing for another shell, or another PATH, than the expected one", () =>
      withTerminal(async (terminal) => {
        const { reader = "" } = await terminal.state();
        expect((await terminal.run("echo same", { ...soon, expectReader: reader })).output).toBe("same\n");
        await terminal.run('PATH="$PATH:/nowhere"', soon);
        const result = await terminal.run("echo ran", { ...soon, expectReader: reader });
        expect(result).toMatchObject({ outcome: "context-changed", exitCode: null, output: "" });
        expect((await terminal.run("echo alive", soon)).output).toBe("alive\n");
      }));

    it("[TM20] lends git's settings to a line that only looks with it, and to no other", () =>
      withTerminal(async (terminal) => {
        expect(await terminal.state()).toMatchObject({ lendsSettings: true });
        const look = await terminal.run("git config core.hooksPath", { ...soon, onlyLooks: true });
        expect(look.output).toBe("/dev/null\n");
        expect((await terminal.run("git config core.hooksPath", soon)).output).toBe("");
      }));

    it("[TM21] runs nothing where a command word is a function, and expands no alias, for that one line", () =>
      withTerminal(async (terminal) => {
        const usualWords = ["ls", "true"];
        await terminal.run("alias ls='touch ran; ls'; true() { touch ran; }", soon);
        expect(await terminal.run("true; ls", { ...soon, usualWords })).toMatchObject({
          outcome: "context-changed",
          exitCode: null,
          output: "",
        });
        expect(await terminal.state()).toMatchObject({ ownNames: [{ word: "true", is: "function" }] });
        expect(await terminal.ownNames(usualWords, soon)).toEqual([
          { word: "ls", is: "alias", text: "touch ran; ls" },
          { word: "true", is: "function", text: expect.stringContaining("touch ran") },
        ]);
        await terminal.run("unset -f true", soon);
        const look = await terminal.run("true; ls -d ran", { ...soon, usualWords });
        expect(look).toMatchObject({ outcome: "exited", exitCode: 2 });
        expect(await terminal.state()).toMatchObject({ ownNames: [] });
        expect((await terminal.run("ls -d ran", soon)).output).toBe("ran\n");
      }));

    it("waits for a pattern in the output of a running command", () =>
      withTerminal(async (terminal) => {
        await terminal.run("read x; echo ready-$x; sleep 60", { ...soon, timeoutMs: 300 });
        const waiting = terminal.wait({ until: "pattern", pattern: "ready-\\w+" }, soon);
        await terminal.type(Buffer.from("now\r"), { by: "agent" });
        expect((await waiting).output).toContain("ready-now");
      }));

    it("finds a run again by its key, and knows when there was none", () =>
      withTerminal(async (terminal) => {
        const result = await terminal.run("echo once; (exit 5)", { ...soon, key: "step_1" });
        expect(await terminal.resume("step_1", soon)).toEqual(result);
        expect(await terminal.resume("step_2", soon)).toBeNull();
        await terminal.run("echo begun; read answer; (exit 6)", { ...soon, key: "step_3", timeoutMs: 300 });
        expect(await terminal.resume("step_3", { ...soon, timeoutMs: 100 })).toMatchObject({ outcome: "running" });
        const resumed = terminal.resume("step_3", soon);
        await terminal.type(Buffer.from("\r"), { by: "agent" });
        expect(await resumed).toMatchObject({ outcome: "exited", exitCode: 6 });
        expect(await terminal.resume("step_3", soon)).toMatchObject({ outcome: "exited", exitCode: 6 });
      }));
  });

  describe(`${name}: output and screen`, () => {
    it("replays from any offset, then follows, and ends when the terminal closes [S0.68]", () =>
      withTerminal(async (terminal) => {
        const first = await terminal.run("seq 1 2000", soon);
        const from = first.range.from + 100;
        const all = collect(terminal, from);
        await terminal.run("echo later", soon);
        await terminal.close();
        const bytes = await all;
        expect(bytes.subarray(0, first.range.to - from).toString()).toBe(
          Array.from({ length: 2000 }, (_, i) => `${i + 1}\r\n`)
            .join("")
            .slice(100),
        );
        expect(bytes.toString()).toContain("later\r\n");
      }));

    it("shows the screen with cursor and alternate screen", () =>
      withTerminal(async (terminal) => {
        await terminal.run("printf '\\033[2J\\033[3;5Hhere'; read x", { ...soon, timeoutMs: 500 });
        // A busy machine may not have printed it in that time.
        await terminal.wait({ until: "pattern", pattern: "here" }, soon);
        const screen = await terminal.screen();
        expect(screen).toMatchObject({ text: "\n\n    here", cursor: { row: 2, column: 8 }, alternate: false });
        await terminal.type(Buffer.from("\r"), { by: "agent" });
        await terminal.wait({ until: "exit" }, soon);
        await terminal.run("printf '\\033[?1049h\\033[Halt'; read x", { ...soon, timeoutMs: 500 });
        await terminal.wait({ until: "pattern", pattern: "alt" }, soon);
        expect(await terminal.screen()).toMatchObject({ text: "alt", alternate: true });
      }));

    it("types keys and answers with the screen once it has settled [S0.27, S0.32, S0.68]", () =>
      withTerminal(async (terminal) => {
        await terminal.run("printf '\\033[2J\\033[HName? '; read n; echo \"hello $n\"; read x", {
          ...soon,
          timeoutMs: 500,
        });
        await terminal.wait({ until: "pattern", pattern: "Name" }, soon);
        const screen = await terminal.sendKeys("Ada Lovelace Enter", { signal: neverAborted });
        expect(screen.text).toBe("Name? Ada Lovelace\nhello Ada Lovelace");
      }));

    it("answers keys with the screen as it is, at once, when it is told to stop [S0.48]", () =>
      withTerminal(async (terminal) => {
        const command = "read x; while :; do echo tick; sleep 0.05; done";
        await terminal.run(command, { ...soon, timeoutMs: 300 });
        const controller = new AbortController();
        const keys = terminal.sendKeys("Enter", { signal: controller.signal });
        await untilLogHas(terminal, /tick\r\n/);
        controller.abort();
        expect((await keys).text).toContain("tick");
        await terminal.interrupt();
      }));

    it("tells programs its size, and a new one after a resize", () =>
      withTerminal(async (terminal) => {
        expect((await terminal.run("stty size", soon)).output).toBe("24 80\n");
        await terminal.resize({ cols: 100, rows: 30 });
        const size = async () => (await terminal.run("stty size", soon)).output;
        if (options.isResizeLate) await expect.poll(size, { timeout: 20_000 }).toBe("30 100\n");
        else expect(await size()).toBe("30 100\n");
        expect(await terminal.screen()).toMatchObject({ cols: 100, rows: 30 });
      }));

    it("answers a program that asks where the cursor is, once and rightly", () =>
      withTerminal(async (terminal) => {
        const ask = `printf '\\033[2J\\033[7;11H\\033[6n'; IFS= read -rs -d R a; read -rs -t 0.3 -n 1 b; printf '<%s|%s>' "\${a#*[}" "$b"`;
        expect((await terminal.run(ask, soon)).output).toContain("<7;11|>");
      }));
  });

  describe(`${name}: keyboard`, () => {
    it("keeps the agent waiting while a person holds the keyboard, and tells what was run meanwhile [S1.28]", () =>
      withTerminal(async (terminal) => {
        await terminal.takeKeyboard();
        expect((await terminal.state()).keyboard).toMatchObject({ holder: "person" });
        const agents = terminal.run("echo from-agent", soon);
        await terminal.type(Buffer.from("echo from-person; (exit 9)\r"), { by: "person" });
        await untilLogHas(terminal, /[\r\n]from-person\r\n/);
        await untilReady(terminal);
        expect(await terminal.giveKeyboard()).toEqual([{ command: "echo from-person; (exit 9)", exitCode: 9 }]);
        expect(await agents).toMatchObject({ outcome: "exited", output: "from-agent\n" });
        expect((await terminal.state()).keyboard).toMatchObject({ holder: "agent" });
      }));

    it("types a secret only where it is not shown", () =>
      withTerminal(async (terminal) => {
        const refusal = await terminal.secret("hunter2").then(
          () => null,
          (error: unknown) => error,
        );
        expect(refusal).toBeInstanceOf(UserError);
        expect(refusal).toMatchObject({ code: "terminal.echo-on" });
        await terminal.run("sh -c 'stty -echo; printf Password:; read p; stty echo; echo; echo ${#p}'", {
          ...soon,
          timeoutMs: 700,
        });
        const ended = terminal.wait({ until: "exit" }, soon);
        await terminal.secret("hunter2");
        expect(await ended).toMatchObject({ outcome: "exited", output: "Password:\n7\n" });
        await terminal.close();
        expect((await collect(terminal, 0)).toString()).not.toContain("hunter2");
      }));
  });

  describe(`${name}: the end`, () => {
    it("runs programs beside the terminal, without a shell between", () =>
      withTerminal(async (terminal) => {
        const result = await terminal.side(["printf", "%s", "$HOME *"], { ...soon });
        expect({ ...result, stdout: Buffer.from(result.stdout).toString() }).toMatchObject({
          stdout: "$HOME *",
          exitCode: 0,
          timedOut: false,
        });
      }));

    it("reports the end of the shell with its exit code", () =>
      withTerminal(async (terminal) => {
        expect(await terminal.run("exit 3", soon)).toMatchObject({ outcome: "terminal-closed", exitCode: 3 });
        expect((await terminal.state()).name).toBe("closed");
        expect((await terminal.run("echo more", soon)).outcome).toBe("terminal-closed");
      }));

    it("can be closed twice, and refuses everything afterwards", () =>
      withTerminal(async (terminal) => {
        await terminal.close();
        await terminal.close();
        await expect(terminal.state()).rejects.toMatchObject({ code: "terminal.closed" });
      }));
  });
}

function withoutTimes({ durationMs, range, ...rest }: CommandResult) {
  expect(durationMs).toBeGreaterThanOrEqual(0);
  expect(range.to).toBeGreaterThanOrEqual(range.from);
  return rest;
}

async function collect(terminal: Terminal, from: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const { bytes } of terminal.output(from, { signal: neverAborted })) chunks.push(bytes);
  return Buffer.concat(chunks);
}

async function logText(terminal: Terminal, range: { from: number; to: number }): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const { bytes } of terminal.output(range.from, { signal: neverAborted })) {
    chunks.push(bytes);
    size += bytes.length;
    if (size >= range.to - range.from) break;
  }
  return Buffer.concat(chunks).toString("utf8", 0, range.to - range.from);
}

async function untilLogHas(terminal: Terminal, pattern: RegExp): Promise<void> {
  let text = "";
  for await (const { bytes } of terminal.output(0, { signal: AbortSignal.timeout(20_000) })) {
    text += Buffer.from(bytes).toString("latin1");
    if (pattern.test(text)) return;
  }
  throw new Error(`The terminal ended without ${pattern}: ${JSON.stringify(text.slice(-500))}`);
}

async function untilReady(terminal: Terminal): Promise<void> {
  const limit = AbortSignal.timeout(20_000);
  while ((await terminal.state()).name !== "ready") limit.throwIfAborted();
}
