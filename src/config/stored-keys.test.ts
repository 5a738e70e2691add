import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { describeConfig, secretValues } from "./index.ts";
import { removeKey, storeKey } from "./stored-keys.ts";
import { useConfigHome } from "./testing/config-home.ts";

const home = useConfigHome();
const file = () => join(dirname(home.userFile), "keys.json");

it("keeps keys in a file for its owner alone, and takes them out again", async () => {
  await storeKey(file(), "openai", " sk-1\n");
  await storeKey(file(), "anthropic", "sk-2");
  await chmod(file(), 0o644);
  await storeKey(file(), "openai", "sk-3");
  expect([JSON.parse(await readFile(file(), "utf8")), (await stat(file())).mode & 0o777]).toEqual([
    { openai: "sk-3", anthropic: "sk-2" },
    0o600,
  ]);
  expect([await removeKey(file(), "openai"), await removeKey(file(), "openai")]).toEqual([true, false]);
  expect((await home.load()).config.providers.openai.apiKey).toBeNull();
});

it("uses a stored key before one in a file and after one in the environment, and shows neither", async () => {
  await writeFile(home.userFile, '[providers.openai]\napi_key = "sk-file"\n');
  await storeKey(file(), "openai", "sk-kept");
  const loaded = await home.load();
  expect([loaded.config.providers.openai.apiKey, loaded.warnings]).toEqual(["sk-kept", []]);
  expect(describeConfig(loaded).find(({ key }) => key === "providers.openai.api_key")).toEqual({
    key: "providers.openai.api_key",
    value: "••••••••",
    origin: `stored key in ${file()}`,
  });
  const withVariable = await home.load({ env: { OPENAI_API_KEY: "sk-env" } });
  expect(withVariable.config.providers.openai.apiKey).toBe("sk-env");
  // Both are replaced in what leaves the machine: the other one is one variable away from being used.
  expect(secretValues(withVariable).sort()).toEqual(["sk-env", "sk-kept"]);
});

it("says that others can read the keys, and how to close the file", async () => {
  await storeKey(file(), "openai", "sk-1");
  await chmod(file(), 0o644);
  expect((await home.load()).warnings.map(({ code, nextStep }) => [code, nextStep])).toEqual([
    ["config.open-to-others", `Close it: chmod 600 ${file()}`],
  ]);
});

it.each(["[]", "{", '{"openai": 3}'])(
  "uses no key of a file that holds %s, and says so without what it holds",
  async (text) => {
    await writeFile(file(), text);
    const { config, warnings } = await home.load();
    expect([config.providers.openai.apiKey, warnings.length]).toEqual([null, 1]);
    await expect(storeKey(file(), "openai", "sk-1")).rejects.toThrow("cannot be read");
    expect(await readFile(file(), "utf8")).toBe(text);
  },
);

it.each([
  ["opnai", "sk-1", 'No provider "opnai" takes a key.'],
  ["ollama", "sk-1", 'No provider "ollama" takes a key.'],
  ["__proto__", "sk-1", "takes a key"],
  ["openai", " \n", "The key is empty."],
  ["openai", "export OPENAI_API_KEY=sk-1", "A key is one word"],
  ["openai", "sk-\u001b[31m", "A key is one word"],
])("refuses for %s the key %j without repeating it", async (provider, key, message) => {
  await expect(storeKey(file(), provider, key)).rejects.toThrow(message);
  await expect(stat(file())).rejects.toThrow("ENOENT");
});

it("loses no key when several are added at once", async () => {
  await Promise.all(["openai", "google", "anthropic"].map((name) => storeKey(file(), name, `sk-${name}`)));
  expect(Object.keys(JSON.parse(await readFile(file(), "utf8"))).sort()).toEqual(["anthropic", "google", "openai"]);
});
