import { generateKeyPairSync } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { secretSamples } from "../../test/support/secret-samples.ts";
import { createCottyHome, jsonLines } from "../support/cotty.ts";
import { anthropicWire } from "../support/fake-anthropic.ts";
import { type FakeReply, fakeKey, startFakeModelServer } from "../support/fake-model-server.ts";

// Every line twice, once so far to the right that it does not fit into the terminal's width.
const lines = secretSamples.flatMap(({ line }) => [line, `${"so far to the right ".repeat(5)}${line}`]);
const samples = `${lines.join("\n")}\nthe end\n`;

/** A key that is printed without its first line, which alone says what it is. */
const keyFile = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" });
const keyLines = String(keyFile).trim().split("\n").slice(1, -1);

/** Every run of eight characters of a secret: a part of it is a leak too. Twelve where it is made of words. */
const pieces = new Set(
  [...secretSamples.map(({ secret }) => secret), ...keyLines.slice(1)].flatMap((secret) => {
    const size = secret.includes(" ") ? 12 : 8;
    return secret
      .split("\n")
      .flatMap((line) =>
        Array.from({ length: Math.max(1, line.length - size + 1) }, (_, at) => line.slice(at, at + size)),
      );
  }),
);
const leaksIn = (text: string) => [...pieces].filter((piece) => text.includes(piece));

const use = (name: string, input: object): FakeReply => ({ calls: [{ name, input: { reasoning: "r", ...input } }] });
const run = (command: string) => use("run_command", { command });

/** Each shows all the samples, in another way. */
const ways: FakeReply[] = [
  run("cat samples.txt"),
  // In pieces that end anywhere.
  run("dd if=samples.txt bs=11 status=none"),
  run(
    'while IFS= read -r line; do printf %s "${line%?????}"; sleep 0.01; echo "${line#"${line%?????}"}"; done < samples.txt',
  ),
  // With colours inside the secrets.
  run("sed 's/.\\{9\\}/&\\x1b[31m/g' samples.txt"),
  run("cat samples.txt samples.txt samples.txt"),
  use("read_screen", {}),
  use("read_files", { paths: ["samples.txt"] }),
  use("code_search", { pattern: ".", path: "samples.txt" }),
  use("edit_file", { path: "samples.txt", edits: [{ find: "the end", replace: "The end" }] }),
  run("tail body.txt; echo; sed -n 5,20p body.txt; echo; base64 body.txt; grep -n . body.txt | tail -n +3"),
  run("tail -n +2 body.txt | while IFS= read -r line; do printf '\\033[32m%s\\033[0m\\n' \"$line\"; done"),
  run('echo "$(head -n 1 samples.txt)" >&2; false'),
];

describe("secrets of every shape", () => {
  it("are in no byte that a model receives, and in nothing that is stored, shown, exported or found", async () => {
    await using server = await startFakeModelServer(anthropicWire());
    using home = createCottyHome();
    writeFileSync(join(home.dir, "samples.txt"), samples);
    writeFileSync(join(home.dir, "body.txt"), keyFile);
    server.reply(...ways, { calls: [{ name: "task_complete", input: { summary: "All shown." } }] });
    const env = {
      PATH: `${process.env["PATH"]}${delimiter}/usr/bin`,
      ANTHROPIC_API_KEY: fakeKey,
      COTTY_PROVIDERS_ANTHROPIC_BASE_URL: `${server.url}/v1`,
      COTTY_AGENT_MAX_STEPS: "50",
    };
    const flags = ["--model", "anthropic/claude-sonnet-4-5", "--mode", "bypassPermissions"];
    const ran = await home.run(["run", "--json", ...flags, "show them all"], { env });
    const finished = jsonLines(ran.stdout).filter((event) => event["type"] === "step.finished");
    expect([ran.code, finished.length, server.requests.length]).toEqual([0, ways.length, ways.length + 1]);

    // Each way did show them: without redaction this test would fail.
    const sent = server.requests.map(({ body }) => JSON.stringify(body));
    expect(finished.filter(({ output }) => String(output).includes("‹secret:")).length).toBe(ways.length - 1);
    for (const [index, body] of sent.entries()) expect([index, leaksIn(body)]).toEqual([index, []]);

    const places: Record<string, string> = { events: ran.stdout, errors: ran.stderr };
    for (const format of ["cast", "txt", "json"]) {
      places[format] = (await home.run(["export", "last", "--format", format])).stdout;
    }
    places["show"] = (await home.run(["show", "last"])).stdout;
    places["sessions"] = (await home.run(["sessions"])).stdout;
    places["search"] = (await home.run(["search", "hunter2pass"])).stdout;
    const state = join(home.dir, "state");
    for (const entry of readdirSync(state, { recursive: true, withFileTypes: true })) {
      // What a terminal printed is kept as it was, for the person alone; everything else that is written is searched.
      const isRawLog = entry.parentPath.startsWith(join(state, "terminals"));
      const file = join(entry.parentPath, entry.name);
      if (entry.isFile() && !isRawLog) places[file] = readFileSync(file, "latin1");
    }
    for (const [place, text] of Object.entries(places)) expect([place, leaksIn(text)]).toEqual([place, []]);
  });
});
