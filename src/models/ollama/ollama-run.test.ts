import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UserError } from "../../base/index.ts";
import { createModel, type SshAccess } from "../create-model.ts";
import type { ModelMessage } from "../model.ts";
import { modelRequest, play } from "../testing/play.ts";

const providers = { ollama: { baseUrl: "http://127.0.0.1:11434", via: "ssh:build-1" } };

describe("ollama run on a host", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "cotty-ollama-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** A real program called ollama that keeps what it was given. */
  async function install(body: string): Promise<NonNullable<SshAccess["run"]>> {
    const program = join(folder, "ollama");
    await writeFile(program, `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/args'\ncat > '${folder}/stdin'\n${body}\n`);
    await chmod(program, 0o755);
    return (host, [name = "", ...args], { stdin, signal }) =>
      new Promise((resolve, reject) => {
        expect(host).toBe("build-1");
        const child = execFile(join(folder, name), args, { signal }, (error, stdout, stderr) => {
          if (signal.aborted) reject(signal.reason);
          else resolve({ stdout, stderr, exitCode: error === null ? 0 : (child.exitCode ?? null) });
        });
        child.stdin?.end(stdin);
      });
  }

  it("gets the conversation on standard input and answers in the JSON dialect [S2.22]", async () => {
    const run = await install(`printf '\\033[?25l\\033[K%s\\n' '{"type":"shell","command":"df -h","reason":"to see"}'`);
    const model = await createModel("ollama/phi3", providers, { ssh: { run } });
    const hostile = `it's $(touch /tmp/never) "x"; \`id\``;
    const history: ModelMessage[] = [
      { role: "user", text: hostile },
      {
        role: "assistant",
        text: "",
        calls: [{ id: "c", name: "run_command", input: { command: "ls", reasoning: "" } }],
      },
      { role: "tool", callId: "c", name: "run_command", output: "a.txt", isError: false },
    ];
    expect(await play(model, modelRequest(history))).toEqual({
      error: null,
      events: [
        {
          type: "call",
          call: { id: expect.any(String), name: "run_command", input: { command: "df -h", reasoning: "to see" } },
        },
        { type: "finished", reason: "calls" },
      ],
    });
    expect(await readFile(join(folder, "args"), "utf8")).toBe("run\nphi3\n");
    const stdin = await readFile(join(folder, "stdin"), "utf8");
    expect(stdin).toContain(
      `User:\n${hostile}\n\nAssistant:\n{"type":"shell","command":"ls","reason":""}\n\nUser:\n[result of run_command]\na.txt`,
    );
    expect(stdin.endsWith("\n\nAssistant:\n")).toBe(true);
  });

  it("tells what the model only thinks about from what it says", async () => {
    const thought = 'Perhaps {"type":"shell","command":"rm -rf x"}?';
    const run = await install(`printf 'Thinking...\\n%s\\n...done thinking.\\n\\nHello.\\n' '${thought}'`);
    const model = await createModel("ollama/qwen3", providers, { ssh: { run } });
    expect((await play(model, modelRequest())).events).toEqual([
      { type: "thinking", text: thought },
      { type: "text", text: "Hello." },
      { type: "finished", reason: "stop" },
    ]);
  });

  it("is used when the host lets nobody through to its Ollama, and says so once", async () => {
    const run = await install("echo 'The sky is blue.'");
    let connections = 0;
    const connect = async (): Promise<never> => {
      connections++;
      throw new UserError("ssh.forwarding-refused", "build-1 forwards no ports.", "Allow TCP forwarding there.");
    };
    const model = await createModel("ollama/phi3", providers, { ssh: { connect, run } });
    const first = await play(model, modelRequest());
    expect(first.events).toEqual([
      {
        type: "retry",
        reason: expect.stringContaining('build-1 forwards no ports.) Using "ollama run"'),
        attempt: 1,
        delayMs: 0,
      },
      { type: "text", text: "The sky is blue." },
      { type: "finished", reason: "stop" },
    ]);
    expect((await play(model, modelRequest())).events[0]).toEqual({ type: "text", text: "The sky is blue." });
    expect(connections).toBe(1);
  });

  it.each([
    [
      "echo 'Error: could not connect to ollama app, is it running?' >&2; exit 1",
      "could not connect to ollama app",
      'Check Ollama on build-1: "ssh build-1 ollama ps"',
    ],
    [
      "echo 'Error: pull model manifest: file does not exist, model not found' >&2; exit 1",
      "pull model manifest",
      'Run "ollama pull phi3" on build-1.',
    ],
    ["echo 'sh: ollama: not found' >&2; exit 127", "ollama: not found", "Install Ollama on build-1"],
  ])("shows its error with what to check: %s [S2.42]", async (body, message, nextStep) => {
    const model = await createModel("ollama/phi3", providers, { ssh: { run: await install(body) } });
    expect((await play(model, modelRequest())).error).toEqual({
      code: "model.ollama-failed",
      message: expect.stringContaining(message),
      nextStep: expect.stringContaining(nextStep),
    });
  });

  it("is ended when it is stopped", async () => {
    const run = await install("sleep 3600");
    const stop = new AbortController();
    const model = await createModel("ollama/phi3", providers, { ssh: { run } });
    const playing = (async () => {
      for await (const _ of model.stream(modelRequest(), { signal: stop.signal }));
    })().catch((error: unknown) => error);
    stop.abort();
    expect(await playing).toMatchObject({ name: "AbortError" });
  });

  it("cannot be asked for where there is no SSH", async () => {
    await expect(createModel("ollama/phi3", providers)).rejects.toMatchObject({ code: "model.no-ssh" });
  });
});
