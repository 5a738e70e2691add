import { lstat, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { changeConfig } from "./index.ts";
import { useConfigHome } from "./testing/config-home.ts";

const home = useConfigHome();
const text = () => readFile(home.userFile, "utf8");

it("sets and unsets a setting in a file that keeps its comments and its mode", async () => {
  await writeFile(home.userFile, "# mine\n[agent]\nmax_steps = 7 # enough\n", { mode: 0o640 });
  expect(await changeConfig(home.userFile, "agent.max_steps", "12")).toBe(true);
  expect(await changeConfig(home.userFile, "hosts.db-1.policy", "protected")).toBe(true);
  expect(await text()).toBe('# mine\n[agent]\nmax_steps = 12 # enough\n\n[hosts.db-1]\npolicy = "protected"\n');
  expect((await stat(home.userFile)).mode & 0o777).toBe(0o640);
  expect(await changeConfig(home.userFile, "agent.max_steps", null)).toBe(true);
  expect(await changeConfig(home.userFile, "agent.max_steps", null)).toBe(false);
  expect(await text()).toBe('# mine\n[agent]\n\n[hosts.db-1]\npolicy = "protected"\n');
  expect(await readdir(dirname(home.userFile))).toEqual(["config.toml"]);
});

it("makes the file, for its owner alone, where there is none", async () => {
  await changeConfig(home.userFile, "mode", "plan");
  expect([await text(), (await stat(home.userFile)).mode & 0o777]).toEqual(['mode = "plan"\n', 0o600]);
});

it("changes a value where it stands under its other name", async () => {
  await writeFile(home.userFile, 'agent = "codex"\n');
  await changeConfig(home.userFile, "agent.name", "cotty");
  expect(await text()).toBe('agent = "cotty"\n');
  await changeConfig(home.userFile, "agent", "codex");
  expect(await text()).toBe('agent = "codex"\n');
});

it("writes through a link, which people who keep their settings in a repository have", async () => {
  const real = join(home.path, "dotfiles.toml");
  await writeFile(real, 'mode = "plan"\n');
  await symlink(real, home.userFile);
  await changeConfig(home.userFile, "mode", "review");
  expect([await readFile(real, "utf8"), (await lstat(home.userFile)).isSymbolicLink()]).toEqual([
    'mode = "review"\n',
    true,
  ]);
});

it.each([
  ["agent.max_steps", "many", 'agent.max_steps must be a whole number from 1 to 1000, not "many".'],
  ["dangerous_patterns", '["(", "b"]', "dangerous_patterns holds a pattern that cannot be used"],
  ["agnt.max_steps", "3", 'There is no setting "agnt.max_steps".'],
  ["hosts.db.plicy", "protected", 'There is no setting "hosts.db.plicy".'],
  ["hosts.-oProxy.policy", "protected", "Nothing was changed, since then: "],
  ["routines.up.description", "words", "Missing required field: routines.up.cmd"],
  ["providers.openai.api_key", "sk-1", "providers.openai.api_key is a secret."],
])("refuses %s = %s, and the file stays as it was", async (key, value, message) => {
  await writeFile(home.userFile, "# mine\n");
  await expect(changeConfig(home.userFile, key, value)).rejects.toThrow(message);
  expect(await text()).toBe("# mine\n");
});

it("does not touch a file that cannot be read as it is", async () => {
  await writeFile(home.userFile, "[agent\n");
  await expect(changeConfig(home.userFile, "mode", "plan")).rejects.toThrow(`${home.userFile}:1:`);
  expect(await text()).toBe("[agent\n");
});

it("corrects one setting of a file that has other mistakes", async () => {
  await writeFile(home.userFile, 'modle = "x"\nmode = "plna"\n');
  await changeConfig(home.userFile, "mode", "plan");
  expect(await text()).toBe('modle = "x"\nmode = "plan"\n');
});

it("loses no change when several are made at once", async () => {
  const keys = ["agent.max_steps", "agent.history_turns", "output.max_lines"];
  await Promise.all(keys.map((key) => changeConfig(home.userFile, key, "7")));
  const { config } = await home.load();
  expect([config.agent.maxSteps, config.agent.historyTurns, config.output.maxLines]).toEqual([7, 7, 7]);
});
