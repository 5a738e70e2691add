import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { UserError } from "../base/index.ts";
import { useConfigHome } from "./testing/config-home.ts";

const home = useConfigHome();

describe("defaults", () => {
  it("has the documented defaults when there is no file, and warns of nothing [S0.11, S0.24, S0.62, S0.65, S3.17]", async () => {
    const { config, warnings } = await home.load();
    expect(warnings).toEqual([]);
    expect({ model: config.model, mode: config.mode, output: config.output, chat: config.chat }).toEqual({
      model: null,
      mode: "default",
      output: { maxBytes: 51_200, maxLines: 500 },
      chat: { temperature: 0.7 },
    });
    expect(config.agent).toMatchObject({
      maxSteps: 20,
      temperature: 0.3,
      maxOutputTokens: 4096,
      historyMessages: 20,
      commandTimeoutS: 60,
    });
    expect(config.server).toMatchObject({ host: "127.0.0.1", port: 4433 });
  });

  it("ships exactly five dangerous patterns, each of which matches what it is for [S3.17, S3.18]", async () => {
    const { dangerousPatterns } = (await home.load()).config;
    expect(dangerousPatterns).toEqual(["rm\\s+-rf\\s+/", "mkfs", "dd\\s+if=", ":\\(\\)\\s*\\{", ">\\s*/dev/sd"]);
    const commands = ["rm -rf /", "mkfs.ext4 /dev/sdb", "dd if=/dev/zero", ":() { :|:& };:", "echo > /dev/sda"];
    expect(commands.map((command, i) => new RegExp(dangerousPatterns[i] ?? "^$").test(command))).toEqual(
      commands.map(() => true),
    );
  });
});

describe("environment and flags", () => {
  it("honours the usual variables, and lets our own win over them [S3.19, S4.46]", async () => {
    const env = {
      GOOGLE_API_KEY: "second",
      GEMINI_API_KEY: "first\n",
      ANTHROPIC_API_KEY: "theirs",
      COTTY_PROVIDERS_ANTHROPIC_API_KEY: "ours",
      OPENAI_API_KEY: "",
      GOOGLE_CLOUD_PROJECT: "p",
      GOOGLE_CLOUD_LOCATION: "europe-west1",
      OLLAMA_HOST: "gpu.lan",
      COTTY_AGENT: "codex",
    };
    const { config, origins, warnings } = await home.load({ env });
    const { google, anthropic, openai, vertex, ollama } = config.providers;
    expect([google.apiKey, anthropic.apiKey, openai.apiKey, vertex.project, vertex.location]).toEqual([
      "first",
      "ours",
      null,
      "p",
      "europe-west1",
    ]);
    expect([ollama.baseUrl, config.agent.name, warnings]).toEqual(["http://gpu.lan:11434", "codex", []]);
    expect(origins.get("providers.google.api_key")).toEqual({ layer: "environment", variable: "GEMINI_API_KEY" });
  });

  it("falls back to the next variable when the first one is no good", async () => {
    const { config, warnings } = await home.load({ env: { GEMINI_API_KEY: "  ", GOOGLE_API_KEY: "second" } });
    expect([config.providers.google.apiKey, warnings.map(({ code }) => code)]).toEqual([
      "second",
      ["config.wrong-type"],
    ]);
  });

  it("finds the entry that a variable means by its name in capitals", async () => {
    await writeFile(home.userFile, '[hosts.db-1]\ndestination = "root@db"\n');
    const env = { COTTY_HOSTS_DB_1_POLICY: "protected", COTTY_HOSTS_NEW_ONE_DESTINATION: "me@new" };
    const { hosts } = (await home.load({ env })).config;
    const plain = { policy: "default", integration: "auto", shell: null };
    expect(hosts).toEqual({
      "db-1": { ...plain, destination: "root@db", policy: "protected" },
      new_one: { ...plain, destination: "me@new" },
    });
  });

  it("tells of a misspelt variable, and keeps quiet about names it does not know", async () => {
    const env = {
      COTTY_MODLE: "x",
      COTTY_HOSTS_DB_POLCY: "protected",
      COTTY_STATE_DIR: "/x",
      COTTY_SOMETHING_ELSE_ENTIRELY: "1",
      HOME: "/",
    };
    expect((await home.load({ env })).warnings).toEqual([
      {
        code: "config.unknown-key",
        message: "The environment variable COTTY_MODLE is not known to Cotty.",
        nextStep: "Did you mean COTTY_MODEL?",
      },
      {
        code: "config.unknown-key",
        message: "The environment variable COTTY_HOSTS_DB_POLCY is not known to Cotty.",
        nextStep: "After the name comes one of _DESTINATION, _POLICY, _INTEGRATION, _SHELL.",
      },
    ]);
  });

  it("reads lists as JSON or one item a line, and yes and no in the usual words", async () => {
    const listed = await home.load({ env: { COTTY_DANGEROUS_PATTERNS: "a{1,2}\n[b-c]", COTTY_AGENT_THINKING: "Yes" } });
    const json = await home.load({ env: { COTTY_DANGEROUS_PATTERNS: '["a,b", "c"]', COTTY_AGENT_THINKING: "0" } });
    expect([listed.config.dangerousPatterns, listed.config.agent.thinking]).toEqual([["a{1,2}", "[b-c]"], true]);
    expect([json.config.dangerousPatterns, json.config.agent.thinking]).toEqual([["a,b", "c"], false]);
  });

  it("refuses a wrong flag instead of doing something else than was asked", async () => {
    await expect(home.load({ flags: { mode: "yolo" } })).rejects.toThrow(
      new UserError(
        "config.wrong-type",
        'flag: mode must be one of "review", "default", "acceptEdits", "plan", "bypassPermissions", not "yolo".',
        "Correct it and run it again.",
      ),
    );
    await expect(home.load({ flags: { "agent.steps": 1 } })).rejects.toThrow('"agent.steps" is no setting.');
  });
});
