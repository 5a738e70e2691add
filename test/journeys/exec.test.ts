import { randomBytes } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cottyProgram, createCottyHome, jsonLines, type Started } from "../support/cotty.ts";
import { needs } from "../support/needs.ts";

const lines = (...values: unknown[]) =>
  values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join("\n");

/** Empty where there is none, or where it belongs to somebody else. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

describe("cotty exec --jsonl", () => {
  it("runs every line in one shell and answers each with a line", async () => {
    using home = createCottyHome();
    const ran = await home.run(["exec", "--jsonl", "--shell", "bash"], {
      input: lines(
        { id: 1, command: "cd /usr; export X=5" },
        { id: "b", command: "echo $X; pwd; printf 'a\\tb'; false" },
        { id: 3, command: "echo out; echo err >&2" },
        { id: 4, command: 'echo "unbalanced' },
        { id: 5, command: "cat <<'E'\n$X `no`\nE" },
      ),
    });
    const common = { cwd: "/usr", confidence: "marks", durationMs: expect.any(Number), droppedBytes: 0 };
    expect(ran.code).toBe(0);
    expect(jsonLines(ran.stdout)).toEqual([
      { id: 1, outcome: "exited", exitCode: 0, output: "", bytes: 0, ...common },
      { id: "b", outcome: "exited", exitCode: 1, output: "5\n/usr\na\tb", bytes: 12, ...common },
      { id: 3, outcome: "exited", exitCode: 0, output: "out\nerr\n", bytes: 10, ...common },
      {
        id: 4,
        outcome: "incomplete-input",
        exitCode: null,
        output: expect.any(String),
        bytes: expect.any(Number),
        ...common,
      },
      { id: 5, outcome: "exited", exitCode: 0, output: "$X `no`\n", bytes: 9, ...common },
    ]);
  });

  it("answers a bad line as such, with its id or its number, and goes on", async () => {
    using home = createCottyHome();
    const ran = await home.run(["exec", "--jsonl"], {
      input: lines("not json", { id: 7, cmd: "x" }, { id: 8, command: 1 }, "[]", "", { id: 9, command: "echo on" }),
    });
    expect(jsonLines(ran.stdout)).toMatchObject([
      { id: null, line: 1, error: { code: "exec.json" } },
      { id: 7, line: 2, error: { code: "exec.line" } },
      { id: 8, line: 3, error: { message: expect.stringContaining("command") } },
      { id: null, line: 4, error: { code: "exec.line" } },
      { id: 9, outcome: "exited", output: "on\n" },
    ]);
  });

  it("types keys into a command that waits for them", async () => {
    using home = createCottyHome();
    const keys = [
      { afterMs: 300, keys: "hello world Enter" },
      { afterMs: 100, keys: "Ctrl+D" },
    ];
    const ran = await home.run(["exec", "--jsonl", "--shell", "bash"], {
      input: lines({ id: 1, command: "cat | tr a-z A-Z", keys }),
    });
    expect(jsonLines(ran.stdout)).toMatchObject([
      { outcome: "exited", exitCode: 0, output: expect.stringContaining("HELLO WORLD") },
    ]);
  });

  it("types keys that come at once into the command, and not into the shell before it", async () => {
    using home = createCottyHome();
    const keys = [{ afterMs: 0, keys: "bob smith Enter" }];
    const ran = await home.run(["exec", "--jsonl", "--shell", "bash"], {
      input: lines({ id: 1, command: 'read -p "Name? " n; echo "got:$n"', keys }, { id: 2, command: "echo on" }),
    });
    expect(jsonLines(ran.stdout)).toMatchObject([
      { id: 1, outcome: "exited", exitCode: 0, output: expect.stringMatching(/got:bob smith\n$/) },
      { id: 2, outcome: "exited", output: "on\n" },
    ]);
  });

  it("says how many keys it did not type because the command, or the time for its answer, was over", async () => {
    using home = createCottyHome();
    const keys = [{ afterMs: 50_000, keys: "x Enter" }];
    const ran = await home.run(["exec", "--jsonl", "--shell", "bash"], {
      input: lines({ id: 1, command: "true", keys }, { id: 2, command: "sleep 60", timeoutMs: 300, keys }),
    });
    expect(jsonLines(ran.stdout)).toMatchObject([
      { id: 1, outcome: "exited", exitCode: 0, untypedKeys: 1 },
      { id: 2, outcome: "running", untypedKeys: 1 },
    ]);
  });

  it("takes a shell with words behind it", async () => {
    using home = createCottyHome();
    const input = lines({ id: 1, command: "shopt -q login_shell; echo $?; (exit 3)" });
    const ran = await home.run(["exec", "--jsonl", "--shell", "bash --norc --login"], { input });
    expect(jsonLines(ran.stdout)).toMatchObject([{ exitCode: 3, output: "0\n", confidence: "marks" }]);
    const split = await home.run(["exec", "--split", "--shell", "bash --norc", "--", "echo $0; exit 4"]);
    expect(split).toEqual({ code: 4, stdout: "bash\n", stderr: "" });
  });

  it("gives a new shell when the terminal was lost under it, and says with its exit code that something failed", async () => {
    using home = createCottyHome();
    const lost = await home.run(["exec", "--jsonl", "--shell", "bash"], {
      input: lines({ id: 1, command: "kill -9 $PPID" }, { id: 2, command: "echo next" }),
    });
    expect(jsonLines(lost.stdout)).toMatchObject([
      { id: 1, outcome: "terminal-closed" },
      { id: 2, outcome: "exited", output: "next\n" },
    ]);
    const failed = await home.run(["exec", "--jsonl", "--shell", "nosuchshell"], {
      input: lines({ id: 1, command: "true" }),
    });
    expect(failed.code).toBe(125);
  });

  it("gives a new shell after one has ended, and says so while a command still runs", async () => {
    using home = createCottyHome();
    const ran = await home.run(["exec", "--jsonl", "--shell", "bash"], {
      input: lines(
        { id: 1, command: "exit 3" },
        { id: 2, command: "echo new" },
        { id: 3, command: "sleep 60", timeoutMs: 300 },
        { id: 4, command: "true" },
      ),
    });
    expect(jsonLines(ran.stdout)).toMatchObject([
      { id: 1, outcome: "terminal-closed", exitCode: 3 },
      { id: 2, outcome: "exited", output: "new\n" },
      { id: 3, outcome: "running", exitCode: null, foreground: { program: "sleep" } },
      { id: 4, outcome: "not-at-prompt", exitCode: null, foreground: { program: "sleep" } },
    ]);
  });

  it("goes on with a command that still runs: keys, waiting, an interrupt, a new shell", async () => {
    using home = createCottyHome();
    const ran = await home.run(["exec", "--jsonl", "--shell", "bash"], {
      input: lines(
        { id: 1, command: 'read -p "Name? " n; echo "hi $n"', timeoutMs: 300 },
        { id: 2, send: "bob Enter", timeoutMs: 20_000 },
        { id: 3, command: "read", timeoutMs: 300 },
        { id: 4, wait: 0 },
        { id: 5, interrupt: true, timeoutMs: 20_000 },
        { id: 6, command: "sleep 0.5; (exit 4)", timeoutMs: 0 },
        { id: 7, wait: 20_000 },
        { id: 8, wait: 0 },
        { id: 9, command: "X=1; sleep 600", timeoutMs: 300 },
        { id: 10, reset: true },
        { id: 11, command: "echo X=$X" },
      ),
    });
    expect(ran.code).toBe(0);
    expect(jsonLines(ran.stdout)).toMatchObject([
      { id: 1, outcome: "running", foreground: { program: "bash" } },
      { id: 2, outcome: "exited", exitCode: 0, output: expect.stringMatching(/hi bob\n$/) },
      { id: 3, outcome: "running", foreground: { prompt: "" } },
      { id: 4, outcome: "running" },
      { id: 5, outcome: "exited", exitCode: 130 },
      { id: 6, outcome: "running" },
      { id: 7, outcome: "exited", exitCode: 4 },
      { id: 8, line: 8, error: { code: "exec.nothing-running" } },
      { id: 9, outcome: "running", foreground: { program: "sleep" } },
      { id: 10, outcome: "terminal-closed", exitCode: null },
      { id: 11, outcome: "exited", output: "X=\n" },
    ]);
    expect((await home.run(["show", "last"])).stdout).toMatch(
      /> keys\n[\s\S]*> wait\n[\s\S]*> interrupt\n[\s\S]*> reset\n/,
    );
    expect(await home.run(["verify", "last"])).toMatchObject({ code: 0 });
  });

  it("types nothing where a key has a name that it does not know, and says what to write", async () => {
    using home = createCottyHome();
    const ran = await home.run(["exec", "--jsonl", "--shell", "bash"], {
      input: lines(
        { id: 1, command: "cat", keys: [{ afterMs: 0, keys: "F1" }] },
        { id: 2, command: "cat", timeoutMs: 300 },
        { id: 3, send: "C-c" },
        { id: 4, send: "Ctrl+C", timeoutMs: 20_000 },
      ),
    });
    expect(ran.code).toBe(0);
    expect(jsonLines(ran.stdout)).toMatchObject([
      { id: 1, error: { code: "exec.unknown-key", nextStep: expect.stringContaining("PageDown") } },
      { id: 2, outcome: "running", output: "" },
      { id: 3, error: { code: "exec.unknown-key", nextStep: "Write Ctrl+C." } },
      { id: 4, outcome: "exited", exitCode: 130, output: "^C\n" },
    ]);
  });

  it("gives bytes that are no text as they are, beside the text", async () => {
    using home = createCottyHome();
    const ran = await home.run(["exec", "--jsonl", "--shell", "bash"], {
      input: lines({ id: 1, command: "printf '\\377\\n\\303'" }, { id: 2, command: "printf '\\357\\277\\275é'" }),
    });
    const [bytes, text] = jsonLines(ran.stdout);
    expect(bytes).toMatchObject({ output: "\uFFFD\n\uFFFD", outputBase64: Buffer.of(255, 10, 195).toString("base64") });
    expect(text).toMatchObject({ output: "\uFFFDé" });
    expect(text).not.toHaveProperty("outputBase64");
  });

  it("is called by its first command in the list of sessions", async () => {
    using home = createCottyHome();
    await home.run(["exec", "--jsonl"], { input: lines({ command: "echo walrus" }, { command: "true" }) });
    expect((await home.run(["sessions", "--kind", "all"])).stdout).toContain("exec echo walrus");
  });

  it("ends the command that runs when it is told to end, and answers its line", async () => {
    using home = createCottyHome();
    const running = home.start(["exec", "--jsonl", "--shell", "bash"]);
    running.child.stdin?.write(`${lines({ id: 1, command: "echo $$ > pid; sleep 600" })}\n`);
    const pid = () => (existsSync(join(home.dir, "pid")) ? readFileSync(join(home.dir, "pid"), "utf8").trim() : "");
    await expect.poll(pid).toMatch(/^\d+$/);
    running.child.kill("SIGHUP");
    const ran = await running.ended;
    expect([ran.code, jsonLines(ran.stdout)]).toMatchObject([129, [{ id: 1, outcome: "running", exitCode: null }]]);
    await expect.poll(() => existsSync(`/proc/${pid()}`)).toBe(false);
  });

  it("keeps the head and the tail of a long output, and all of it with --max-bytes", async () => {
    using home = createCottyHome();
    const input = lines({ id: 1, command: "seq 1 20000" });
    const [short] = jsonLines((await home.run(["exec", "--jsonl"], { input })).stdout);
    expect(short).toMatchObject({ bytes: 128_894, droppedBytes: expect.any(Number) });
    expect(short?.["output"]).toMatch(/^1\n2\n[\s\S]*20000\n$/);
    const [whole] = jsonLines((await home.run(["exec", "--jsonl", "--max-bytes", "1000000"], { input })).stdout);
    expect(whole).toMatchObject({ droppedBytes: 0 });
    expect(String(whole?.["output"]).split("\n").length).toBe(20_001);
  });
});

describe("cotty exec -- COMMAND", () => {
  it("prints what the command prints and exits with its code", async () => {
    using home = createCottyHome();
    const ran = await home.run(["exec", "--shell", "bash", "--", "echo one; echo two >&2; (exit 7)"]);
    expect(ran).toEqual({ code: 7, stdout: "one\ntwo\n", stderr: "" });
  });

  it("says that the exit code is not known, and not that the shell has ended, where a shell has no marks", async () => {
    using home = createCottyHome();
    const env = { COTTY_TERMINAL_INTEGRATION: "off" };
    const ran = await home.run(["exec", "--shell", "bash", "--", "echo hi; (exit 7)"], { env });
    expect(ran.code).toBe(125);
    expect(ran.stdout).toContain("hi\n");
    expect(ran.stderr).toMatch(/^cotty: The command has ended\. Its exit code is not known: .+\n.+\n/);
  });

  it("gives a pipe exactly the bytes that were written, in whatever pieces they come", async () => {
    using home = createCottyHome();
    const ran = await home.run(["exec", "--", "seq 1 12000"]);
    expect(ran.stdout).toBe(Array.from({ length: 12_000 }, (_, index) => `${index + 1}\n`).join(""));
  });

  it.each([
    ["nobody reads what it prints any more", 141, ({ child }: Started) => void child.stdout?.destroy()],
    ["its window is closed", 129, ({ child }: Started) => void child.kill("SIGHUP")],
    ["it is told to end", 143, ({ child }: Started) => void child.kill("SIGTERM")],
  ])("ends the command when %s", async (_, code, end) => {
    using home = createCottyHome();
    const loop = "while :; do echo tick $$; sleep 0.05; done";
    const running = home.start(["exec", "--shell", "bash", "--", loop]);
    const [, pid = ""] = /tick (\d+)\n/.exec(await running.printed("\n")) ?? [];
    end(running);
    expect((await running.ended).code).toBe(code);
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
  });

  it("keeps several words the words they are", async () => {
    using home = createCottyHome();
    expect((await home.run(["exec", "--", "printf", "%s|", "a b", "$HOME", "it's"])).stdout).toBe("a b|$HOME|it's|");
  });

  it("keeps a word that zsh would look up in the PATH", needs("zsh"), async () => {
    using home = createCottyHome();
    expect((await home.run(["exec", "--shell", "zsh", "--", "echo", "=ls", "a=b"])).stdout).toBe("=ls a=b\n");
  });

  it("prints while the command still runs", async () => {
    using home = createCottyHome();
    const running = home.start(["exec", "--", "echo first; read wait"]);
    await running.printed("first");
    running.child.kill("SIGINT");
    expect((await running.ended).code).toBe(130);
  });

  it("hands on what it gets on standard input, and prints nothing of it by itself", async () => {
    using home = createCottyHome();
    const input = "bob\nmore\nlast";
    const ran = await home.run(["exec", "--shell", "bash", "--", "read x; echo got:$x; cat"], { input });
    expect(ran).toEqual({ code: 0, stdout: "got:bob\nmore\nlast", stderr: "" });
  });

  it("hands on every byte, also those that a terminal acts on, and lines of any length", async () => {
    using home = createCottyHome();
    const bytes = Buffer.concat([
      Buffer.from(Array.from({ length: 256 * 20 }, (_, index) => index % 256)),
      Buffer.from("x".repeat(20_000)),
      randomBytes(20_000),
    ]);
    const running = home.start(["exec", "--shell", "bash", "--", "cat; echo"]);
    const printed: Buffer[] = [];
    running.child.stdout?.removeAllListeners("data").setEncoding("latin1");
    running.child.stdout?.on("data", (text: string) => printed.push(Buffer.from(text, "latin1")));
    running.child.stdin?.end(bytes);
    expect((await running.ended).code).toBe(0);
    expect(Buffer.concat(printed).equals(Buffer.concat([bytes, Buffer.from("\n")]))).toBe(true);
  });

  it("leaves standard input to others with -n, and the command finds it empty", async () => {
    using home = createCottyHome();
    const loop = `while read -r word; do "${cottyProgram}" exec -n -- "echo $word; cat"; done`;
    const ran = await home.run(["exec", "--split", "--", loop], { input: "one\ntwo\n" });
    expect(ran).toEqual({ code: 0, stdout: "one\ntwo\n", stderr: "" });
  });

  it("ends the command after --timeout, and exits with 124", async () => {
    using home = createCottyHome();
    const program = join(home.dir, "long-work");
    copyFileSync("/bin/sleep", program);
    const ran = await home.run(["exec", "--shell", "bash", "--timeout", "2", "--", `${program} 600`]);
    expect(ran).toMatchObject({ code: 124, stderr: "cotty: The command was interrupted after 2 s.\n" });
    expect(readdirSync("/proc").filter((pid) => linkOf(`/proc/${pid}/exe`).startsWith(program))).toEqual([]);
    const inTime = await home.run(["exec", "--shell", "bash", "--timeout", "60", "--", "echo on; (exit 3)"]);
    expect(inTime).toEqual({ code: 3, stdout: "on\n", stderr: "" });
  });

  it("runs in another folder, with variables", async () => {
    using home = createCottyHome();
    mkdirSync(join(home.dir, "sub"));
    const args = ["--shell", "bash", "--cwd", "sub", "--env", "A=b  c='d'", "--env", "B=", "--"];
    const ran = await home.run(["exec", ...args, 'basename "$PWD"; echo "$A|${B-unset}"']);
    expect(ran).toEqual({ code: 0, stdout: "sub\nb  c='d'|\n", stderr: "" });
    expect(await home.run(["exec", "--cwd", "nosuch", "--", "true"])).toMatchObject({ code: 125 });
    expect(await home.run(["exec", "--env", "1A=2", "--", "true"])).toMatchObject({ code: 2 });
  });

  it("prints one object with --json, also where it failed", async () => {
    using home = createCottyHome();
    const ran = await home.run(["exec", "--json", "--shell", "bash", "--", "echo one; (exit 7)"]);
    expect([ran.code, ran.stderr, jsonLines(ran.stdout)]).toMatchObject([
      7,
      "",
      [{ outcome: "exited", exitCode: 7, output: "one\n", confidence: "marks" }],
    ]);
    const failed = await home.run(["exec", "--json", "--shell", "nosuchshell", "--", "true"]);
    expect([failed.code, failed.stderr, jsonLines(failed.stdout)]).toMatchObject([
      125,
      "",
      [{ error: { code: "terminal.no-such-program", message: expect.any(String), nextStep: expect.any(String) } }],
    ]);
  });

  it("keeps output and error output apart with --split", async () => {
    using home = createCottyHome();
    expect(await home.run(["exec", "--split", "--", "echo out; echo err >&2; exit 4"])).toEqual({
      code: 4,
      stdout: "out\n",
      stderr: "err\n",
    });
  });

  it("is recorded with --split too, and ends after --timeout what does not listen", async () => {
    using home = createCottyHome();
    const ran = await home.run(["exec", "--split", "--timeout", "1", "--", "trap '' INT; echo walrus; sleep 600"]);
    expect(ran).toEqual({ code: 124, stdout: "walrus\n", stderr: "cotty: The command was ended after 1 s.\n" });
    expect((await home.run(["show", "last"])).stdout).toMatch(/walrus; sleep 600\n[\s\S]*walrus\n[\s\S]*interrupted/);
    expect(await home.run(["exec", "--split", "--cwd", "nosuch", "--", "true"])).toMatchObject({ code: 125 });
  });

  it("ends the command with --split too when it is told to end", async () => {
    using home = createCottyHome();
    const running = home.start(["exec", "--split", "--", "echo pid $$; exec sleep 600"]);
    const [, pid = ""] = /pid (\d+)/.exec(await running.printed("\n")) ?? [];
    running.child.kill("SIGTERM");
    expect((await running.ended).code).toBe(143);
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
  });

  it.each([
    ["a shell that is not there", ["--shell", "nosuchshell", "--", "true"], 125],
    ["a host that is not there", ["--on", "nosuchhost.invalid", "--", "true"], 125],
    ["no command", [], 2],
    ["a time-out for many commands", ["--jsonl", "--timeout", "5"], 2],
    ["JSON of two streams", ["--split", "--json", "--", "true"], 2],
    ["many commands and no input", ["--jsonl", "-n"], 2],
    ["a shell that kills itself", ["--shell", "bash", "--", "kill -9 $$"], 125],
    ["a command that is not complete", ["--shell", "bash", "--", "echo 'x"], 125],
  ])("says clearly what is wrong with %s", async (_, args, code) => {
    using home = createCottyHome();
    const ran = await home.run(["exec", ...args]);
    expect(ran.code).toBe(code);
    expect(ran.stderr).toMatch(/^cotty: .+\n.+\n/);
  });

  it("is not available inside a terminal that Cotty opened for an agent", async () => {
    using home = createCottyHome();
    const ran = await home.run(["exec", "--", "true"], { env: { COTTY_TERMINAL: "1" } });
    expect(ran).toMatchObject({
      code: 125,
      stderr: expect.stringContaining("where an agent can type"),
    });
  });

  it("is recorded", async () => {
    using home = createCottyHome();
    await home.run(["exec", "--", "echo walrus"]);
    expect((await home.run(["show", "last"])).stdout).toContain("> echo walrus");
    expect(await home.run(["verify", "last"])).toMatchObject({ code: 0 });
  });
});
