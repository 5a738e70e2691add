import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

/** A new user's environment: their own Node, not the project's, and a home folder with nothing in it. */
function environment(home: string, more: Record<string, string> = {}) {
  const path = (process.env["PATH"] ?? "").split(delimiter).filter((place) => !place.includes("node_modules"));
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|COTTY_|VITEST|XDG_)/i.test(name));
  return { ...Object.fromEntries(inherited), PATH: path.join(delimiter), HOME: home, ...more };
}

describe("a fresh checkout", () => {
  let folder: string;
  let checkout: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "cotty-checkout-"));
    checkout = join(folder, "a folder with spaces", "cotty");
    mkdirSync(checkout, { recursive: true });
    const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
    for (const file of files
      .toString()
      .split("\0")
      .filter((name) => name !== "" && existsSync(join(root, name)))) {
      cpSync(join(root, file), join(checkout, file));
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function run(command: string, args: string[], options: { cwd: string; env?: Record<string, string> }) {
    // npm's settings and cache stay the machine's own: a registry may be set there.
    const env = { ...environment(folder, { npm_config_cache: npmCache, ...options.env }) };
    const result = spawnSync(command, args, { cwd: options.cwd, env, encoding: "utf8" });
    return { status: result.status, stdout: result.stdout, stderr: result.stderr };
  }
  const npmCache = execFileSync("npm", ["config", "get", "cache"], { encoding: "utf8" }).trim();

  it("becomes ready by itself where install scripts and development packages were left out", () => {
    const installed = run("npm", ["ci", "--ignore-scripts", "--loglevel=error"], {
      cwd: checkout,
      env: { NODE_ENV: "production" },
    });
    expect(installed).toMatchObject({ status: 0 });
    const started = run(join(checkout, "bin", "cotty"), ["--version"], {
      cwd: folder,
      env: { NODE_ENV: "production", npm_config_ignore_scripts: "true" },
    });
    expect(started).toMatchObject({ status: 0, stdout: `${version}\n` });
    const node = run(join(checkout, "node_modules", ".bin", "node"), ["-p", "process.versions.node"], { cwd: folder });
    expect(Number(node.stdout.split(".")[0])).toBeGreaterThanOrEqual(24);
  });

  it("starts through symlinks, from any folder, and says nothing about building when nothing has changed", () => {
    const links = join(folder, "links");
    mkdirSync(links);
    symlinkSync(join("..", "a folder with spaces", "cotty", "bin", "cotty"), join(links, "relative"));
    symlinkSync("relative", join(links, "twice"));
    symlinkSync(join(checkout, "bin", "cotty"), join(links, "absolute"));
    const answer = { status: 0, stdout: `${version}\n`, stderr: "" };
    for (const name of ["relative", "twice", "absolute"]) {
      expect(run(join(links, name), ["--version"], { cwd: "/", env: { CDPATH: "/tmp" } })).toEqual(answer);
    }
    expect(run("./twice", ["--version"], { cwd: links })).toEqual(answer);
    expect(run("sh", ["cotty", "--version"], { cwd: join(checkout, "bin") })).toEqual(answer);
  });

  it("builds again when a source has changed, and keeps the old program when that fails", () => {
    const main = join(checkout, "src", "main.ts");
    const source = readFileSync(main, "utf8");
    writeFileSync(main, `${source}\nimport "./not-there.ts";\n`);
    const broken = run(join(checkout, "bin", "cotty"), ["--version"], { cwd: folder });
    expect([broken.status, broken.stdout, broken.stderr.includes("not-there.ts")]).toEqual([125, "", true]);
    expect(existsSync(join(checkout, "dist", "main.js"))).toBe(true);
    writeFileSync(main, source);
    const mended = run(join(checkout, "bin", "cotty"), ["--version"], { cwd: folder });
    expect(mended).toEqual({ status: 0, stdout: `${version}\n`, stderr: "cotty: Building …\n" });
  });

  it("says what is missing where there is no Node at all", () => {
    const tools = join(folder, "tools");
    mkdirSync(tools);
    for (const tool of ["sh", "find", "readlink"]) {
      symlinkSync(execFileSync("sh", ["-c", `command -v ${tool}`], { encoding: "utf8" }).trim(), join(tools, tool));
    }
    const bare = join(folder, "bare");
    cpSync(join(checkout, "bin"), join(bare, "bin"), { recursive: true });
    const result = run(join(bare, "bin", "cotty"), [], { cwd: folder, env: { PATH: tools } });
    expect([result.status, result.stdout, result.stderr.includes("Node is not installed")]).toEqual([125, "", true]);
  });
});
