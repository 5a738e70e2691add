import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestEngine, mira, openTestSession, stepIn } from "../../../test/support/engine.ts";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { assess, parseRules, type Rule } from "../../policy/index.ts";
import { parseKeys } from "../../terminal/index.ts";
import { createPolicyJudge } from "../policy-judge.ts";
import { misplacedProgram } from "./program-places.ts";

let root = "";
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "cotty-places-")));
  mkdirSync(join(root, "shop/.git"), { recursive: true });
  mkdirSync(join(root, "shop/src"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function program(path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), "#!/bin/sh\n", { mode: 0o755 });
}

const signal = new AbortController().signal;

/** Why a look is asked about in a folder of the project, with this PATH in front of the usual one. */
async function problemOf(
  command: string,
  entry: string | null,
  { rules = [] }: { rules?: readonly Rule[] } = {},
): Promise<string | null> {
  const terminals = createFakeTerminals();
  terminals.searchPath = `${entry}:/usr/bin:/bin`;
  const opened = await terminals.open({ target: "local", owner: { session: "s", epoch: 1 }, signal });
  const { searchPath: _, ...silent } = await opened.state();
  const terminal = entry === null ? { ...opened, state: async () => silent } : opened;
  const assessment = assess(command, { target: "local", shell: "bash", rules });
  expect(assessment.verdict).toBe("allow");
  const place = { terminal, cwd: join(root, "shop/src"), signal, project: join(root, "shop") };
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
    const { rules } = parseRules(
      '[[rule]]\nid = "t"\neffect = "allow"\nwhy = "w"\nwhen = { cmd = ["touch"], operands = "inside" }\n',
      { scope: "user", file: "policy.toml" },
    );
    expect(await problemOf("touch zz && rg foo", `${root}/shop/bin`, { rules })).toMatch(/^The shell finds rg in/);
    program("shop/bin/touch");
    expect(await problemOf("touch zz && ls", `${root}/shop/bin`, { rules })).toBeNull();
    expect(await problemOf("ls", null)).toBe("The target did not say where its shell finds the programs of this line.");
  });

  it("[PO156] is free where the program is anywhere else, or none, or the shell itself", async () => {
    program("tools/rg");
    program("shop/tools/echo");
    expect([
      await problemOf("rg foo | sort", `${root}/tools`),
      await problemOf("tokei src", "/no/such"),
      await problemOf("echo a; cd ..; pwd", `${root}/shop/tools`),
    ]).toEqual([null, null, null]);
  });

  it("[PO156] runs unasked or waits for a person by where its program is", async () => {
    program("shop/bin/tree");
    const terminals = createFakeTerminals();
    terminals.cwd = join(root, "shop/src");
    terminals.searchPath = `${root}/shop/bin:/usr/bin:/bin`;
    const hostPolicy = () => "default" as const;
    const judge = createPolicyJudge({ dangerousPatterns: [], rules: () => [], parseKeys, hostPolicy });
    const run = (command: string) => ({ calls: [{ name: "run_command", input: { command, reasoning: "r" } }] });
    const world = createTestEngine({ script: [run("ls"), run("tree -L 1")], terminals, deps: { judge } });
    const runner = await openTestSession(world.engine, { cwd: terminals.cwd, mode: "default" });
    await runner.request({ type: "prompt", text: "go" }, mira);
    const { command, verdict, findings } = await stepIn(runner, world.store, "review");
    expect([terminals.ran, command, verdict, findings.map(({ ruleId }) => ruleId)]).toEqual([
      ["ls"],
      "tree -L 1",
      "ask",
      ["program.place"],
    ]);
  });
});
