import { describe, expect, it } from "vitest";
import { at, git, link, reasons, useHome, write } from "./testing/acting-home.ts";

useHome();

describe("[PO183] a file of a project that a setting names as a whole", () => {
  it.each([
    [".vimrc", "set runtimepath+=~/project", "plugin/x.vim"],
    [".vimrc", "set rtp^=$HOME/project/", "plugin/x.vim"],
    [".vimrc", "call plug#begin()\nPlug '~/project'\ncall plug#end()", "plugin/x.vim"],
    [".config/nvim/init.lua", "vim.opt.rtp:prepend('~/project')", "lua/x.lua"],
    [".config/nvim/lua/plugins.lua", "return { { dir = '~/project' } }", "lua/x.lua"],
    [".config/nvim/init.lua", 'vim.opt.rtp:append(os.getenv("HOME") .. "/project")', "lua/x.lua"],
    [".bashrc", 'for f in $HOME/project/*; do . "$f"; done', "anything.txt"],
    [".bashrc", "for d in ~/*/; do . $d/rc; done", "anything.txt"],
    [".bashrc", "cd ~/project\nfor f in *; do . $f; done", "anything.txt"],
    [".bashrc", "export PYTHONPATH=~/project", "typing.py"],
    [".bashrc", 'export NODE_PATH="${HOME}/project"', "left-pad.js"],
    [".zshrc", "fpath=(~/project $fpath)", "compinit"],
    [".emacs", '(add-to-list \'load-path "~/project")', "x.el"],
    [
      ".config/systemd/user/x.service",
      "[Service]\nWorkingDirectory=%h/project\nExecStart=/usr/bin/make serve",
      "Makefile",
    ],
    [".claude/settings.json", '{"hooks":{"Stop":[{"hooks":[{"command":"python3 ~/project"}]}]}}', "helper.py"],
  ])("may act: ~/%s has %s", async (setting, text, file) => {
    write(setting, `${text}\n`);
    expect(await reasons(file)).toEqual([`perhaps ~/${setting}`]);
  });

  it("may act where a setting names a folder around the project, but not the home", async () => {
    write("work/team/project/x.py");
    write(".profile", "export PYTHONPATH=~/project/..\nexport TOP=$HOME ALL=/ TEMP=/tmp\n");
    expect(await reasons("x.py")).toEqual([]);
    link("area", "project");
    write(".profile", "export PYTHONPATH=~/area\n");
    expect(await reasons("x.py")).toEqual(["perhaps ~/.profile", "~/area/x.py"]);
  });

  it("acts where a setting names it through a link, also before it is there", async () => {
    write("project/env.txt");
    link("lib/env.sh", "../project/env.txt");
    link("lib/later.sh", "../project/later.txt");
    link("lib/parts", "../project/parts");
    write("project/parts/one");
    write(".bashrc", '. ~/lib/env.sh\n. ~/lib/later.sh\n. "$HOME/lib/parts/new.sh"\n');
    expect(await reasons("env.txt")).toEqual(["~/.bashrc"]);
    expect(await reasons("later.txt")).toEqual(["~/.bashrc"]);
    expect(await reasons("parts/new.sh")).toEqual(["~/.bashrc"]);
    expect(await reasons("parts/other.sh", "src/a.ts")).toEqual([]);
  });

  it("may act where a plugin is a link to the project", async () => {
    link("plugin", "project");
    write(".config/nvim/lua/plugins.lua", "return { { dir = '~/plugin' } }\n");
    expect(await reasons("lua/x.lua")).toContain("perhaps ~/.config/nvim/lua/plugins.lua");
  });

  it("acts where a server in the home's settings for agents names it from the project", async () => {
    const servers = { x: { command: "node", args: ["server/index.js"] } };
    const history = Array.from({ length: 20_000 }, (_, at) => `line ${at} of src/a.ts and node .`);
    write(
      ".claude.json",
      JSON.stringify({ history, mcpServers: servers, projects: { "/x": { history: [] } } }, null, 2),
    );
    expect(await reasons("server/index.js")).toEqual(["~/.claude.json"]);
    expect(await reasons("src/a.ts", "index.js")).toEqual([]);
    write(
      ".claude.json",
      JSON.stringify({ projects: { "/x": { mcpServers: { y: { command: "node", args: ["."] } } } } }, null, 2),
    );
    expect(await reasons("index.js")).toEqual(["perhaps ~/.claude.json"]);
  });
});

const folderOpen = (task: object) => JSON.stringify({ tasks: [{ ...task, runOptions: { runOn: "folderOpen" } }] });
const server = (command: string, ...args: string[]) => JSON.stringify({ mcpServers: { x: { command, args } } });
const agentHook = (command: string) => JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", command }] }] } });

describe("[PO184] a file of a project that something runs as a whole", () => {
  it.each([
    [".mcp.json", server("node", ".")],
    [".mcp.json", server("go", "run", ".")],
    [".mcp.json", server("cargo", "run")],
    [".mcp.json", server("cargo", "run", "--release", "--", "--stdio")],
    [".mcp.json", server("uv", "run", "--directory", ".", "srv")],
    [".mcp.json", server("uv", "run", "srv")],
    [".mcp.json", server("npm", "run", "mcp")],
    [".mcp.json", server("npx", "tsx", ".")],
    [".mcp.json", server("npx", ".")],
    [".mcp.json", server("npx", "--package=.", "mcp-x")],
    [".mcp.json", server("uvx", "--from", ".", "srv")],
    [".mcp.json", server("node", "src/..")],
    [".mcp.json", server("docker", "run", "-v", ".:/app", "node", "node", "/app")],
    [".mcp.json", server("docker", "compose", "run", "x")],
    [".mcp.json", server("sh", "-c", "cd . && node .")],
    [".mcp.json", server("unknown-runner", "${workspaceFolder}")],
    [".mcp.json", '{"mcpServers":{"x":{"command":"python3","args":["-m","x"],"env":{"PYTHONPATH":"."}}}}'],
    [".mcp.json", '{ // broken\n "command": "node" "args": ["."]'],
    [".codex/config.toml", '[mcp_servers.x]\ncommand = "node"\nargs = [\n  "."\n]\n'],
    ["opencode.json", '{"mcp":{"x":{"type":"local","command":["bun","."]}}}'],
    [".claude/settings.json", agentHook("node .")],
    [".claude/settings.json", agentHook('python3 "$CLAUDE_PROJECT_DIR"')],
    [".claude/settings.json", agentHook("make deploy")],
    [".vscode/tasks.json", folderOpen({ type: "shell", command: "make watch" })],
    [".vscode/tasks.json", folderOpen({ type: "npm", script: "watch" })],
    [".pre-commit-config.yaml", "repos:\n- repo: local\n  hooks:\n  - id: x\n    entry: node\n    args: [.]\n"],
    ["lefthook.yml", "pre-commit:\n  commands:\n    x:\n      run: go run .\n"],
    ["package.json", '{"scripts":{"prepare":"node ."}}'],
    [".envrc", "export PYTHONPATH=$PWD\n"],
  ])("may act: %s has %s", async (setting, text) => {
    write(`project/${setting}`, text);
    expect(await reasons("index.js", "src/lib/deep.rs")).toEqual(Array(2).fill(`perhaps ${setting}`));
  });

  it.each(["node .", "python3 .", "exec python3 $(git rev-parse --show-toplevel)", "for f in ./*; do sh $f; done"])(
    "may act where a hook of git has %s",
    async (text) => {
      git("init", "-q");
      write("project/.git/hooks/post-checkout", `#!/bin/sh\n${text}\n`);
      expect(await reasons("index.js")).toEqual(["perhaps git's hook post-checkout"]);
    },
  );

  it("may act in the folder of its package alone", async () => {
    write("project/packages/a/package.json", '{"scripts":{"prepare":"node ."}}');
    expect(await reasons("packages/a/index.js")).toEqual(["perhaps packages/a/package.json"]);
    expect(await reasons("packages/b/index.js")).toEqual([]);
  });

  it.each([
    [".mcp.json", server("npx", "-y", "@modelcontextprotocol/server-filesystem", ".")],
    [".mcp.json", server("uvx", "mcp-server-git", "--repository", ".")],
    [".mcp.json", server("docker", "run", "-i", "--rm", "-v", "${workspaceFolder}:/w", "mcp/filesystem", "/w")],
    [".mcp.json", server("npx", "-y", "@playwright/mcp@latest")],
    [".mcp.json", '{"mcpServers":{"x":{"type":"http","url":"https://example.com/mcp"}}}'],
    [".claude/settings.json", agentHook('cd "$CLAUDE_PROJECT_DIR" && npx prettier --write . && npm run lint')],
    [".claude/settings.json", agentHook("uv run ruff check .; npm test; cargo fmt; go vet ./...")],
    [".vscode/tasks.json", '{"tasks":[{"type":"shell","command":"node ."},{"type":"npm","script":"watch"}]}'],
    [
      ".pre-commit-config.yaml",
      "- repo: https://x\n  hooks:\n  - id: bandit\n    args: [-r, .]\n  - id: m\n    entry: mypy .\n",
    ],
    ["package.json", '{"scripts":{"prepare":"husky && npm run build","start":"node .","postinstall":"patch-package"}}'],
    [
      ".husky/pre-commit",
      '. "$(dirname "$0")/_/husky.sh"\nnpm test\nmake build\ngit add .\nfind . -name "*.orig" | head\n',
    ],
    [".envrc", "use flake\nlayout node\ndotenv_if_exists\nexport NODE_ENV=development\n"],
  ])("is free where the folder is only looked at or tested: %s has %s", async (setting, text) => {
    git("init", "-q");
    git("config", "core.hooksPath", ".husky");
    write(`project/${setting}`, text);
    expect(await reasons("index.js", "src/main.ts", "test/a.test.ts")).toEqual([]);
  });

  it("is free where a published server is given the project, but not what else that server is given", async () => {
    write(
      "project/.mcp.json",
      server("npx", "-y", "@modelcontextprotocol/server-filesystem", "~/other", at("project")),
    );
    expect(await reasons("index.js", "src/main.ts")).toEqual([]);
    write("project/.mcp.json", server("npx", "-y", "x-mcp", "--plugin", at("project")));
    expect(await reasons("src/main.ts")).toEqual(["perhaps .mcp.json"]);
    write("project/.mcp.json", server("npx", "-y", "x-mcp", "~/project/evil.js"));
    expect(await reasons("evil.js")).toEqual([".mcp.json"]);
    write("project/.mcp.json", server("npx", "-y", "--package", at("project"), "x-mcp"));
    expect(await reasons("src/main.ts")).toEqual(["perhaps .mcp.json"]);
  });

  it("is free beside the settings of an ordinary home", async () => {
    git("init", "-q");
    git("config", "--global", "safe.directory", "~/project");
    git("config", "--global", "core.editor", "vim");
    git("config", "--global", "alias.aa", "add .");
    git("config", "--global", "includeIf.gitdir:~/project/.path", "~/.gitconfig-work");
    git("config", "remote.origin.url", "https://example.com/team/project.git");
    write(
      ".bashrc",
      'export PATH="$HOME/.local/bin:$HOME/go/bin:$PATH"\n[ -f ~/.bash_aliases ] && . ~/.bash_aliases\nfor f in ~/.bashrc.d/*; do . "$f"; done\nexport PYTHONSTARTUP=~/.pythonrc\nexport CDPATH=.:~/project\neval "$(direnv hook bash)"\n',
    );
    write(".bash_aliases", "alias p='cd ~/project'\nalias g='git status'\nwork() {\n  cd ~/project && ls\n}\n");
    write(
      ".vimrc",
      "set rtp+=~/.vim/bundle/Vundle.vim\ncall plug#begin('~/.vim/plugged')\nPlug 'tpope/vim-surround'\n",
    );
    write(".config/nvim/init.lua", "vim.opt.rtp:prepend(vim.fn.stdpath('data') .. '/lazy/lazy.nvim')\n");
    write(".config/git/config", '[includeIf "gitdir:~/project/"]\n  path = work\n[safe]\n  directory = ~/project\n');
    write(".ssh/config", "Host *\n  ControlPath ~/.ssh/%h-%p\n  IdentityFile ~/.ssh/id\n");
    write(".codex/config.toml", '[projects."/x/home/project"]\ntrust_level = "trusted"\n');
    write(".npmrc", "prefix=~/.npm-global\n");
    write(".claude/settings.json", '{"permissions":{"allow":["Read(~/project/**)","Bash(npm run *)"]}}');
    write(".config/systemd/user/sync.service", "[Service]\nExecStart=%h/.local/bin/sync\n");
    for (const file of ["index.js", "src/main.ts", "plugin/x.vim", "Makefile"])
      expect([file, await reasons(file)]).toEqual([file, []]);
  });
});
