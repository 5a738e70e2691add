import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lookPath, systemFolders } from "./look-path.ts";
import { createLocalSideChannel } from "./side-channel.ts";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "cotty-path-")));
  for (const each of [
    "home/.local/bin",
    "home/.nvm/.git",
    "home/.nvm/bin",
    "repo/.git",
    "repo/bin",
    "home/work/.git",
    "home/work/bin",
    "plain/bin",
    "plain/node_modules/.bin",
  ])
    mkdirSync(join(folder, each), { recursive: true });
  symlinkSync(join(folder, "repo", "bin"), join(folder, "link"));
  vi.stubEnv("HOME", join(folder, "home"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const system: readonly string[] = systemFolders;
const kept = (entries: string[], cwd = "repo") =>
  lookPath(entries.map((each) => each.replace(/^@/, `${folder}/`)).join(":"), join(folder, cwd))
    .split(":")
    .filter((each) => !system.includes(each))
    .map((each) => each.replace(`${folder}/`, "@"));

describe("the PATH of Cotty's own looks", () => {
  it("[TM8] keeps the folders of the system and of the person, in their order", () => {
    expect(kept(["@home/.local/bin", "@home/.nvm/bin", "@plain/bin", "/usr/bin"])).toEqual([
      "@home/.local/bin",
      "@home/.nvm/bin",
      "@plain/bin",
    ]);
    expect([lookPath(undefined, folder), lookPath("bin:.", folder)]).toEqual([system.join(":"), system.join(":")]);
  });

  it.each([
    ["./node_modules/.bin"],
    [""],
    ["."],
    ["bin"],
    ["@repo/bin"],
    ["@link"],
    ["@home/work/bin"],
    ["@plain/node_modules/.bin"],
  ])("[TM8] leaves out what a project decides: %s", (entry) => {
    expect([kept([entry]), kept([entry], "home")]).toEqual([[], []]);
  });

  it("[TM8] leaves out what is below the folder that is looked at", () => {
    expect([kept(["@plain/bin"], "plain"), kept(["@plain/bin"], "home")]).toEqual([[], ["@plain/bin"]]);
  });

  it("[TM8] makes the shell of a look the system's, whatever the repository brings", async () => {
    const ran = join(folder, "RAN");
    for (const name of ["sh", "find", "git"]) {
      writeFileSync(join(folder, "repo", "bin", name), `#!/bin/bash\n/usr/bin/touch ${ran}\n`);
      chmodSync(join(folder, "repo", "bin", name), 0o755);
    }
    for (const first of ["./bin", "bin", join(folder, "repo", "bin"), join(folder, "link")]) {
      const side = createLocalSideChannel({ env: { PATH: `${first}:/usr/bin:/bin` } });
      const options = { signal: new AbortController().signal, timeoutMs: 10_000, cwd: join(folder, "repo") };
      const { exitCode } = await side.run(["sh", "-c", "find . -maxdepth 0 >/dev/null"], options);
      expect([first, exitCode, existsSync(ran)]).toEqual([first, 0, false]);
    }
  });
});
