import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { needs } from "../../../test/support/needs.ts";
import type { Tool } from "../../../test/support/tools.ts";
import { lookPath, systemFirst } from "../system/look-path.ts";
import { programOf, shFamily, toolsOf } from "../testing/shells.ts";
import { remoteCommand } from "./remote-command.ts";
import { setLookPath } from "./remote-look-path.ts";

const shells: [string[], Tool[]][] = [
  [["/bin/sh"], []],
  [["bash", "--posix"], []],
  ...shFamily.map((shell): [string[], Tool[]] => [programOf(shell), toolsOf(shell)]),
];

let folder = "";
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "cotty-remote-")));
  for (const each of [
    "home/.local/bin",
    "home/.nvm/.git",
    "home/.nvm/bin",
    "home/work/.git",
    "home/work/bin",
    "repo/.git",
    "repo/bin/deep er",
    "plain/bin",
    "plain/node_modules/.bin",
  ])
    mkdirSync(join(folder, each), { recursive: true });
  symlinkSync(join(folder, "repo", "bin"), join(folder, "link"));
  symlinkSync(join(folder, "plain"), join(folder, "plain-link"));
  for (const name of ["printf", "sh"])
    writeFileSync(join(folder, "repo", "bin", name), `#!/bin/sh\n: > ${join(folder, "ran")}\n`, { mode: 0o755 });
});
beforeEach(() => void vi.stubEnv("HOME", join(folder, "home")));
afterEach(() => void vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the PATH of a look on another machine", () => {
  const entries = [
    ...["./bin", "", ".", "bin", "~/bin", "@repo/bin", "@repo/bin/deep er", "@link", "@plain/bin", "@plain-link/bin"],
    ...["@plain/node_modules/.bin", "@home/.local/bin", "@home/.nvm/bin/", "@home/work/bin", "/usr/bin"],
  ];

  for (const [[program = "", ...args], wanted] of shells)
    it(`[TM8] is made by the same rule as on this one, in ${program}`, needs(...wanted), () => {
      const path = entries.map((entry) => entry.replace(/^@/, `${folder}/`)).join(":");
      for (const cwd of ["repo", "repo/bin/deep er", "plain", "plain-link", "home", "home/work", ""].map((name) =>
        join(folder, name),
      )) {
        const { stdout, stderr } = spawnSync(
          program,
          [...args, "-c", `${setLookPath(cwd)} /usr/bin/env | /bin/grep ^PATH=`],
          { cwd: "/", env: { PATH: path, HOME: join(folder, "home") }, encoding: "utf8" },
        );
        const [, seen = ""] = /^PATH=(.*)\n$/.exec(stdout) ?? [];
        expect([cwd, [...new Set(seen.split(":"))], stderr]).toEqual([
          cwd,
          lookPath(systemFirst(path), cwd).split(":"),
          "",
        ]);
      }
    });

  it("[TM8] is the login's own again for what is not a look, and the shell of both is the system's", () => {
    const env = { PATH: `bin:${join(folder, "repo", "bin")}:/usr/bin:/bin`, HOME: folder };
    const { stdout } = spawnSync("/bin/sh", ["-c", remoteCommand('printf %s "$PATH"')], {
      cwd: join(folder, "repo"),
      env,
      encoding: "utf8",
    });
    expect(stdout).toBe(env.PATH);
  });
});
