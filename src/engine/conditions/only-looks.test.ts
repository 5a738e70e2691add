import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createTestEngine, mira, openTestSession, stepIn } from "../../../test/support/engine.ts";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { assess } from "../../policy/index.ts";
import { gitLooks, type Mode } from "../../protocol/index.ts";
import { parseKeys } from "../../terminal/index.ts";
import { createPolicyJudge } from "../index.ts";
import { onlyLooks } from "./only-looks.ts";
import { unmetConditions } from "./unmet-conditions.ts";

const signal = new AbortController().signal;

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "cotty-only-looks-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function git(cwd: string, ...args: string[]) {
  execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@x", "-c", "protocol.file.allow=always", ...args], {
    cwd: join(folder, cwd),
    stdio: "ignore",
  });
}

function repository(name: string) {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, "kept.txt"), "text\n");
  git(name, "init", "-q");
  git(name, "add", "kept.txt");
  git(name, "commit", "-qm", "x");
}

/** A program that leaves a mark when it runs. */
function program(path: string, mark: string): string {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), `#!/bin/sh\ntouch '${join(folder, mark)}'\n`);
  chmodSync(join(folder, path), 0o755);
  return join(folder, path);
}

async function problemsOf(command: string, { inside = "app", isLent = true } = {}) {
  const terminal = await createFakeTerminals().open({ target: "local", owner: { session: "s", epoch: 1 }, signal });
  const { conditions } = assess(command, { target: "local", shell: "bash" });
  const unmet = await unmetConditions(conditions, { terminal, cwd: join(folder, inside), signal }, { isLent });
  return [...unmet.values()].map((reason) => reason.replaceAll(folder, "."));
}

const runsProgram = (key: string) => `The repository sets ${key}, which can make git run a program or look elsewhere.`;

describe("[PO240] a line that only looks with git", () => {
  it.each([
    ["git status", true],
    ["cd sub && git log --oneline | head -3", true],
    ["x=$(git rev-parse HEAD); echo $x", true],
    ["ls -l", false],
    ["gh pr list", false],
    ["git log | less", false],
    ["command git status", false],
    ["bash -c 'git status'", false],
    ["env -i git status", false],
    ["sudo git status", false],
    ["git -c core.fsmonitor=true status", false],
    ["unset GIT_CONFIG_PARAMETERS; git status", false],
    ["exec -c git status", false],
  ])("%s: %s", (command, isOne) => {
    const assessment = assess(command, { target: "local", shell: "bash" });
    expect(onlyLooks(assessment, {})).toBe(isOne);
    expect(onlyLooks(assessment, { hasOwnSettings: true })).toBe(false);
    expect(onlyLooks(assessment, { leftVariables: ["GIT_PAGER"] })).toBe(false);
    expect(onlyLooks(assessment, { leftState: ["a function"] })).toBe(false);
  });
});

describe("[PO240] the condition of a line that settings are lent to", () => {
  const setUp = () => {
    repository("app");
    git("app", "config", "core.fsmonitor", program("app/.git/monitor", "ran"));
    git("app", "config", "core.pager", join(folder, "app/.git/monitor"));
    git("app", "config", "pager.log", join(folder, "app/.git/monitor"));
    git("app", "config", "core.hooksPath", ".husky/_");
    program("app/.husky/_/post-index-change", "ran");
  };

  it("holds whatever the repository names as its monitor, its hooks and its pager", async () => {
    setUp();
    expect([await problemsOf("git status"), await problemsOf("git -C app log", { inside: "" })]).toEqual([[], []]);
    expect(await problemsOf("git status", { isLent: false })).toEqual([
      "git runs the hook .husky/_/post-index-change of this repository.",
    ]);
    rmSync(join(folder, "app/.husky"), { recursive: true });
    expect(await problemsOf("git status", { isLent: false })).toEqual([runsProgram("core.fsmonitor")]);
    expect(existsSync(join(folder, "ran"))).toBe(false);
  });

  it.each(["filter.words.clean", "diff.words.textconv", "diff.external", "gpg.program", "core.alternateRefsCommand"])(
    "does not hold where the repository sets %s as well",
    async (key) => {
      setUp();
      git("app", "config", key, "./run.sh");
      expect(await problemsOf("git status")).toEqual([runsProgram(key.toLowerCase())]);
    },
  );

  it("does not hold where a submodule names a monitor or has a hook", async () => {
    setUp();
    repository("library");
    git("app", "submodule", "add", "-q", "../library", "library");
    expect(await problemsOf("git status")).toEqual([]);
    git("app/library", "config", "core.fsmonitor", "./run.sh");
    expect(await problemsOf("git status")).toEqual([runsProgram("core.fsmonitor")]);
    git("app/library", "config", "core.fsmonitor", "false");
    program("app/.git/modules/library/hooks/post-index-change", "ran");
    expect(await problemsOf("git status")).toEqual([
      "git runs the hook ./app/.git/modules/library/hooks/post-index-change of this repository.",
    ]);
  });

  it("does not hold for a prompt, which asks git when all is taken back", async () => {
    setUp();
    expect(await problemsOf("cd app", { inside: "" })).toEqual([
      "Prompts ask git about the folder they are in. git runs the hook .husky/_/post-index-change of this repository.",
    ]);
  });

  it.each([
    ["none of it", "unset GIT_CONFIG_PARAMETERS", "app/.husky/_/post-index-change"],
    [
      "not where its hooks are",
      `GIT_CONFIG_PARAMETERS=$(printf %s "\${GIT_CONFIG_PARAMETERS-}" | sed "s, *'core.hooksPath=[^']*',,")`,
      "app/.husky/_/post-index-change",
    ],
  ])("is the whole one where git on the target takes %s from there", async (_, before, hook) => {
    setUp();
    const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    mkdirSync(join(folder, "bin"));
    writeFileSync(join(folder, "bin/git"), `#!/bin/sh\n${before}\nexec ${real} "$@"\n`);
    chmodSync(join(folder, "bin/git"), 0o755);
    vi.stubEnv("PATH", `${join(folder, "bin")}${delimiter}${process.env["PATH"]}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(existsSync(join(folder, hook))).toBe(true);
    expect(await problemsOf("git status")).toEqual([
      "git runs the hook .husky/_/post-index-change of this repository.",
    ]);
  });
});

describe("[PO240] what runs unasked, and what a person has approved", () => {
  const run = (command: string) => ({ calls: [{ name: "run_command", input: { command, reasoning: "r" } }] });
  const done = { calls: [{ name: "task_complete", input: { summary: "ok" } }] };

  /** A repository with a monitor and a hook, and an engine with the real policy whose terminal runs git for real. */
  async function begin(
    command: string,
    { mode = "default", lendsSettings = true }: { mode?: Mode; lendsSettings?: boolean } = {},
  ) {
    repository("app");
    git("app", "config", "core.fsmonitor", program("app/.git/monitor", "monitor-ran"));
    program("app/.git/hooks/pre-commit", "hook-ran");
    git("app", "config", "user.name", "x");
    git("app", "config", "user.email", "x@x");
    const lent: boolean[] = [];
    const terminals = createFakeTerminals((text, { onlyLooks = false }) => {
      lent.push(onlyLooks);
      const env = { ...process.env, ...(onlyLooks && { GIT_CONFIG_PARAMETERS: gitLooks }) };
      return { exitCode: spawnSync("sh", ["-c", text], { cwd: join(folder, "app"), env }).status };
    });
    terminals.cwd = join(folder, "app");
    terminals.lendsSettings = lendsSettings;
    const judge = createPolicyJudge({ dangerousPatterns: [], rules: () => [], parseKeys, hostPolicy: () => "default" });
    const world = createTestEngine({ script: [run(command), done], terminals, deps: { judge } });
    const runner = await openTestSession(world.engine, { cwd: terminals.cwd, mode });
    await runner.request({ type: "prompt", text: "go" }, mira);
    const ran = () => ({
      lent,
      programs: ["monitor-ran", "hook-ran"].filter((name) => existsSync(join(folder, name))),
    });
    const approve = async () => {
      const { id, digest, findings } = await stepIn(runner, world.store, "review");
      await runner.request({ type: "approve", stepId: id, digest, scope: "once" }, mira);
      await runner.idle();
      return findings.map(({ say }) => say);
    };
    return { runner, ran, approve };
  }

  it("is lent to a look, which then starts nothing", async () => {
    const { runner, ran } = await begin("git status");
    await runner.idle();
    expect(ran()).toEqual({ lent: [true], programs: [] });
  });

  it("is not lent by a shell without integration: a person is asked, and it runs as it is", async () => {
    const { approve, ran } = await begin("git status", { lendsSettings: false });
    expect(await approve()).toEqual([expect.stringContaining("This shell runs without Cotty's integration")]);
    expect(ran()).toEqual({ lent: [false], programs: ["monitor-ran"] });
  });

  it("is said to a person who is asked about every look", async () => {
    const { approve, ran } = await begin("git status", { mode: "review" });
    expect(await approve()).toEqual([runsProgram("core.fsmonitor")]);
    expect(ran()).toEqual({ lent: [false], programs: ["monitor-ran"] });
  });

  it("is not lent to a commit that a person has approved: its hooks run", async () => {
    const { approve, ran } = await begin("git commit --allow-empty -m x");
    await approve();
    expect(ran()).toEqual({ lent: [false], programs: ["monitor-ran", "hook-ran"] });
  });
});
