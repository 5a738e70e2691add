import { linkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { at, git, link, reasons, useHome, write } from "./testing/acting-home.ts";

useHome();

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

  it.each(["\r", "\u2028", "\u2029"])(
    "[PO130] acts where a hook names its folder behind a %j, which begins no line",
    async (end) => {
      git("init", "-q");
      write("project/tools/b.py");
      write("project/.git/hooks/pre-commit", `#!/bin/sh\nrun-parts --arg=x${end}# tools/\n`);
      expect(await reasons("tools/b.py")).toEqual(["perhaps git's hook pre-commit"]);
    },
  );

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
    const others = await reasons("scripts/runner.sh", "scripts/rerun.sh", "scripts/run.sh.md", "scripts/walk.sh");
    expect(others).toEqual(value.startsWith("cd ") ? Array(4).fill(`perhaps git's setting ${key}`) : []);
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

  it("[PO134] instructs where its name is imported in another spelling", async () => {
    write("project/CLAUDE.md", "Read @docs/my\\ guide.md#intro first.\n");
    write("project/docs/my guide.md", "And (mdc:deep%20er.md) too.\n");
    expect(await reasons("docs/deep er.md")).toEqual(["a file that tells agents what to do"]);
  });

  it("[PO73] acts where imports of imports take it in, from any folder", async () => {
    write("project/CLAUDE.md", "See @docs/guide.md, and `@docs/code.md` is code.\n");
    write("project/docs/guide.md", "Also @more.md.\n");
    write("project/docs/more.md", "@../three.md\n");
    write("project/three.md", "@a/four.md\n");
    write("project/a/four.md", "@five.md\n");
    write("project/a/five.md", "@six.md\n");
    write("project/sub/deep/er/CLAUDE.md", "@../../../docs/sub.md\n");
    write("CLAUDE.md", "@project/docs/home.md\n");
    const agents = ["a file that tells agents what to do"];
    for (const file of [
      "docs/guide.md",
      "docs/more.md",
      "three.md",
      "a/four.md",
      "a/five.md",
      "docs/sub.md",
      "docs/home.md",
    ])
      expect([file, await reasons(file)]).toEqual([file, agents]);
    expect(await reasons("docs/code.md", "docs/unnamed.md", "b/four.txt")).toEqual([]);
  });

  it.each([
    [".mcp.json", '{"mcpServers":{"x":{"command":"node","args":["./tools/run.js"]}}}'],
    [".mcp.json", '{"mcpServers":{"x":{"command":"node","args":["tools\\u002frun.js"]}}}'],
    [".mcp.json", '{"mcpServers":{"x":{"command":"node","args":["tools\\/run"]}}}'],
    [".claude/settings.json", '{"hooks":{"Stop":[{"hooks":[{"command":"\\"$CLAUDE_PROJECT_DIR\\"/tools/run.js"}]}]}}'],
    [".claude/hooks/format.sh", "exec node tools/run.js"],
    [".vscode/tasks.json", '{"tasks":[{"command":"sh tools/run.js","runOptions":{"runOn":"folderOpen"}}]}'],
    [".envrc", "source_env tools/run.js"],
    ["opencode.json", '{"instructions":["tools/*.js"]}'],
    ["packages/a/opencode.json", '{"instructions":["../../tools/**/*"]}'],
    [".gemini/settings.json", '{"contextFileName":"run.js"}'],
    [".cursor/hooks.json", '{"hooks":{"stop":[{"command":"./tools/run.js"}]}}'],
    [".pre-commit-config.yaml", "repos:\n- repo: local\n  hooks:\n  - entry: tools/run.js\n"],
    ["lefthook.yml", "pre-commit:\n  commands:\n    x:\n      run: node tools/run.js\n"],
    [".devcontainer/devcontainer.json", '{"postStartCommand":"node tools/run.js"}'],
    ["../.claude/settings.json", '{"hooks":{"Stop":[{"hooks":[{"command":"~/project/tools/run.js"}]}]}}'],
    ["../.mcp.json", '{"mcpServers":{"x":{"command":"project/tools/run.js"}}}'],
  ])("[PO73] acts where a setting that acts names it: %s, %s", async (setting, text) => {
    write(`project/${setting}`, text);
    expect(await reasons("tools/run.js")).toEqual([setting.replace(/^\.\./, "~")]);
    expect(await reasons("src/other.ts", "tools/other.txt")).toEqual(
      setting.includes("packages") ? ["packages/a/opencode.json"] : [],
    );
  });

  it.each([
    ["hooks.d/a.sh", '#!/bin/sh\nfor f in hooks.d/*; do sh "$f"; done\n'],
    ["hooks.d/a.sh", "for f in ./hooks.d/*.sh; do . $f; done"],
    ["hooks.d/a.sh", "echo hooks.d/* | xargs -n1 sh"],
    ["hooks.d/a.sh", 'echo "see #1"; for f in $(echo hooks.d/*); do sh $f; done'],
    ["tools/check.py", "python3 -m tools.check"],
    ["tools/__init__.py", "python3 -m tools.check"],
  ])("[PO112] acts where a hook runs %s by a pattern or as a module: %s", async (file, hook) => {
    git("init", "-q");
    write("project/.git/hooks/pre-commit", hook);
    expect(await reasons(file)).toEqual(["git's hook pre-commit"]);
    expect(await reasons("src/a.ts")).toEqual([]);
  });

  it.each([
    [".mcp.json", '{"mcpServers":{"x":{"command":"python3","args":["-m","tools.run"]}}}'],
    [".mcp.json", '{"mcpServers":{"x":{"command":"python3","args":[\n"-m",\n"tools.run"\n]}}}'],
    ["package.json", '{"lint-staged":{"*.ts":["node tools/run.js"]}}'],
    ["package.json", '{"simple-git-hooks":{"pre-commit":"node tools/run.js"}}'],
    ["package.json", '{"husky":{"hooks":{"pre-commit":"node tools/run.js"}}}'],
    ["package.json", '{"scripts":{"prepare":"node tools/run.js"}}'],
    ["package.json", '{"scripts":{"postinstall":"node ./tools/run"}}'],
    ["packages/a/package.json", '{"scripts":{"preinstall":"node ../../tools/run.js"}}'],
  ])("[PO112] acts where %s names it for what runs by itself: %s", async (setting, text) => {
    write(`project/${setting}`, text);
    expect(await reasons("tools/run.js")).toEqual([setting]);
    expect(await reasons("src/other.ts", "test/a.test.ts")).toEqual([]);
  });

  it.each([
    [".husky/pre-commit", "run-parts hooks.d", "hooks.d/a"],
    [".husky/pre-commit", "git ls-files hooks.d | xargs -n1 sh", "hooks.d/a"],
    [".husky/pre-commit", "for f in $(git ls-files hooks.d); do sh $f; done", "hooks.d/a"],
    [".husky/pre-commit", 'cd tools && sh "$1"', "tools/deep/a.sh"],
    [".husky/pre-commit", 'ls hooks.d | while read f; do sh "hooks.d/$f"; done', "hooks.d/x/a.sh"],
    [".husky/pre-commit", "npm --prefix tools/pk test", "tools/pk/package.json"],
    [".husky/pre-commit", 'export PATH="$PWD/tools":"$PATH"', "tools/git-x"],
    [".husky/pre-commit", "x=$(run-parts ${TOP}/hooks.d/)", "hooks.d/a"],
    [
      ".mcp.json",
      '{"mcpServers":{"x":{"command":"npm","args":["--prefix","tools/pk","start"]}}}',
      "tools/pk/package.json",
    ],
    [".vscode/settings.json", '{"eslint.nodePath":"tools"}', "tools/a2/x.js"],
    [".vscode/settings.json", '{"typescript.tsdk":"./tools/ts/lib/"}', "tools/ts/lib/tsserver.js"],
    ["packages/a/.vscode/settings.json", '{"eslint.nodePath":"tools"}', "packages/a/tools/x.js"],
    [
      ".pre-commit-config.yaml",
      "- repo: local\n  hooks:\n  - id: x\n    entry: run-parts\n    args: [checks]\n",
      "checks/a.sh",
    ],
    [".cargo/config.toml", '[alias]\nxtask = "run --package xtask --"\n', "xtask/src/main.rs"],
    ["package.json", '{"prettier":"./tools/prettier","x":1}', "tools/prettier/index.json"],
    ["package.json", '{"some-new-hook-tool":{"run":"node tools/run.js"}}', "tools/run.js"],
    ["../.bashrc", 'export PATH="$HOME/project/tools:$PATH"', "tools/ls2"],
  ])("[PO113] may act where %s names a folder around it: %s", async (setting, text, file) => {
    git("init", "-q");
    git("config", "core.hooksPath", ".husky");
    write(`project/${setting}`, text);
    const source = setting.replace(/^\.\./, "~").replace(".husky/pre-commit", "git's hook pre-commit");
    expect(await reasons(file)).toEqual([`perhaps ${source}`]);
    expect(await reasons("src/a.ts", "lib/deep/b.ts")).toEqual([]);
  });

  it.each([
    [".husky/pre-commit", 'npm test\nnpx lint-staged\nnpm run -s lint\n# see src and docs\necho "checking src"\n'],
    [
      ".husky/pre-commit",
      "npx eslint src test && pytest tests\nmake docs\nif [ -d src ]; then npx tsc -p .; fi\ngit add src",
    ],
    [
      ".husky/commit-msg",
      'npx --no-install commitlint --edit "$1"\nbranch=$(git rev-parse HEAD)\n[ "$branch" = "main" ] && exit 1',
    ],
    [
      ".husky/pre-commit",
      "git diff --name-only -- '*.ts' | xargs npx eslint\nprettier --check 'src/**/*.ts' \"docs/*.md\"\ncase $f in *.ts) npm test ;; src/*) npm run x ;; esac",
    ],
    ["../.bashrc", 'export PATH="$GOPATH/test:$HOME/docs:$PATH"\ncd ~/project\n'],
    [".lintstagedrc.json", '{"*.ts":"eslint --fix","src/**/*.md":["prettier --write"]}'],
    ["lint-staged.config.js", "export default { '*.ts': ['eslint --fix'], \"src/**/*\": 'prettier --write' }"],
    [
      "package.json",
      '{"lint-staged":{"src/**/*.ts":"eslint --fix","*":"prettier --write"},"scripts":{"prepare":"husky","test":"node src/main.ts","build":"tsc -p src"},"files":["src","docs"],"main":"src/main.ts","jest":{"roots":["src"]}}',
    ],
    [
      ".pre-commit-config.yaml",
      "repos:\n- repo: https://github.com/psf/black\n  rev: 24.1.0\n  hooks:\n  - id: black\n    files: ^src/\n  - id: docs\n    name: test\n    exclude: docs/\n- repo: local\n  hooks:\n  - id: mypy\n    entry: mypy src\n    language: system\n    types: [python]\n",
    ],
    [
      "lefthook.yml",
      'pre-commit:\n  commands:\n    test:\n      glob: "*.ts"\n      run: npx vitest run src\n    docs:\n      run: npm run docs\n',
    ],
    [
      ".vscode/settings.json",
      '{"files.exclude":{"docs":true},"search.exclude":{"src/gen":true},"python.testing.pytestArgs":["tests"],"python.analysis.extraPaths":["./src"],"cSpell.words":["src","docs"],"editor.tabSize":2,"eslint.workingDirectories":["src"]}',
    ],
    [
      ".vscode/tasks.json",
      '{"tasks":[{"label":"test","type":"npm","script":"test","group":"test","command":"npm test"}]}',
    ],
    [".claude/settings.json", '{"permissions":{"allow":["Edit(src/**)","Bash(npm test:*)","Read(docs/**)"]}}'],
    [".idea/project.iml", '<sourceFolder url="file://$MODULE_DIR$/src" isTestSource="false" />'],
    [".github/workflows/ci.yml", "jobs:\n  test:\n    steps:\n    - run: npm test -- src\n"],
    ["x.code-workspace", '{"folders":[{"path":"src"},{"path":"docs"}]}'],
  ])("[PO113] leaves the sources of an ordinary project alone beside %s: %s", async (setting, text) => {
    git("init", "-q");
    git("config", "core.hooksPath", ".husky");
    git("config", "--global", "credential.helper", "store");
    git("config", "--global", "init.defaultBranch", "main");
    git("config", "remote.origin.url", "https://example.com/team/src");
    write(`project/${setting}`, text);
    for (const file of [
      "src/main.ts",
      "src/store/x.ts",
      "src/main/java/A.java",
      "docs/a.md",
      "test/a.test.ts",
      "tests/b.py",
    ])
      expect([file, await reasons(file)]).toEqual([file, []]);
  });

  it("[PO73] acts where a setting starts the folder that it is the beginning of", async () => {
    write("project/.mcp.json", '{"mcpServers":{"x":{"command":"node","args":["./tools"]}}}');
    expect(await reasons("tools/index.js")).toEqual([".mcp.json"]);
    expect(await reasons("tools/other.js", "index.js")).toEqual(["perhaps .mcp.json"]);
  });

  it("[PO73] does not act because it is spoken of, in instructions, a history or a list for a person", async () => {
    write("project/CLAUDE.md", "The entry is src/main.ts, see [the guide](docs/guide.md). Mail me@docs/guide.md\n");
    write("project/.claude/settings.json", '{"permissions":{"allow":["Edit(src/**)","Bash(npm run *)"]}}');
    write("project/.claude/worktrees/x/.mcp.json", "src/main.ts");
    write("project/.vscode/launch.json", '{"program":"src/main.ts"}');
    write("project/.vscode/settings.json", '{"files.exclude":{"**/*.ts":true,"main.ts":true}}');
    write("project/.idea/workspace.xml", "$PROJECT_DIR$/src/main.ts");
    write("project/.aider.chat.history.md", "@src/main.ts");
    write("project/.gitattributes", "src/main.ts text");
    write("project/.github/workflows/ci.yml", "run: node src/main.ts");
    expect(await reasons("src/main.ts", "docs/guide.md")).toEqual([]);
  });

  it("[PO73] is not known where a text that acts is longer than is read", async () => {
    write("project/AGENTS.md", `${"padding\n".repeat(40_000)}@docs/late.md\n`);
    expect(await reasons("docs/late.md")).toBe(null);
  });

  it("[PO73] acts where a chain of links leads to it, also through folders that are not there yet", async () => {
    link("project/CLAUDE.md", "l2");
    link("project/l2", "l3");
    link("project/l3", "l4");
    link("project/l4", "notes/x/y.md");
    link("project/AGENTS.md", "missing/../docs/notes.md");
    write("project/docs/notes.md");
    expect(await reasons("notes/x/y.md")).toContain("~/project/CLAUDE.md");
    expect(await reasons("docs/notes.md")).toEqual(["~/project/AGENTS.md"]);
    expect(await reasons("missing/x.txt")).toEqual(["~/project/AGENTS.md"]);
  });

  it("[PO73] is known under few names where links lead in a circle", async () => {
    for (const name of ["a", "b", "c"]) link(`project/${name}`, ".");
    write("project/f");
    expect((await reasons("f"))?.length).toBe(15);
    for (const name of ["d", "e", "g", "h"]) link(`project/${name}`, ".");
    expect(await reasons("f")).toBe(null);
  });

  it("[PO73] cannot be told where a link leads out of another link", async () => {
    write("project/elsewhere/deep/x.md");
    link("project/dirlink", "elsewhere/deep");
    link("project/CLAUDE.md", "dirlink/../new/y.md");
    expect(await reasons("elsewhere/new/y.md")).toBeNull();
  });

  it("[PO74] is git's own in a folder that becomes one of git with the files that are still missing", async () => {
    write("project/x/HEAD", "ref: refs/heads/master\n");
    for (const file of ["config", "objects/keep", "refs/keep", "hooks/pre-commit"])
      expect(await reasons(`x/${file}`)).toEqual([`~/project/x/.git/${file}`]);
    write("project/sub/.git", "gitdir: ../gd\n");
    write("project/gd/commondir", "../common\n");
    expect(await reasons("gd/config")).toContain("~/project/sub/.git/config");
    expect(await reasons("common/config")).toContain("~/project/gd/.git/config");
    expect(await reasons("y/config")).toEqual([]);
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
