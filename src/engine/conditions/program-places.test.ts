import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestEngine, mira, openTestSession, stepIn } from "../../../test/support/engine.ts";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { assess, parseRules, type Rule } from "../../policy/index.ts";
import { parseKeys } from "../../terminal/index.ts";
import { createPolicyJudge } from "../judge/policy-judge.ts";
import { misplacedProgram } from "./program-places.ts";

let root = "";
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "cotty-places-")));
  mkdirSync(join(root, "shop/.git"), { recursive: true });
  mkdirSync(join(root, "shop/src"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

function program(path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), "#!/bin/sh\n", { mode: 0o755 });
}

const signal = new AbortController().signal;

const { rules: touchRules } = parseRules(
  '[[rule]]\nid = "t"\neffect = "allow"\nwhy = "w"\nwhen = { cmd = ["touch"], operands = "inside" }\n',
  { scope: "user", file: "policy.toml" },
);

/** Why a look is asked about in a folder of the project, with this PATH in front of the usual one. */
async function problemOf(
  command: string,
  entry: string | null,
  { rules = [], cwd = "shop/src", project = "shop" }: { rules?: readonly Rule[]; cwd?: string; project?: string } = {},
): Promise<string | null> {
  const terminals = createFakeTerminals();
  terminals.searchPath = `${entry}:/usr/bin:/bin`;
  const opened = await terminals.open({ target: "local", owner: { session: "s", epoch: 1 }, signal });
  const { searchPath: _, ...silent } = await opened.state();
  const terminal = entry === null ? { ...opened, state: async () => silent } : opened;
  const assessed = assess(command, { target: "local", shell: "bash", rules });
  expect(assessed.verdict).toBe("allow");
  // The folder of the machine is not a test's to change.
  const inRoot = (word: string | null) => word?.replace(/^\/usr\/local(?=\/)/, `${root}$&`) ?? null;
  const commands = assessed.commands.map((each) => ({ ...each, argv: each.argv.map(inRoot) }));
  const assessment = { ...assessed, commands };
  const place = { terminal, cwd: join(root, cwd), signal, project: join(root, project) };
  return (await misplacedProgram(assessment, place))?.say.replaceAll(root, "") ?? null;
}

describe("a look that is proved by the name of its program", () => {
  it("[PO156] is asked about where that program is one of the project", async () => {
    program("shop/node_modules/.bin/tree");
    const inProject = "The shell finds tree in this project: /shop/node_modules/.bin/tree. It may be any program.";
    expect(await problemOf("tree -L 1", `${root}/shop/node_modules/.bin`)).toBe(inProject);
    symlinkSync(join(root, "shop/node_modules/.bin"), join(root, "bin"));
    expect(await problemOf("tree -L 1", `${root}/bin`)).toBe(inProject.replace("/shop/node_modules/.bin/", "/bin/"));
  });

  it.each([".", "", "bin", "./bin"])(
    "[PO156] is asked about where PATH finds it in the current folder: %j",
    async (entry) => {
      program(join("shop/src", entry, "wc"));
      expect(await problemOf("wc -l a.txt | head -n 1", entry)).toMatch(/^The shell finds wc in this project: /);
      expect(await problemOf("cat a.txt", entry)).toBeNull();
      expect(await problemOf("cd .. && cat a.txt", entry)).toBe(
        "The shell finds cat in a folder that depends on where the line goes. It may be any program.",
      );
    },
  );

  it("[PO156] is asked about where the project has a program that it starts besides", async () => {
    program("shop/bin/less");
    program("shop/bin/gzip");
    expect([await problemOf("git log -1", `${root}/shop/bin`), await problemOf("zgrep a b.gz", "../bin")]).toEqual([
      "The shell finds less in this project: /shop/bin/less. It may be any program.",
      "The shell finds less in this project: ./../bin/less. It may be any program.",
    ]);
  });

  it.each([
    ["tar tf a.tgz", "another-packer"],
    ["git status --short", "git-lfs"],
    ["kubectl get pods", "helper-of-a-setting"],
  ])("[PO160] is asked about where the project hides any program that it may start: %s", async (command, helper) => {
    program(`shop/bin/${helper}`);
    const behind = `${root}/shop/bin:${root}/usual`;
    const helped = `${command.split(" ")[0]} may start other programs, and finds them in a project: `;
    const hides = (path: string) => `${helped}${path} hides the usual ${helper}.`;
    program(`usual/${helper}`);
    expect([
      await problemOf(command, behind),
      await problemOf(`/usr/bin/${command}`, behind),
      await problemOf(command, `bin:${root}/usual`),
      await problemOf(`cd /opt && ${command}`, `${root}/usual:bin`),
      await problemOf("ls | sort | head -n 3", behind),
    ]).toEqual([
      hides(`/shop/bin/${helper}`),
      hides(`/shop/bin/${helper}`),
      hides(`/shop/bin/${helper}`),
      expect.stringContaining("depends on where the line goes"),
      null,
    ]);
    // What is found elsewhere first is hidden by nothing.
    const usualFirst = `${root}/usual:${root}/shop/bin:${root}/usual:/usr/bin:/bin:${root}/shop/bin`;
    expect(await problemOf(command, usualFirst)).toBeNull();
  });

  it("[PO160] is asked about where a manual finds its pages beside a folder of the project", async () => {
    program("shop/node_modules/.bin/own-tool");
    const entry = `${root}/shop/node_modules/.bin`;
    const beside = (name: string) =>
      `${name} also looks for its pages beside /shop/node_modules/.bin, which is part of this project, and a page can show any file.`;
    expect([await problemOf("man own-tool", entry), await problemOf("apropos copy", entry)]).toEqual([
      beside("man"),
      beside("apropos"),
    ]);
    expect(await problemOf("git help log", entry)).toBe(beside("git"));
    expect(await problemOf("man own-tool", `${root}/usual`)).toBeNull();
  });

  it("[PO160] is free where only projects have such a name, however often PATH has them", async () => {
    for (const path of ["shop/node_modules/.bin/own-tool", "shop/pkg/node_modules/.bin/own-tool"]) program(path);
    const entries = ["shop/pkg/node_modules/.bin", "shop/node_modules/.bin", "shop/node_modules/.bin"];
    expect(await problemOf("git status", entries.map((each) => `${root}/${each}`).join(":"))).toBeNull();
  });

  it("[PO160] is free with an environment of Python, unless it is written in Python or more is hidden", async () => {
    for (const name of ["python", "python3", "pip3", "linter-of-nobody-else"]) program(`shop/.venv/bin/${name}`);
    for (const name of ["python3", "pip3"]) program(`usual/${name}`);
    mkdirSync(join(root, "scripts"));
    writeFileSync(join(root, "scripts/rg"), "#!/usr/bin/env python3\n", { mode: 0o755 });
    const entry = `${root}/shop/.venv/bin:${root}/scripts:${root}/usual`;
    const hides = (starting: string, name: string) =>
      `${starting} may start other programs, and finds them in a project: /shop/.venv/bin/${name} hides the usual ${name}.`;
    expect(await problemOf("git status", entry)).toBe(hides("git", "pip3"));
    writeFileSync(join(root, "shop/.venv/pyvenv.cfg"), "");
    expect(await problemOf("git status", entry)).toBeNull();
    expect(await problemOf("rg word src", entry)).toBe(hides("rg", "python3"));
    program("shop/.venv/bin/git-lfs");
    program("usual/git-lfs");
    expect(await problemOf("git status", entry)).toBe(hides("git", "git-lfs"));
  });

  it("[PO161] is asked about where its whole path leads to a stand-in or into a project", async () => {
    const leads = ["home/.asdf/shims/tree", "shop/bin/stat", "other/bin/lsblk", "tools/uptime"];
    mkdirSync(join(root, "other/.git"), { recursive: true });
    mkdirSync(join(root, "usr/local/bin"), { recursive: true });
    for (const to of leads) {
      program(to);
      symlinkSync(join(root, to), join(root, "usr/local/bin", basename(to)));
    }
    const lines = ["tree .", "tree --version", "stat .", "lsblk .", "uptime"].map((line) => `/usr/local/bin/${line}`);
    const manager = "leads to /home/.asdf/shims/tree, which runs or installs what a file of this folder names";
    expect(await Promise.all(lines.map((line) => problemOf(line, "/no/such")))).toEqual([
      `/usr/local/bin/tree ${manager}. It may be any program.`,
      `/usr/local/bin/tree ${manager}. It may be any program.`,
      "/usr/local/bin/stat leads into this project: /shop/bin/stat. It may be any program.",
      "/usr/local/bin/lsblk leads into another project: /other/bin/lsblk. It may be any program.",
      null,
    ]);
    // A path needs no PATH, what it may start does.
    expect([await problemOf("/usr/bin/wc -l a", null), await problemOf("/usr/local/bin/uptime", null)]).toEqual([
      null,
      "The target did not say where its shell finds the programs of this line.",
    ]);
  });

  it("[PO162] is asked about where the program is in any repository, wherever the shell is", async () => {
    program("other/node_modules/.bin/rg");
    program("mine/bin/rg");
    mkdirSync(join(root, "mine/.git"));
    mkdirSync(join(root, ".local/bin"), { recursive: true });
    symlinkSync(join(root, "mine/bin/rg"), join(root, ".local/bin/rg"));
    symlinkSync(join(root, "other/node_modules/.bin"), join(root, "linked"));
    const entries = ["other/node_modules/.bin", "mine/bin", ".local/bin", "linked"];
    for (const command of ["rg foo", `cd ${root}/other && rg foo`])
      expect(await Promise.all(entries.map((entry) => problemOf(command, `${root}/${entry}`)))).toEqual(
        entries.map((entry) => `The shell finds rg in another project: /${entry}/rg. It may be any program.`),
      );
  });

  it("[PO162] is free with the folders that people have on their PATH", async () => {
    vi.stubEnv("HOME", join(root, "mira"));
    const own = [
      ".nvm/versions/node/v20/bin",
      ".cargo/bin",
      ".pyenv/versions/3.12/bin",
      ".pyenv/bin",
      "go/bin",
      "bin",
      ".local/bin",
      ".nix-profile/bin",
    ];
    for (const each of own) for (const name of ["rg", "git-lfs", "gzip"]) program(`mira/${each}/${name}`);
    for (const clone of [".nvm/.git", ".pyenv/.git"]) mkdirSync(join(root, "mira", clone));
    const cli = join(root, "mira/.nvm/versions/node/v20/lib/node_modules/npm/bin/npm-cli.js");
    program(cli.slice(root.length));
    symlinkSync(cli, join(root, "mira/.nvm/versions/node/v20/bin/npm"));
    const path = own.map((each) => `${root}/mira/${each}`).join(":");
    const asked = async () => [
      await problemOf("rg foo; git status; npm -v", path),
      await problemOf("rg foo; git status", path, { cwd: "mira", project: "mira" }),
      await problemOf("cd shop && git status", path, { cwd: "mira", project: "mira" }),
    ];
    expect(await asked()).toEqual([null, null, null]);
    // Dotfiles in a repository around the home, and a home that is known by the name of a link.
    mkdirSync(join(root, "mira/.git"));
    expect(await asked()).toEqual([null, null, null]);
    symlinkSync(join(root, "mira"), join(root, "home"));
    vi.stubEnv("HOME", join(root, "home"));
    expect(await asked()).toEqual([null, null, null]);
    // A project below it is one all the same, where the session works; of another one only programs of the line count.
    for (const name of ["gzip", "rg"]) program(`mira/src/tool/bin/${name}`);
    mkdirSync(join(root, "mira/src/tool/.git"));
    const tools = `${root}/mira/src/tool/bin:${path}`;
    const there = { cwd: "mira/src/tool", project: "mira/src/tool" };
    expect([
      await problemOf("git status", tools, there),
      await problemOf("git status", tools),
      await problemOf("rg foo", tools),
    ]).toEqual([
      "git may start other programs, and finds them in a project: /mira/src/tool/bin/gzip hides the usual gzip.",
      null,
      "The shell finds rg in another project: /mira/src/tool/bin/rg. It may be any program.",
    ]);
  });

  it("[PO156] is asked about where a manager of versions chooses what runs", async () => {
    program("tools/mise");
    mkdirSync(join(root, "managed"));
    symlinkSync(join(root, "tools/mise"), join(root, "managed/rg"));
    program("asdf/shims/node");
    program("lib/node_modules/corepack/dist/pnpm.js");
    mkdirSync(join(root, "usr"));
    symlinkSync(join(root, "lib/node_modules/corepack/dist/pnpm.js"), join(root, "usr/npm"));
    expect([
      await problemOf("rg foo", `${root}/managed`),
      await problemOf("node -v", `${root}/asdf/shims`),
      await problemOf("npm -v", `${root}/usr`),
    ]).toEqual(
      [
        ["rg", "/managed/rg"],
        ["node", "/asdf/shims/node"],
        ["npm", "/usr/npm"],
      ].map(
        ([name, path]) =>
          `The shell finds ${name} as ${path}, which runs or installs what a file of this folder names. It may be any program.`,
      ),
    );
  });

  it.each([
    ["which ls", "which"],
    ["timeout 5 ls", "timeout"],
    ["timeout 5 echo hi", "echo"],
    ["ls | xargs echo", "echo"],
    ["find . -exec printf x {} +", "printf"],
    ["env true", "true"],
  ])("[PO156] is asked about where another program than the shell starts a file: %s", async (command, name) => {
    program(`shop/bin/${name}`);
    expect(await problemOf(command, `${root}/shop/bin`)).toBe(
      `The shell finds ${name} in this project: /shop/bin/${name}. It may be any program.`,
    );
  });

  it("[PO156] is asked about where PATH has the project itself, a link to it, or a folder at its top", async () => {
    for (const path of ["shop/gzip", "shop/tools/gzip"]) program(path);
    symlinkSync(join(root, "shop/tools"), join(root, "tools"));
    const entries = [`${root}/shop`, `${root}/tools`, "./tools"];
    expect(await Promise.all(entries.map((entry) => problemOf("zgrep a b.gz", entry)))).toEqual(
      ["/shop/gzip", "/tools/gzip", "/shop/./tools/gzip"].map(
        (path) => `The shell finds gzip in this project: ${path}. It may be any program.`,
      ),
    );
  });

  it("[PO156] is asked about where a rule answers for another part of the line, or nobody knows the PATH", async () => {
    program("shop/bin/rg");
    expect(await problemOf("touch zz && rg foo", `${root}/shop/bin`, { rules: touchRules })).toMatch(
      /^The shell finds rg in/,
    );
    program("shop/bin/touch");
    expect(await problemOf("touch zz && ls", `${root}/shop/bin`, { rules: touchRules })).toBeNull();
    expect(await problemOf("ls", null)).toBe("The target did not say where its shell finds the programs of this line.");
  });

  it("[PO156] is free where the program is anywhere else, or none, or the shell itself", async () => {
    program("tools/rg");
    program("shop/tools/echo");
    expect([
      await problemOf("rg foo | sort", `${root}/tools`),
      await problemOf("tree src", "/no/such"),
      await problemOf("echo a; cd ..; pwd", `${root}/shop/tools`),
    ]).toEqual([null, null, null]);
  });

  it.each([
    ["tree -L 1", ["program.place"]],
    ["touch zz && tree -L 1", ["program.place", "write.file", "command.touch"]],
  ])("[PO156] runs unasked or waits for a person by where its program is: %s", async (line, found) => {
    program("shop/bin/tree");
    const terminals = createFakeTerminals();
    terminals.cwd = join(root, "shop/src");
    terminals.searchPath = `${root}/shop/bin:/usr/bin:/bin`;
    const hostPolicy = () => "default" as const;
    const judge = createPolicyJudge({ dangerousPatterns: [], rules: () => touchRules, parseKeys, hostPolicy });
    const run = (command: string) => ({ calls: [{ name: "run_command", input: { command, reasoning: "r" } }] });
    const world = createTestEngine({ script: [run("ls"), run(line)], terminals, deps: { judge } });
    const runner = await openTestSession(world.engine, { cwd: terminals.cwd, mode: "default" });
    await runner.request({ type: "prompt", text: "go" }, mira);
    const { command, verdict, findings } = await stepIn(runner, world.store, "review");
    expect([terminals.ran, command, verdict, findings.map(({ ruleId }) => ruleId)]).toEqual([
      ["ls"],
      line,
      "ask",
      found,
    ]);
  });
});
