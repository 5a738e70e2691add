import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeConfig, loadConfig, secretValues } from "./index.ts";

async function loadText(toml: string) {
  const folder = await mkdtemp(join(tmpdir(), "cotty-config-"));
  try {
    const user = join(folder, "config.toml");
    await writeFile(user, toml);
    const files = { user, project: null };
    return { user, loaded: await loadConfig({ env: { OPENAI_API_KEY: "sk-env" }, cwd: folder, home: folder, files }) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const toml = `model = "google/x"
[providers.google]
api_key = "AIza-file"
base_url = "https://me:p%40ss@proxy.example/v1beta"
[hosts."db.example.com"]
policy = "protected"
`;

it("shows every setting with its value and where it came from", async () => {
  const { user, loaded } = await loadText(toml);
  const rows = new Map(describeConfig(loaded).map((row) => [row.key, row]));
  expect(rows.size).toBe(loaded.origins.size);
  expect(rows.get("model")).toEqual({ key: "model", value: '"google/x"', origin: `user ${user}:1` });
  expect(rows.get("hosts.db.example.com.policy")).toEqual({
    key: "hosts.db.example.com.policy",
    value: '"protected"',
    origin: `user ${user}:6`,
  });
  expect(rows.get("terminal.shell")).toEqual({ key: "terminal.shell", value: "(not set)", origin: "default" });
  expect(rows.get("agent.max_steps")?.value).toBe("20");
});

it("masks keys and the passwords in addresses, and says where they came from", async () => {
  const { user, loaded } = await loadText(toml);
  const rows = describeConfig(loaded).filter((row) => row.value.includes("•"));
  expect(rows).toEqual([
    { key: "providers.google.api_key", value: "••••••••", origin: `user ${user}:3` },
    { key: "providers.google.base_url", value: '"https://me:••••••••@proxy.example/v1beta"', origin: `user ${user}:4` },
    { key: "providers.openai.api_key", value: "••••••••", origin: "environment OPENAI_API_KEY" },
  ]);
});

it("hands out the exact secrets for redaction, and nothing else", async () => {
  const { loaded } = await loadText(toml);
  expect(secretValues(loaded)).toEqual(["AIza-file", "p%40ss", "p@ss", "sk-env"]);
});
