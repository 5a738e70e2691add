import { describe, expect, it } from "vitest";
import { git, reasons, useHome, write } from "./testing/acting-home.ts";

useHome();

const server = (command: string, ...args: string[]) => JSON.stringify({ mcpServers: { x: { command, args } } });
const agentHook = (command: string) => JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", command }] }] } });

describe("[PO245] a file that a text which runs commands may name", () => {
  it.each([
    [".husky/pre-commit", "node check", "check.js"],
    [".husky/pre-commit", 'cd "$D" && node check', "tools/deep/check.mjs"],
    [".husky/pre-commit", "php artisan x", "x.php"],
    [".mcp.json", server("node", "server"), "server.js"],
    [".mcp.json", server("tsx", "server"), "server.ts"],
    [".mcp.json", server("gunicorn", "web:app"), "web.py"],
    [".mcp.json", server("uvicorn", "app:app"), "app.py"],
    [".mcp.json", server("hypercorn", "srv:app"), "srv.py"],
    [".mcp.json", server("flask", "--app", "web", "run"), "web.py"],
    [".mcp.json", server("mcp", "run", "srv:app"), "srv.py"],
    [".mcp.json", server("fastmcp", "run", "server"), "server.py"],
    [".mcp.json", server("python", "-Bm", "server"), "server.py"],
    [".mcp.json", server("python", "-Bmserver"), "server.py"],
    [".mcp.json", server("python3", "-um", "tools.server"), "tools/__init__.py"],
    [".mcp.json", server("ruby", "-Itools", "-rhook"), "tools/hook.rb"],
    [".mcp.json", server("perl", "-Ilib", "-MMy::Hook"), "lib/My/Hook.pm"],
    [
      ".mcp.json",
      '{"mcpServers":{"x":{"command":"node","args":["x.js"],"env":{"NODE_OPTIONS":"-r hook"}}}}',
      "hook.js",
    ],
    [".claude/settings.json", agentHook('python3 -c "import prep"'), "prep.py"],
    [".claude/settings.json", agentHook('python3 -c "import prep"'), "prep/__init__.py"],
    [".claude/settings.json", agentHook("node ${x:-stop}"), "stop.js"],
    [".claude/hooks/check.py", "import subprocess\nfrom prep import main\nvalue = other\n", "prep.py"],
    ["../.claude/settings.json", agentHook("node stop"), "stop.js"],
    ["../.claude/settings.json", agentHook("sh stop.sh"), "stop.sh"],
    [".vscode/settings.json", '{"pylint.args":["--load-plugins=tools.plug"]}', "tools/plug.py"],
    ["mise.toml", '[hooks]\nenter = "node check"\n', "check.js"],
  ])("may act where %s has %s: %s", async (setting, text, file) => {
    git("init", "-q");
    git("config", "core.hooksPath", ".husky");
    write(`project/${setting}`, text);
    const source = setting.replace(/^\.\./, "~").replace(".husky/pre-commit", "git's hook pre-commit");
    expect(await reasons(file)).toEqual([`perhaps ${source}`]);
    expect(await reasons("src/a.ts", "lib/deep/b.ts", "other.py")).toEqual([]);
  });

  it.each([
    [".mcp.json", server("python3", "-um", "tools.server"), "tools/server.py"],
    [".mcp.json", server("lua", "-l", "tools.hook"), "tools/hook.lua"],
    [".mcp.json", server("perl", "-Ilib", "-MMy::Hook"), "My/Hook.pm"],
    [".mcp.json", server("perl", "-MHook"), "lib/Hook.pm"],
    [".mcp.json", server("uvicorn", "app.main:app"), "app/main.py"],
    [".claude/settings.json", agentHook("python -c 'from tools.x import main'"), "tools/x.py"],
    [".claude/settings.json", agentHook("sh tools/hoo?.sh"), "tools/hook.sh"],
    [".claude/settings.json", agentHook("sh tools/hook-[0-9].sh"), "tools/hook-1.sh"],
    [".claude/settings.json", agentHook("sh <(cat tools/*.txt)"), "tools/a.txt"],
    [".claude/settings.json", agentHook("sh $(ls tools/*.sh)"), "tools/a.sh"],
    [".claude/settings.json", agentHook('sh "$CLAUDE_PROJECT_DIR"/tools/h""ook.sh'), "tools/hook.sh"],
    [".claude/settings.json", agentHook("sh $ROOT/tools/*.sh"), "tools/hook.sh"],
    [".husky/pre-commit", "sh tools/h'oo'k.sh", "tools/hook.sh"],
    [".husky/pre-commit", "sh tools/h\\ook.sh", "tools/hook.sh"],
  ])("acts where %s has the whole way to it: %s, %s", async (setting, text, file) => {
    git("init", "-q");
    git("config", "core.hooksPath", ".husky");
    write(`project/${setting}`, text);
    expect(await reasons(file)).toEqual([setting.replace(".husky/pre-commit", "git's hook pre-commit")]);
    expect(await reasons("src/a.ts")).toEqual([]);
  });

  it("acts where a pipeline takes it in by a pattern, and may where a word of it is its name", async () => {
    write(
      "project/.gitlab-ci.yml",
      "include:\n  - local: 'build/*.yml'\n  - local: 'parts/**.yml'\n  - local: \"$DIR/late.yml\"\nscript: node check\n",
    );
    write("project/azure-pipelines.yml", "steps:\n- template: az/steps.yml\n");
    expect(await reasons("build/deploy.yml", "parts/a/b.yml", "x/late.yml", "az/steps.yml")).toEqual(
      Array(4).fill("a pipeline"),
    );
    expect(await reasons("deep/check.yaml")).toEqual(["perhaps a pipeline"]);
    expect(await reasons("build/deploy.ts", "check.js", "src/a.ts")).toEqual([]);
  });

  it("may act where a script that a hook starts names it, one level deep", async () => {
    write("project/.claude/settings.json", agentHook("./run && sh tools/more.sh"));
    write("project/run", "#!/bin/sh\nexec node tools/hook.js\n");
    write("project/tools/more.sh", "python3 -m prep\nsh deeper.sh\n");
    write("project/tools/deeper.sh", "node beyond\n");
    expect(await reasons("tools/hook.js")).toEqual(["perhaps run"]);
    expect(await reasons("prep.py", "tools/deeper.sh")).toEqual(["perhaps tools/more.sh", "perhaps tools/more.sh"]);
    expect(await reasons("beyond.js", "src/a.ts")).toEqual([]);
  });

  it.each([
    [".gemini/settings.json", '{"contextFileName":["CTX.md"]}', "CTX.md"],
    [".gemini/settings.json", '{"context":{"fileName":"CTX.md"}}', "CTX.md"],
    [".qwen/settings.json", '{"contextFileName":"CTX.md"}', "docs/CTX.md"],
    [".codex/config.toml", 'model = "x"\nproject_doc_fallback_filenames = ["TEAM.md"]\n', "TEAM.md"],
    [".aider.conf.yml", "read: [NOTES.md]\n", "NOTES.md"],
    [".aider.conf.yml", "read:\n  - NOTES.md\n  - more.txt\n", "more.txt"],
    [".config/opencode/opencode.json", '{"instructions":["rules.txt","docs/*.txt"]}', "docs/a.txt"],
  ])("instructs where ~/%s has %s: %s", async (setting, text, file) => {
    write(setting, text);
    expect(await reasons(file)).toEqual([`~/${setting}`]);
    expect(await reasons("src/a.ts", "README.md", "model.ts")).toEqual([]);
  });

  it.each([
    [".husky/pre-commit", "npx lint-staged\nnpm test\nnpm run typecheck\nmake check\n"],
    [".husky/commit-msg", 'npx --no-install commitlint --edit "$1"\n'],
    [".husky/pre-commit", "npx eslint src --fix && git add -A\npytest tests\n"],
    [".claude/settings.json", agentHook('npx prettier --write "$F" && npm run lint')],
    [".claude/settings.json", '{"permissions":{"allow":["Bash(npm run check:*)","Edit(src/**)"]}}'],
    ["package.json", '{"scripts":{"prepare":"husky && npm run build","check":"node check"}}'],
    [
      ".commitlintrc.json",
      '{"extends":["@commitlint/config-conventional"],"rules":{"type-enum":[2,"always",["docs","test"]]}}',
    ],
  ])("is an ordinary source beside %s: %s", async (setting, text) => {
    git("init", "-q");
    git("config", "core.hooksPath", ".husky");
    git("config", "--global", "credential.helper", "store");
    git("config", "--global", "init.defaultBranch", "main");
    git("config", "remote.origin.url", "https://example.com/team/check.git");
    write(`project/${setting}`, text);
    const files = ["check.js", "src/main.ts", "src/store.ts", "src/build.ts", "src/test.ts", "docs.md", "src/lint.ts"];
    expect(await reasons(...files)).toEqual([]);
  });
});
