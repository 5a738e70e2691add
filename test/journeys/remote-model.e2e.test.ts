import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createCottyHome } from "../support/cotty.ts";
import { startInTerminal } from "../support/cotty-terminal.ts";
import { startFakeModelServer } from "../support/fake-model-server.ts";
import { ollamaWire } from "../support/fake-ollama.ts";
import { needs } from "../support/needs.ts";
import { startSshd } from "../support/sshd.ts";

describe("a model that runs on the host where the work is", needs("ssh", "sshd"), () => {
  it("proposes commands there over ssh, and each runs only when the person says yes [S2.1, S2.9, S2.10, S2.11]", async () => {
    await using sshd = await startSshd({ name: "lab" });
    await using server = await startFakeModelServer(ollamaWire([{ name: "phi3", tools: false, thinking: false }]));
    server.reply(
      { text: ['{"type":"shell","command":"touch made-there","reason":"The task asks for a file."}'] },
      { text: ['{"type":"shell","command":"touch another","reason":"One more."}'] },
      { text: ['{"type":"answer","text":"One file was made."}'] },
    );
    using home = createCottyHome();
    const env = {
      PATH: `${sshd.binFolder}${delimiter}${process.env["PATH"]}`,
      OLLAMA_HOST: server.url,
      COTTY_PROVIDERS_OLLAMA_VIA: "ssh:lab",
      COTTY_PROVIDERS_OLLAMA_DIALECT: "json-type",
    };
    const cotty = startInTerminal(home, ["run", "--on", "lab", "--model", "ollama/phi3", "make a file"], { env });
    await cotty.shows("> touch made-there");
    await cotty.shows("The task asks for a file.");
    await cotty.shows("Run it? y = once");
    expect(existsSync(join(sshd.home, "made-there"))).toBe(false);
    cotty.type("y\r");
    await cotty.shows("> touch another");
    await cotty.shows("Run it? y = once");
    expect(readFileSync(join(sshd.home, "made-there"), "utf8")).toBe("");
    cotty.type("n\r");
    await cotty.shows("Why not?");
    cotty.type("one is enough\r");
    await cotty.shows("One file was made.");
    expect([await cotty.ended, existsSync(join(sshd.home, "another"))]).toEqual([0, false]);
    expect(JSON.stringify(server.requests.at(-1)?.body)).toContain(
      "Not executed. The person rejected it: one is enough",
    );
  });
});
