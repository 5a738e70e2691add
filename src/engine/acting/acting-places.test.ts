import { describe, expect, it } from "vitest";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { actingNames } from "./acting-names.ts";
import { at, link, reasons, useHome, world, write } from "./testing/acting-home.ts";

useHome();

describe("[AP16] a file that a start-up entry of the home names", () => {
  it.each([
    [".config/systemd/user/x.service", (run: string) => `[Service]\nExecStart=${run}\n`],
    [".config/systemd/user/default.target.wants/x.service", (run: string) => `[Service]\nExecStart=${run}\n`],
    [".config/autostart/x.desktop", (run: string) => `[Desktop Entry]\nExec=${run}\n`],
    [".config/i3/config", (run: string) => `exec ${run}\n`],
    [".ssh/config", (run: string) => `Host x\n  ProxyCommand ${run}\n`],
    [".npmrc", (run: string) => `script-shell=${run}\n`],
    [".bash_aliases", (run: string) => `. ${run}\n`],
    [".bashrc.d/a.sh", (run: string) => `. ${run}\n`],
    [".zlogin", (run: string) => `source ${run}\n`],
  ])("acts: ~/%s", async (name, text) => {
    write(name, text(at("project/src/run.sh")));
    expect(await reasons("src/run.sh")).toEqual([`~/${name}`]);
    expect(await reasons("src/other.ts")).toEqual([]);
  });

  it("acts where a start-up file takes in another one that names it", async () => {
    write(".bashrc", "if [ -f ~/dot/one ]; then . ~/dot/one; fi\n");
    write("dot/one", 'source "$HOME/dot/two"\n');
    write("dot/two", `alias x=${at("project/src/run.sh")}\n`);
    expect(await reasons("src/run.sh")).toEqual(["~/dot/two"]);
  });
});

describe("[AP16] a project that is linked where plugins are kept", () => {
  it.each([
    [".vim/pack/me/start/foo", "plugin/x.vim"],
    [".config/nvim/pack/me/start/foo", "plugin/x.lua"],
    [".local/share/nvim/site/pack/me/start/foo", "lua/x.lua"],
    [".local/share/gnome-shell/extensions/foo@bar", "extension.js"],
    [".local/share/zinit/plugins/foo", "foo.plugin.zsh"],
    [".local/lib/python3.11/site-packages/foo", "__init__.py"],
  ])("acts: ~/%s", async (name, file) => {
    link(name, at("project"));
    expect(await reasons(file)).toEqual([expect.stringContaining(`~/${name}`)]);
  });
});

describe("[PO148] a file in a folder of the terminal's PATH", () => {
  it.each([
    ["a folder", () => at("project/scripts")],
    ["a folder through a link", () => at("link")],
    ["a relative folder", () => "./scripts"],
    ["the folder that the shell is in", () => ""],
    ["the same with a dot", () => "."],
    ["a way up", () => "../project/scripts"],
    ["a folder with a slash at its end", () => `${at("project/scripts")}/`],
    ["a folder of the home", () => "~/project/scripts"],
  ])("runs as a program: %s", async (_, entry) => {
    write("project/scripts/tsc");
    link("link", at("project/scripts"));
    world.searchPath = `${entry()}:/usr/bin`;
    expect(await reasons("scripts/tsc")).toContain("runs as tsc");
  });

  it("runs as a program where a link in such a folder leads to it, also one that is there only later", async () => {
    write("project/src/build.sh");
    link("tools/tsc", at("project/src/build.sh"));
    link("tools/jq", at("project/src/later.sh"));
    world.searchPath = `/usr/bin:${at("tools")}`;
    expect(await reasons("src/build.sh")).toEqual(["runs as tsc", "~/tools/tsc"]);
    expect(await reasons("src/later.sh")).toEqual(["runs as jq", "~/tools/jq"]);
    expect(await reasons("src/other.sh")).toEqual([]);
  });

  it("is not one below or beside such a world.folder, and nothing is known where the PATH is not", async () => {
    write("project/scripts/lib/tsc");
    world.searchPath = `${at("project/scripts")}:bin`;
    expect(await reasons("scripts/lib/tsc", "src/tsc", "robin/tsc")).toEqual([]);
    const terminal = await createFakeTerminals().open({} as never);
    const { searchPath: _, ...state } = await terminal.state();
    const silent = { ...terminal, state: async () => state };
    const place = { terminal: silent, cwd: world.folder, signal: AbortSignal.timeout(20_000) };
    expect(await actingNames([at("project/a")], at("project"), place)).toBeNull();
  });
});
