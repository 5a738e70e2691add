import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { assess } from "../../policy/index.ts";
import { unmetConditions } from "./unmet-conditions.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotty-versions-"));
  mkdirSync(join(folder, "src"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Why the look is asked about one folder below the package.json; empty where it is free. */
async function problemsOf(command: string, manifest: string): Promise<string[]> {
  writeFileSync(join(folder, "package.json"), manifest);
  const terminal = await createFakeTerminals().open({} as never);
  const { verdict, conditions } = assess(command, { target: "local", shell: "bash" });
  expect(verdict).toBe("allow");
  const place = { terminal, cwd: join(folder, "src"), signal: AbortSignal.timeout(20_000) };
  return [...(await unmetConditions(conditions, place)).values()].map((reason) => reason.replaceAll(folder, "."));
}

const looks = { npm: "npm ls" };

describe("[PO58] a look with a manager of packages", () => {
  it.each([
    '{ "packageManager": "pnpm@9.15.0" }',
    '{\n  "packageManager"\n: "npm@1" }',
    '{ "devEngines": { "packageManager": { "name": "pnpm" } } }',
    '{ "volta": { "npm": "1.0.0" } }',
    '{ "\\u0070ackageManager": "pnpm@9.15.0" }',
  ])("is asked about where a package.json names the version that is fetched and run: %s", async (manifest) => {
    for (const [program, look] of Object.entries(looks))
      expect(await problemsOf(look, manifest)).toEqual([
        `${program} obeys ./package.json, which can make it run something else.`,
      ]);
  });

  it("is free with any other package.json", async () => {
    const manifest = '{ "name": "a", "scripts": { "b": "x" }, "engines": { "npm": "10" } }';
    for (const look of Object.values(looks)) expect(await problemsOf(look, manifest)).toEqual([]);
  });
});

describe("[PO106] a look with a program that a manager of versions may stand for", () => {
  const problems = async (name: string, text: string): Promise<string[]> => {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
    return problemsOf("ruby -v", "{}");
  };

  it.each([
    [".ruby-version", "../../../../../proc/self/cwd/evil\n"],
    [".tool-versions", "nodejs path:./evil\nruby 3.2.1\n"],
    [".tool-versions", "ruby ref:master\n"],
    [".volta/hooks.json", "{}\n"],
    ["mise.toml", '[tools]\nruby = "path:/proc/self/cwd/evil"\n'],
    ["mise.dev.toml", '[tools]\nruby = "path:./evil"\n'],
    [".prototools", '[plugins]\nruby = "file://./evil"\n'],
    ["aqua.yaml", "registries:\n"],
  ])("is asked about where %s names anything but a version: %s", async (name, text) => {
    expect(await problems(name, text)).toEqual([`ruby obeys ./${name}, which can make it run something else.`]);
  });

  it.each([".mise", ".config/mise", "mise"])("is asked about where there is a folder of settings: %s", async (name) => {
    expect(await problems(`${name}/config.toml`, '[tools]\nruby = "3"\n')).toEqual([
      `ruby obeys ./${name}, which can make it run something else.`,
    ]);
  });

  it.each([
    [".ruby-version", "3.2.1\n"],
    [".ruby-version", "ruby-3.2.1"],
    [".tool-versions", "# ours\nnodejs 20.1.0\npython 3.12.1 3.11.0\njava temurin-21.0.1+12\n"],
    [".nvmrc", "v20\n"],
    [".python-version", "3.12\nsystem\n"],
    [".sdkmanrc", "java=21.0.1-tem\n"],
    ["mise.toml", "[tools]\nruby = \"3.2.1\" \nnode = '20'\n"],
    [".prototools", 'node = "20.1.0"\n'],
  ])("is free where %s names a version: %s", async (name, text) => {
    expect(await problems(name, text)).toEqual([]);
  });

  it.each([
    [".tool-versions", "nodejs 20.1.0\nruby 3.2.1 # ours\npython system\n", [".local/share/mise/installs/node/20.1.0"]],
    ["mise.toml", '[tools]\nruby = "3.2.1"\n', []],
    [".terraform-version", "1.5.7\n", [".tfenv/bin/tfenv"]],
  ])("is free with %s only where its manager has to fetch nothing: %j", async (name, text, there) => {
    const home = join(folder, "home");
    const make = (path: string) => mkdirSync(join(home, path), { recursive: true });
    vi.stubEnv("HOME", home);
    for (const path of ["", ...there]) make(path);
    make(".local/share/mise/shims");
    expect(await problems(name, text)).toEqual([`ruby obeys ./${name}, which can make it run something else.`]);
    make(".local/share/mise/installs/ruby/3.2.1");
    make(".tfenv/versions/1.5.7");
    expect(await problems(name, text)).toEqual([]);
    vi.unstubAllEnvs();
  });
});
