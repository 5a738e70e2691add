import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startFakeModelServer } from "../../../test/support/fake-model-server.ts";
import { ollamaWire } from "../../../test/support/fake-ollama.ts";
import { needs } from "../../../test/support/needs.ts";
import { startSshd } from "../../../test/support/sshd.ts";
import { createSshAccess } from "../../terminal/index.ts";
import { createModel } from "../create-model.ts";
import { modelRequest, play } from "../testing/play.ts";

describe("Ollama on a host, over a real ssh connection", needs("ssh", "sshd"), () => {
  const access = (configFile: string) => createSshAccess({ env: process.env, configFile });

  it("is reached on that host's own loopback, and a stop ends the request there [S2.45]", async () => {
    await using sshd = await startSshd();
    await using server = await startFakeModelServer(ollamaWire());
    server.reply({ text: ["from ", "afar"] }, { text: ["one "], ending: "hang" });
    const providers = { ollama: { baseUrl: server.url, via: `ssh:${sshd.name}` } };
    const model = await createModel("ollama/qwen3", providers, { ssh: { connect: access(sshd.configFile).connect } });
    const { events, error } = await play(model, modelRequest());
    expect(error).toBeNull();
    expect(events.slice(0, 2)).toEqual([
      { type: "text", text: "from " },
      { type: "text", text: "afar" },
    ]);

    const stop = new AbortController();
    const failure = await (async () => {
      for await (const event of model.stream(modelRequest(), { signal: stop.signal })) {
        if (event.type === "text") stop.abort();
      }
    })().catch((caught: unknown) => caught);
    expect(failure).toMatchObject({ name: "AbortError" });
    expect(await (await server.request(1)).closed).toBe("aborted");
  });

  it("says what to check when no Ollama runs there [S2.42]", async () => {
    await using sshd = await startSshd();
    const probe = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => probe.once("listening", resolve));
    const { port } = probe.address() as { port: number };
    await new Promise((resolve) => probe.close(resolve));
    const providers = { ollama: { baseUrl: `http://127.0.0.1:${port}`, via: `ssh:${sshd.name}` } };
    const model = await createModel("ollama/qwen3", providers, { ssh: { connect: access(sshd.configFile).connect } });
    expect((await play(model, modelRequest())).error).toEqual({
      code: "model.unreachable",
      message: expect.stringContaining("Ollama on box cannot be reached"),
      nextStep: 'Check Ollama on box: "ssh box ollama ps" should answer; its log says more.',
    });
  });

  it("is used through ollama run where the host forwards nothing [S2.6]", async () => {
    await using sshd = await startSshd({ serverConfig: ["AllowTcpForwarding no"] });
    const bin = join(sshd.folder, "programs");
    mkdirSync(bin);
    writeFileSync(join(bin, "ollama"), '#!/bin/sh\ncat > "$HOME/stdin"\necho "It is $1 $2."\n', { mode: 0o755 });
    await using server = await startFakeModelServer(ollamaWire());
    const ssh = access(sshd.configFile);
    const providers = { ollama: { baseUrl: server.url, via: `ssh:${sshd.name}` } };
    const model = await createModel("ollama/phi3", providers, {
      ssh: {
        connect: ssh.connect,
        run: (host, [, ...args], options) => ssh.run(host, [join(bin, "ollama"), ...args], options),
      },
    });
    const { events, error } = await play(model, modelRequest());
    expect(error).toBeNull();
    expect(events).toEqual([
      { type: "retry", reason: expect.stringContaining('Using "ollama run" there instead.'), attempt: 1, delayMs: 0 },
      { type: "text", text: "It is run phi3." },
      { type: "finished", reason: "stop" },
    ]);
    expect(server.requests).toEqual([]);
  });

  it("says that the host cannot be reached, and how to see why", async () => {
    await using sshd = await startSshd();
    sshd.forgetHost();
    const providers = { ollama: { via: `ssh:${sshd.name}` } };
    const { run } = access(sshd.configFile);
    const model = await createModel("ollama/phi3", providers, { ssh: { run } });
    expect((await play(model, modelRequest())).error).toMatchObject({ code: "ssh.not-reached" });
  });
});
