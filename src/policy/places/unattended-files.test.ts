import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assess } from "../assess.ts";
import { assessFiles } from "../assess-files.ts";
import type { PolicyContext } from "../types.ts";
import { actsUnattended, isEditedFreely, isToolSetting } from "./unattended-files.ts";

const context: PolicyContext = { target: "local", shell: "bash", cwd: "/home/dev/app", home: "/home/dev" };
const written = (path: string) => assessFiles({ access: "write", paths: [path] }, context);

/** One of each kind, and the names that an attacker with the source open wrote to. */
const acting = [
  "CLAUDE.md",
  "docs/AGENTS.md",
  "GEMINI.md",
  ".cursor/rules/style.mdc",
  ".github/copilot-instructions.md",
  "~/.claude/CLAUDE.md",
  ".mcp.json",
  ".git/hooks/pre-commit",
  ".git/config",
  ".husky/pre-push",
  ".pre-commit-config.yaml",
  ".github/workflows/ci.yml",
  ".gitlab-ci.yml",
  "Jenkinsfile",
  ".circleci/config.yml",
  "azure-pipelines.yml",
  ".cargo/config.toml",
  ".npmrc",
  ".yarnrc.yml",
  ".envrc",
  ".vscode/tasks.json",
  ".idea/workspace.xml",
  ".devcontainer/devcontainer.json",
  "~/.config/lesskey",
  "~/.config/bat/config",
  "~/.gradle/init.gradle",
  "~/.docker/cli-plugins/docker-x",
  "~/.local/bin/ls",
  "/usr/local/bin/git",
  "~/.bashrc",
  "~/.ssh/authorized_keys",
  "/etc/profile.d/x.sh",
  "/etc/cron.d/x",
  ".openhands/setup.sh",
  ".github/hooks/x.json",
  "skills/review/SKILL.md",
  "CONVENTIONS.md",
  "GROK.md",
  ".qoder/rules/x.md",
  "hk.pkl",
  "captainhook.json",
  "fixtures/bare/HEAD",
  "netlify.toml",
  "vercel.json",
  ".readthedocs.yaml",
  "bamboo-specs/bamboo.yml",
  "renovate.json",
  ".venv/bin/activate",
  ".direnv/bin/x",
  ".helix/languages.toml",
  ".bsp/sbt.json",
  ".luarc.json",
  "~/.config/bspwm/bspwmrc",
  "hooks/applypatch-msg",
  "tools/git-hooks/proc-receive",
  "githooks/p4-pre-submit",
  "scripts/hooks/pre-commit.sh",
  "plugin/hooks/hooks.json",
  "gemini-extension.json",
  "memory-bank/brief.md",
  "CODEX.md",
  "mise/config.toml",
  "hie.yaml",
  "env/pyvenv.cfg",
  "env/bin/activate",
  "atlantis.yaml",
  "wrangler.toml",
  "release.config.js",
  "gradle/wrapper/gradle-wrapper.properties",
  "tools/bazel",
  "gitlab-ci.yml",
  "azure-pipelines/build.yml",
  "knowledge.md",
  "src/knowledge.md",
  "codebuff.json",
  "devfile.yaml",
  "devenv.yaml",
  "devenv.local.nix",
  "CLAUDE.local.md",
  "GEMINI.local.md",
  "QWEN.local.md",
  "docs/WARP.team.md",
  "AmazonQ.md",
  ".gitlab/duo/chat-rules.md",
  "/etc/claude-code/managed-settings.json",
  "sitecustomize.py",
  "lib/sitecustomize/__init__.py",
  "usercustomize/__init__.py",
  "eslint-local-rules/index.js",
  "eslint-local-rules.cjs",
  "~/.config/bash_completion",
  "~/.local/share/zsh/site-functions/_git",
  "~/.local/share/fish/vendor_conf.d/x.fish",
  "~/.local/share/jupyter/kernels/python3/kernel.json",
  "~/.config/user-dirs.dirs",
  "~/.vnc/xstartup",
  "~/.pythonrc.py",
  "/etc/fish/conf.d/x.fish",
  "/etc/tmux.conf",
  "/etc/npmrc",
  "/etc/bash_completion.d/x",
  "/usr/share/bash-completion/completions/git",
];
const ordinary = [
  "README.md",
  "docs/claude.html",
  "src/agents.md.ts",
  "package.json",
  ".env",
  ".editorconfig",
  ".github/CODEOWNERS",
  ".github/ISSUE_TEMPLATE/bug.md",
  "src/hooks/use-thing.ts",
  "tests/conftest.py",
  "Makefile",
  "~/.local/bin/our-tool",
  "CLAUDE.md.bak",
];

describe("[PO35, PO127, PO246] files that act although nobody runs the project", () => {
  it.each(acting)("calls a change of %s danger", (path) => expect(written(path).verdict).toBe("danger"));

  it.each(ordinary)("asks about a change of %s", (path) => expect(written(path).verdict).toBe("ask"));

  it("says what the file does, in a sentence, and the phrase to type", () => {
    expect(written("CLAUDE.md")).toMatchObject({
      reason: "Changes ~/app/CLAUDE.md, which tells agents what to do.",
      phrase: "escalate on this machine",
    });
  });

  it.each([
    (path: string) => `echo x > ${path}`,
    (path: string) => `echo x >> ${path}`,
    (path: string) => `echo x | tee ${path}`,
    (path: string) => `cp x ${path}`,
    (path: string) => `mv x ${path}`,
    (path: string) => `ln -sf x ${path}`,
    (path: string) => `install -m 755 x ${path}`,
    (path: string) => `dd if=x of=${path}`,
    (path: string) => `sed -i s/a/b/ ${path}`,
    (path: string) => `truncate -s 0 ${path}`,
    (path: string) => `patch ${path} x.diff`,
    (path: string) => `curl -o ${path} https://example.com/x`,
    (path: string) => `python3 -c "open('${path}','w').write('x')"`,
    (path: string) => `tar xf x.tar ${path}`,
    (path: string) => `some-tool x --output=${path}`,
    (path: string) => `gcc x.c -o ${path}`,
    (path: string) => `cd .. && git mv x ${path}`,
  ])("calls every change of them by a command danger (%#)", (command) => {
    const milder = acting.filter((path) => assess(command(path), context).verdict !== "danger");
    expect(milder).toEqual([]);
  });

  it.each([
    "cp ../other/CLAUDE.md .",
    "cp -r ../other/.claude .",
    "cp -r template/.github .",
    "mv rules .cursor/",
    "cp -t .github/workflows ci.yml",
    "ln -s ../other/AGENTS.md",
    "rsync -a x/ .claude/",
    "scp host:CLAUDE.md .",
    "unzip x.zip -d .github/workflows",
    "cd .github && echo x > workflows/ci.yml",
    "find . -name CLAUDE.md -exec sed -i s/a/b/ {} +",
  ])("calls %s danger: that is where it lands", (command) => expect(assess(command, context).verdict).toBe("danger"));

  it.each([
    "cat CLAUDE.md",
    "grep -rn uses .github/workflows",
    "git diff .husky/pre-commit",
    "head -n 5 .cursor/rules/x",
  ])("lets %s run: it only reads", (command) => expect(assess(command, context).verdict).toBe("allow"));

  it.each(["git add CLAUDE.md", "cp CLAUDE.md CLAUDE.md.bak", "mkdir -p .github/workflows", "rm AGENTS.md"])(
    "asks about %s as about other work",
    (command) => expect(assess(command, context).verdict).toBe("ask"),
  );

  it.each([".new-agent/rules.md", "packages/a/.toolrc", ".gitlab/issue_templates/a.md", ".env", "a/.b/c"])(
    "knows %s for a hidden setting, which the list cannot all name",
    (path) => expect(isToolSetting(path)).toBe(true),
  );

  it.each([
    "CODEOWNERS",
    "docs/CODEOWNERS",
    "app.json",
    "agents/reviewer.md",
    "ci/build.yml",
    "vars/deploy.groovy",
    "llms.txt",
    "eslint.config.js",
    "setup.cfg",
    "sub/tox.ini",
    "pylintrc",
    "mypy.ini",
    "latexmkrc",
    "vitest.config.ts",
    "node_modules/eslint/lib/api.js",
    "pixi.toml",
    "RULES.local.md",
    ".python-version",
    "app/.ruby-version",
    "venv2/lib/python3.11/site-packages/pip/__init__.py",
  ])("[PO57] knows %s for what a tool may act on, though other files are called the same", (path) =>
    expect([written(path).verdict, isToolSetting(path)]).toEqual(["ask", true]),
  );

  it.each([
    "src/a.ts",
    "src/hooks/use-thing.ts",
    "src/rules/a.ts",
    ".gitignore",
    "packages/a/.editorconfig",
    ".env.example",
    "a.b/c.d",
  ])("takes %s for an ordinary file of a project", (path) => expect(isToolSetting(path)).toBe(false));

  it.each([
    "package.json",
    "packages/a/package.json",
    "pyproject.toml",
    "CMakeLists.txt",
    "build.rs",
    "tests/conftest.py",
    "metro.config.js",
    "gulpfile.js",
    "config/config.exs",
    "deploy/compose.yaml",
    "a/nodemon.json",
    "llm.txt",
  ])(
    "[PO57] keeps %s, which an editor may run by itself, out of the edits that a mode accepts, and not out of rules",
    (path) => expect([isEditedFreely(path), isToolSetting(path)]).toEqual([false, false]),
  );

  it.each([
    "App/App.csproj",
    "Directory.Build.targets",
    "config.nims",
    "build.zig",
    "project.clj",
    "lakefile.lean",
    "Setup.hs",
    "src/package.yaml",
    "infra/main.tf.json",
    "deploy/Taskfile.yml",
    "app/pubspec.yaml",
    "server/phpunit.xml",
  ])("[PO57] keeps %s, which an open editor evaluates, out of the edits that a mode accepts", (path) =>
    expect(isEditedFreely(path)).toBe(false),
  );

  it.each([
    [".storybook/main.js", false],
    [".storybook/preview.tsx", false],
    [".storybook/theme.css", true],
    [".vitepress/config.ts", false],
    [".vitepress/theme/style.css", true],
    [".vuepress/config.js", false],
    [".changeset/config.json", false],
    [".changeset/brave-cat.md", true],
    [".changeset/.hidden/x.md", false],
  ])("[PO246] covers in a hidden folder of a tool the texts and styles alone: %s", (path, isCovered) =>
    expect(isEditedFreely(path)).toBe(isCovered),
  );

  it.each(["settings.json", "tool.yaml", "run", "a.service", "config.unknown"])(
    "[PO57] keeps %s, of which nobody knows what obeys it, out of the edits that a mode accepts",
    (path) => expect(isEditedFreely(path)).toBe(false),
  );

  it.each([
    "src/a.ts",
    "README.md",
    "LICENSE",
    "docs/a.txt",
    "src/i18n/de.json",
    "fixtures/a.yaml",
    "Src/Main.PY",
    "a.sh",
  ])("[PO57] lets a mode that accepts edits cover %s", (path) => expect(isEditedFreely(path)).toBe(true));

  it("takes upper and lower case for the same, in whatever folder", () => {
    const names = ["CLAUDE.md", "AGENTS.md", ".github/workflows/x.yml", ".cargo/config.toml"];
    const cased = fc
      .tuple(fc.constantFrom(...names), fc.array(fc.boolean(), { minLength: 24, maxLength: 24 }))
      .map(([name, upper]) =>
        [...name].map((letter, at) => (upper[at] ? letter.toUpperCase() : letter.toLowerCase())).join(""),
      );
    const folder = fc.array(
      fc.stringMatching(/^[a-z.-]{1,8}$/).filter((part) => !/^\.+$/.test(part)),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(cased, folder, (name, parts) => actsUnattended([...parts, name].join("/")) !== null),
      { numRuns: 200 },
    );
  });
});

describe("[PO123] a word behind an option that is not known to name an input", () => {
  it.each([
    "tsc --outDir .git/hooks a.ts",
    "tsc --outFile CLAUDE.md a.ts",
    "pytest --junitxml=CLAUDE.md",
    "mypy --html-report .github/workflows x",
    "vitest --outputFile AGENTS.md",
    "go test -coverprofile .git/hooks/pre-push",
    "gofmt -cpuprofile CLAUDE.md x.go",
    "phpunit --log-junit ~/.bashrc",
    "biome check --reporter-file CLAUDE.md",
    "some-new-tool --report-to CLAUDE.md",
    "sudo some-new-tool -r.git/hooks/pre-commit",
    "prettier --write CLAUDE.md",
  ])("may be written, so that it is a danger where the file acts by itself: %s", (command) => {
    expect(assess(command, { target: "local", shell: "bash" }).verdict).toBe("danger");
  });

  it.each([
    "prettier --check CLAUDE.md",
    "git add -f CLAUDE.md",
    "git restore --staged CLAUDE.md",
    "git reset --soft HEAD",
    "git commit -m CLAUDE.md",
    "gh pr create --body-file CLAUDE.md",
    "act -W .github/workflows/ci.yml",
    "sudo logrotate -f /etc/logrotate.d/x",
    "tsc --outFile out.js a.ts",
  ])("is no danger where the option is known, or the file is an ordinary one: %s", (command) => {
    expect(assess(command, { target: "local", shell: "bash" }).verdict).toBe("ask");
  });
});
