import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { actingNames } from "./acting-names.ts";

let folder = "";
let searchPath = "";
beforeEach(() => {
  searchPath = "/usr/bin:/bin";
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

/** Why a file of the project acts by itself: its other names, `~` for the home, and what names it. */
async function reasons(...paths: string[]): Promise<string[] | null> {
  const terminals = createFakeTerminals();
  terminals.searchPath = searchPath;
  const terminal = await terminals.open({} as never);
  const files = paths.map((path) => at(`project/${path}`));
  const found = await actingNames(files, at("project"), { terminal, cwd: folder, signal: AbortSignal.timeout(20_000) });
  const shown =
    found?.map((each) => {
      if (each.by === "name") return each.name.replace(join(folder, "home"), "~");
      if (each.by === "program") return `runs as ${each.program}`;
      return each.by === "guess" ? `perhaps ${each.source}` : each.source;
    }) ?? null;
  return shown?.toSorted() ?? null;
}

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
    searchPath = `${entry()}:/usr/bin`;
    expect(await reasons("scripts/tsc")).toContain("runs as tsc");
  });

  it("runs as a program where a link in such a folder leads to it, also one that is there only later", async () => {
    write("project/src/build.sh");
    link("tools/tsc", at("project/src/build.sh"));
    link("tools/jq", at("project/src/later.sh"));
    searchPath = `/usr/bin:${at("tools")}`;
    expect(await reasons("src/build.sh")).toEqual(["runs as tsc", "~/tools/tsc"]);
    expect(await reasons("src/later.sh")).toEqual(["runs as jq", "~/tools/jq"]);
    expect(await reasons("src/other.sh")).toEqual([]);
  });

  it("is not one below or beside such a folder, and nothing is known where the PATH is not", async () => {
    write("project/scripts/lib/tsc");
    searchPath = `${at("project/scripts")}:bin`;
    expect(await reasons("scripts/lib/tsc", "src/tsc", "robin/tsc")).toEqual([]);
    const terminal = await createFakeTerminals().open({} as never);
    const { searchPath: _, ...state } = await terminal.state();
    const silent = { ...terminal, state: async () => state };
    const place = { terminal: silent, cwd: folder, signal: AbortSignal.timeout(20_000) };
    expect(await actingNames([at("project/a")], at("project"), place)).toBeNull();
  });
});
