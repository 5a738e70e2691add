import { describe, expect, it } from "vitest";
import { reasons, useHome, write } from "./testing/acting-home.ts";

useHome();

describe("[PO56] a file of the project that a setting of the home names", () => {
  it("acts where a start-up file of an editor or a tool takes it in", async () => {
    write(".emacs", '(load "~/project/tools/a.el")\n');
    write(".emacs.d/init.el", '(load "~/project/tools/b.el")\n');
    write(".config/emacs/init.el", '(load-file (concat home "/project/tools/c.el"))\n');
    write(".vim/plugin/x.vim", "source ~/project/tools/d.vim\n");
    write(".config/nvim/init.lua", 'vim.cmd("source ~/project/tools/e.lua")\n');
    write(".config/nvim/lua/plugins/deep.lua", 'dofile(os.getenv("HOME") .. "/project/tools/f.lua")\n');
    write(".config/direnv/direnvrc", "source $HOME/project/tools/g.sh\n");
    write(".gdbinit", "source ~/project/tools/h.py\n");
    write(".cargo/config.toml", '[build]\nrustc-wrapper = "../project/tools/i"\n');
    write(".aws/config", "credential_process = ~/project/tools/j.sh\n");
    write(".kube/config", "exec:\n  command: ../project/tools/k.sh\n");
    write(".config/Code/User/settings.json", '{ "python.interpreter": "~/project/tools/l" }\n');
    write(".pythonrc", "exec(open(home + '/project/tools/m.py').read())\n");
    const named = ["a.el", "b.el", "c.el", "d.vim", "e.lua", "f.lua", "g.sh", "h.py", "i", "j.sh", "k.sh", "l", "m.py"];
    expect(await reasons(...named.map((name) => `tools/${name}`))).toEqual(
      [
        "~/.emacs",
        "~/.emacs.d/init.el",
        "~/.config/emacs/init.el",
        "~/.vim/plugin/x.vim",
        "~/.config/nvim/init.lua",
        "~/.config/nvim/lua/plugins/deep.lua",
        "~/.config/direnv/direnvrc",
        "~/.gdbinit",
        "~/.cargo/config.toml",
        "~/.aws/config",
        "~/.kube/config",
        "~/.config/Code/User/settings.json",
        "~/.pythonrc",
      ].toSorted(),
    );
  });

  it("may act where any other setting names it, whatever tool that is of", async () => {
    write(".newtoolrc", "run = ~/project/tools/a.sh\n");
    write(".newtool/sub/conf", "hook $HOME/project/tools/b.sh\n");
    write(".config/newtool/profiles/one.conf", "plugin=~/project/lib\n");
    write(".docker/config.json", '{ "cliPluginsExtraDirs": ["~/project/plugins"] }\n');
    expect(await reasons("tools/a.sh", "tools/b.sh", "lib/index.js", "plugins/docker-x")).toEqual([
      "perhaps ~/.config/newtool/profiles/one.conf",
      "perhaps ~/.docker/config.json",
      "perhaps ~/.newtool/sub/conf",
      "perhaps ~/.newtoolrc",
    ]);
  });

  it("is free where only a record names it, or a setting only its folder", async () => {
    const named = "~/project/tools/a.sh /project/tools/a.sh\n";
    for (const name of [
      ".bash_history",
      ".viminfo",
      ".emacs.d/recentf",
      ".config/Code/User/History/1/entries.json",
      ".config/Code/User/workspaceStorage/1/workspace.json",
      ".claude/projects/p/s.jsonl",
      ".cache/x/y",
      ".local/share/recently-used.xbel",
    ])
      write(name, named);
    write(".config/newtool/folders.conf", "open = ~/project/tools\n");
    write(".config/newtool/other.conf", "open = ~/project/tools/ab.sh\n");
    expect(await reasons("tools/a.sh")).toEqual([]);
  });
});
