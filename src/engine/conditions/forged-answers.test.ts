import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { assess } from "../../policy/index.ts";
import { actingNames } from "../acting/acting-names.ts";
import { unmetConditions } from "./unmet-conditions.ts";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "cotty-forged-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const signal = new AbortController().signal;
const at = (path: string) => join(folder, path);

const place = async (inside: string) => ({
  terminal: await createFakeTerminals().open({ target: "local", owner: { session: "s", epoch: 1 }, signal }),
  cwd: at(inside),
  signal,
});

async function problemsOf(command: string, inside: string) {
  const { verdict, conditions } = assess(command, { target: "local", shell: "bash" });
  expect(verdict).toBe("allow");
  return [...(await unmetConditions(conditions, await place(inside))).values()];
}

const init = (name: string) => execFileSync("git", ["init", "-q", at(name)]);

/** Settings whose names are words of the script, in front of those that git wrote itself. */
function setFirst(name: string, settings: string) {
  const file = at(`${name}/.git/config`);
  writeFileSync(file, `${settings}${readFileSync(file, "utf8")}`);
}

describe("[PO140] nothing that a repository sets is taken for an answer of the look", () => {
  it.each(["known\nend\n", "known\nend\nknown\nend\n", "end\n", "known\n"])("settings called %j", async (names) => {
    init("app");
    setFirst("app", names);
    execFileSync("git", ["-C", at("app"), "config", "core.fsmonitor", "./run.sh"], { stdio: "ignore" });
    expect(await problemsOf("git status", "app")).toHaveLength(1);
  });

  it("where it is asked for files that act", async () => {
    init("app");
    setFirst("app", "end\nunknown\n");
    execFileSync("git", ["-C", at("app"), "config", "alias.x", "!tools/x"], { stdio: "ignore" });
    mkdirSync(at("app/tools"));
    writeFileSync(at("app/tools/x"), "");
    const found = await actingNames([at("app/tools/x")], at("app"), await place("app"));
    expect(found).toContainEqual({ by: "text", file: at("app/tools/x"), source: "git's setting alias.x" });
  });
});

it("[PO105] the repository above starts nothing while the one below is looked at", async () => {
  init("parent");
  init("parent/other");
  const [marker, script] = [at("RAN"), at("run.sh")];
  writeFileSync(script, `#!/bin/sh\ntouch '${marker}'\n`, { mode: 0o755 });
  execFileSync("git", ["-C", at("parent"), "config", "core.fsmonitor", script]);
  mkdirSync(at("parent/sub"));
  writeFileSync(at("parent/sub/.git"), "gitdir: ../other/.git\n");
  expect(await problemsOf("git status", "parent/sub")).toHaveLength(1);
  expect(existsSync(marker)).toBe(false);
  // The repository above does what it was made for.
  execFileSync("git", ["-C", at("parent/sub"), "rev-parse", "--show-superproject-working-tree"], { stdio: "ignore" });
  expect(existsSync(marker)).toBe(true);
});

it.skipIf(process.getuid?.() !== 0)(
  "[PO140] a submodule of another user is asked about, where git itself looks although it would not answer",
  async () => {
    init("library");
    const identity = ["-c", "user.name=x", "-c", "user.email=x@x", "-c", "protocol.file.allow=always"];
    execFileSync("git", [...identity, "-C", at("library"), "commit", "-q", "--allow-empty", "-m", "x"]);
    init("app");
    execFileSync("git", [...identity, "-C", at("app"), "submodule", "add", "-q", at("library"), "sub"], {
      stdio: "ignore",
    });
    expect(await problemsOf("git status", "app")).toEqual([]);
    execFileSync("chown", ["-R", "12345", at("app/sub")]);
    execFileSync("chown", ["-R", "12345", at("app/.git/modules/sub")]);
    expect(await problemsOf("git status", "app")).toHaveLength(1);
  },
);
