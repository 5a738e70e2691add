import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { actingNames } from "./acting-names.ts";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "cotty-acting-")));
  mkdirSync(join(folder, "home/project"), { recursive: true });
  vi.stubEnv("HOME", join(folder, "home"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const at = (path: string) => join(folder, "home", path);
function write(path: string, text = "text\n") {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}
function link(path: string, to: string) {
  mkdirSync(dirname(at(path)), { recursive: true });
  symlinkSync(to, at(path));
}
const git = (...args: string[]) => execFileSync("git", args, { cwd: at("project"), stdio: "ignore" });

/** Why a file of the project acts by itself: its other names, `~` for the home, and what names it. */
async function reasons(...paths: string[]): Promise<string[] | null> {
  const terminal = await createFakeTerminals().open({} as never);
  const files = paths.map((path) => at(`project/${path}`));
  const found = await actingNames(files, at("project"), { terminal, cwd: folder, signal: AbortSignal.timeout(20_000) });
  const shown =
    found?.map((each) => (each.by === "name" ? each.name.replace(join(folder, "home"), "~") : each.source)) ?? null;
  return shown?.toSorted() ?? null;
}

describe("[PO56] a file with a harmless name", () => {
  it("acts where a link in git's folder of hooks leads to it, also before it is there", async () => {
    git("init", "-q");
    write("project/scripts/check.sh");
    write("project/scripts/other.sh");
    link("project/.git/hooks/pre-commit", "../../scripts/check.sh");
    link("project/.git/hooks/pre-push", "../../scripts/new.sh");
    link("project/.git/hooks/commit-msg", "../../absent/deep/new.sh");
    linkSync(at("project/scripts/check.sh"), at("project/.git/hooks/post-merge"));
    expect(await reasons("scripts/check.sh")).toEqual([
      "~/project/.git/hooks/post-merge",
      "~/project/.git/hooks/pre-commit",
    ]);
    expect(await reasons("scripts/new.sh")).toEqual(["~/project/.git/hooks/pre-push"]);
    expect(await reasons("absent/deep/new.sh")).toEqual(["~/project/.git/hooks/commit-msg"]);
    expect(await reasons("scripts/other.sh")).toEqual([]);
  });

  it("acts where a hook is in another folder of git and leads to it, or names it", async () => {
    git("init", "-q", "--separate-git-dir=data");
    write("project/tools/a.sh");
    write("project/tools/b.py");
    link("project/data/hooks/pre-commit", "../../tools/a.sh");
    write("project/data/hooks/pre-push", '#!/bin/sh\nexec python3 "$(git rev-parse --show-toplevel)/tools/b.py"\n');
    expect(await reasons("tools/a.sh")).toEqual(["~/project/.git/hooks/pre-commit", "~/project/data/hooks/pre-commit"]);
    expect(await reasons("tools/b.py")).toEqual(["git's hook pre-push"]);
  });

  it.each([
    ["bashrc", ".bashrc", "project/bashrc"],
    ["nvim/init.lua", ".config/nvim", "../project/nvim"],
    ["units/a.service", ".config/systemd/user/a.service", "../../../project/units/a.service"],
    ["tool", ".local/bin/tool", "../../project/tool"],
    ["tool", "bin/tool", "../project/tool"],
    ["ssh", ".ssh/config", "../project/ssh"],
    ["deep/agents.md", "project/a/b/notes/AGENTS.md", "../../../deep/agents.md"],
  ])("acts where a link elsewhere leads to %s: ~/%s", async (file, name, to) => {
    write(`project/${file}`);
    link(name, to);
    const isFolder = name.endsWith("nvim");
    expect(await reasons(file)).toEqual([`~/${name}${isFolder ? "/init.lua" : ""}`]);
    expect(await reasons("beside.txt")).toEqual([]);
  });

  it.each([
    ["core.fsmonitor", "scripts/run.sh"],
    ["core.fsmonitor", ".git/../scripts/run.sh --fast"],
    ["filter.x.clean", "sh ./scripts/run.sh %f"],
    ["filter.x.smudge", "sh scripts/run %f"],
    ["diff.x.textconv", '"$(git rev-parse --show-toplevel)"/scripts/run.sh'],
    ["merge.x.driver", "cd scripts && ./run.sh %O"],
    ["alias.deploy", "!f() { sh scripts/run.sh; }; f"],
    ["include.path", "../scripts/run.sh"],
    ["credential.helper", "!$HOME/project/scripts/run.sh"],
    ["core.sshcommand", "~/project/scripts/run.sh"],
    ["some.newsetting", "python -m scripts.run"],
  ])("acts where the setting %s of git names it: %s", async (key, value) => {
    git("init", "-q");
    write("project/scripts/run.sh", "");
    git("config", key, value);
    expect(await reasons("scripts/run.sh")).toEqual([`git's setting ${key}`]);
    expect(await reasons("scripts/runner.sh", "scripts/rerun.sh", "scripts/run.sh.md", "scripts/walk.sh")).toEqual([]);
  });

  it("acts where a setting of the person or of a repository around it names it", async () => {
    git("init", "-q");
    git("config", "core.pager", "lib/page.sh");
    git("init", "-q", "lib");
    git("config", "--global", "gpg.program", at("project/lib/sign.sh"));
    expect(await reasons("lib/page.sh")).toEqual(["git's setting core.pager"]);
    expect(await reasons("lib/sign.sh")).toEqual(["git's setting gpg.program"]);
  });

  it("acts where a start-up file, instructions or a pipeline take it in", async () => {
    write(".bashrc", "# see notes.txt\n. ~/project/aliases.sh\n");
    write("project/CLAUDE.md", "Read @docs/style.md. Also docs/other.md\n");
    write("project/.gitlab-ci.yml", "include:\n  - local: '/ci/build.yml'\nscript: ./run.sh\n");
    expect(await reasons("aliases.sh")).toEqual(["~/.bashrc"]);
    expect(await reasons("docs/style.md")).toEqual(["a file that tells agents what to do"]);
    expect(await reasons("ci/build.yml")).toEqual(["a pipeline"]);
    expect(await reasons("notes.txt", "docs/other.md", "run.sh")).toEqual([]);
  });

  it.each(["all", "explicit"])("is git's own in a folder of git, with safe.bareRepository=%s", async (setting) => {
    git("config", "--global", "safe.bareRepository", setting);
    git("init", "-q", "--bare", "store.git");
    git("init", "-q", "--separate-git-dir=data", "sub");
    expect(await reasons("store.git/config")).toEqual(["~/project/store.git/.git/config"]);
    expect(await reasons("data/hooks/new")).toContain("~/project/data/.git/hooks/new");
  });

  it("[PO57] is in a virtual environment or in a plugin for agents, whatever those are called", async () => {
    write("project/tools/env/pyvenv.cfg");
    write("project/plugin/gemini-extension.json");
    expect(await reasons("tools/env/bin/python")).toEqual(["~/project/tools/env/.venv/bin/python"]);
    expect(await reasons("plugin/commands/new.md")).toEqual(["~/project/plugin/.claude/commands/new.md"]);
    expect(await reasons("tools/bin/python", "plugin/src/a.md")).toEqual([]);
  });

  it("is not known where git cannot tell what is set up around it", async () => {
    git("init", "-q");
    write("project/.git/config", "[core\n");
    expect(await reasons("a.txt")).toBe(null);
  });
});
