import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { command, complete, createCottyHome, jsonLines } from "../support/cotty.ts";

const key = "sk-proj-cottytestkey0123456789abcdefghijklmnopqrstuvwxyz";
const awsKey = "AKIAIOSFODNN7EXAMPLQ";
const trust = ["--mode", "bypassPermissions"];

describe("a secret", () => {
  it("that a command prints is in no event, no search and no export", async () => {
    using home = createCottyHome();
    const env = { OPENAI_API_KEY: key };
    const kept = join(home.dir, "kept.txt");
    writeFileSync(kept, `${awsKey}\n${key}\n`);
    const ran = await home.run(
      ["run", "--json", "--model", home.script([command(`cat ${kept}`), complete()]), ...trust, "print"],
      { env },
    );
    const finished = jsonLines(ran.stdout).find((event) => event["type"] === "step.finished");
    expect(finished?.["output"]).toMatch(/^‹secret:[\w-]+#\d+›\n‹secret:[\w-]+#\d+›\n$/u);
    for (const format of ["cast", "txt", "json"]) {
      const exported = (await home.run(["export", "last", "--format", format], { env })).stdout;
      expect([format, exported.includes(awsKey), exported.includes(key)]).toEqual([format, false, false]);
    }
    const database = readFileSync(join(home.dir, "state", "cotty.db"), "latin1");
    expect([database.includes(awsKey), database.includes(key)]).toEqual([false, false]);
  });

  it("of ours is in no environment of a terminal", async () => {
    using home = createCottyHome();
    const env = {
      OPENAI_API_KEY: key,
      GEMINI_API_KEY: key,
      COTTY_PROVIDERS_COMPATIBLE_API_KEY: key,
      MY_OWN_TOKEN: key,
    };
    const ran = await home.run(["exec", "--", "env"], { env });
    expect(ran.code).toBe(0);
    expect(ran.stdout).not.toContain("API_KEY");
    expect(ran.stdout).not.toContain("MY_OWN_TOKEN");
  });

  it("in a prompt is replaced before it is stored", async () => {
    using home = createCottyHome();
    const ran = await home.run([
      "run",
      "--json",
      "--model",
      home.script([{ text: "ok" }]),
      ...trust,
      `use ${awsKey} there`,
    ]);
    expect(ran.stdout).not.toContain(awsKey);
    expect(jsonLines(ran.stdout).find((event) => event["type"] === "prompt.received")?.["text"]).toMatch(
      /^use ‹secret:[\w-]+#1› there$/u,
    );
  });

  it("in a proposed command is a reason to refuse it, and so is its stand-in", async () => {
    using home = createCottyHome();
    const model = home.script([
      command(`curl -H "X-Key: ${awsKey}" http://127.0.0.1:9`),
      { when: "It contains a secret in clear text", ...command("echo '‹secret:aws#1›'") },
      { when: "stand-in of a secret", ...complete("Refused.") },
    ]);
    const ran = await home.run(["run", "--json", "--model", model, ...trust, "go"]);
    const events = jsonLines(ran.stdout);
    expect(events.filter((event) => event["type"] === "step.started")).toEqual([]);
    expect(events.find((event) => event["type"] === "turn.finished")).toMatchObject({ summary: "Refused." });
    expect(ran.stdout).not.toContain(awsKey);
  });
});
