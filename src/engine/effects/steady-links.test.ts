import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { assess } from "../../policy/index.ts";
import { reachedFiles } from "./reached-files.ts";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "cotty-steady-")));
  mkdirSync(join(folder, "gh"));
  writeFileSync(join(folder, "gh/hosts.txt"), "text\n");
  mkdirSync(join(folder, "app"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const signal = new AbortController().signal;

describe("[PO144] where a link leads is unknown if that is another place for each process", () => {
  const reached = async (command: string) => {
    const assessment = assess(command, { target: "local", shell: "bash" });
    expect(assessment.verdict).toBe("allow");
    const terminal = await createFakeTerminals().open({ target: "local", owner: { session: "s", epoch: 1 }, signal });
    const found = await reachedFiles(assessment, { terminal, cwd: folder, signal });
    return found === null ? null : found.map(({ real }) => real.replace(folder, "."));
  };

  it.each([
    ["/proc/self/cwd", "cd gh && cat ../app/way/hosts.txt"],
    ["/proc/self/cwd/hosts.txt", "cd gh && cat ../app/way"],
    ["/proc/thread-self/cwd", "cd gh && cat ../app/way/hosts.txt"],
    ["/dev/fd/3", "cat app/way"],
    ["/proc/self/cwd", "grep -R x app"],
    ["/dev/stdin", "npm ls"],
  ])("%s: %s", async (to, command) => {
    symlinkSync(to, join(folder, "app/way"));
    expect(await reached(command)).toBeNull();
  });

  it.each(["cat /etc/mtab", "cat /proc/self/mounts", "cat /dev/stdin"])(
    "knows what is reached where the kernel tells it of each process, and for its input: %s",
    async (command) => {
      expect(await reached(command)).not.toBeNull();
    },
  );

  it("knows where every other link leads", async () => {
    symlinkSync("../gh", join(folder, "app/way"));
    expect(await reached("cat app/way/hosts.txt")).toContain("./gh/hosts.txt");
    expect(await reached("grep -R x app")).toContain("./gh");
    expect(await reached("npm ls")).toContain("./gh");
  });
});
