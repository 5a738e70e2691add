import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { needsShell } from "../../../test/support/needs-shell.ts";
import { neverAborted } from "../../base/index.ts";
import { gitLooks } from "../../protocol/index.ts";
import type { LocalTestSession } from "../testing/local-session.ts";
import { openInTest, ready, soon } from "../testing/open-in-test.ts";
import { allShells, allShellsBut, testedShells } from "../testing/shells.ts";
import { stripAnsi } from "../text/strip-ansi.ts";

const looking = { ...soon, onlyLooks: true };

/** A repository that names a program for everything that a look may start. */
function hostileRepository() {
  const folder = mkdtempSync(join(tmpdir(), "cotty-git-looks-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...argv: string[]) => execFileSync("git", argv, { cwd: folder, stdio: "pipe" });
  const program = (path: string, name: string) => {
    writeFileSync(join(folder, path), `#!/bin/sh\ntouch ${join(folder, `ran-${name}`)}\n`);
    chmodSync(join(folder, path), 0o755);
    return join(folder, path);
  };
  git("init", "-q", "--template=");
  writeFileSync(join(folder, "kept.txt"), "one\n");
  git("add", "kept.txt");
  git("-c", "user.name=x", "-c", "user.email=x@x", "commit", "-qm", "x");
  execFileSync("mkdir", [join(folder, ".git/hooks")]);
  program(".git/hooks/post-index-change", "hook");
  git("config", "core.fsmonitor", program(".git/monitor", "monitor"));
  git("config", "core.pager", program(".git/pager", "pager"));
  git("config", "pager.status", join(folder, ".git/pager"));
  const names = ["hook", "monitor", "pager"];
  return {
    folder,
    /** What has run since it was last asked, with the index made to be read anew. */
    ran() {
      const found = names.filter((name) => existsSync(join(folder, `ran-${name}`)));
      for (const name of found) rmSync(join(folder, `ran-${name}`));
      execFileSync("touch", ["-d", "2001-01-01", join(folder, "kept.txt")]);
      return found;
    },
  };
}

async function personSees(session: LocalTestSession, line: string, shown: string) {
  const before = session.shownLength();
  await session.type(Buffer.from(`${line}\r`), { by: "person", signal: neverAborted });
  await expect.poll(() => stripAnsi(session.shown(before))).toContain(shown);
}

describe("settings that are lent to a line which only looks with git [TM20]", () => {
  for (const shell of allShells)
    it(`keep what a repository names from running, for that one line alone: ${shell}`, needsShell(shell), async () => {
      const { folder, ran } = hostileRepository();
      const session = await openInTest(shell);
      await session.run(`cd ${folder}`, soon);
      ran();
      for (const command of ["git status --short", "git status", "cd . && git status | cat"]) {
        expect(await session.run(command, looking)).toMatchObject({ outcome: "exited", exitCode: 0 });
        expect([command, ran()]).toEqual([command, []]);
        expect(await session.run("git status", soon)).toMatchObject({ outcome: "exited", exitCode: 0 });
        expect([command, ran()]).toEqual([command, ["hook", "monitor"]]);
      }
    });

  for (const shell of allShells)
    it(`stand behind what the person has told git, and are taken back: ${shell}`, needsShell(shell), async () => {
      const session = await openInTest(shell, { env: { GIT_CONFIG_PARAMETERS: "'core.hookspath=own' 'a.b=own'" } });
      const own = "'core.hookspath=own' 'a.b=own'";
      const said = async (options: typeof soon) =>
        (await session.run('echo "$GIT_CONFIG_PARAMETERS"; git config a.b; git config core.hooksPath', options)).output;
      expect(await said(looking)).toBe(`${own} ${gitLooks}\nown\n/dev/null\n`);
      expect(await said(soon)).toBe(`${own}\nown\nown\n`);
      await personSees(session, "env | grep ^GIT_CONFIG | sed s/^/is:/", `is:GIT_CONFIG_PARAMETERS=${own}\r\n`);
    });

  for (const shell of allShells)
    it(`leave nothing behind where the person has told git nothing: ${shell}`, needsShell(shell), async () => {
      const session = await openInTest(shell);
      expect((await session.run("printenv GIT_CONFIG_PARAMETERS", looking)).output).toBe(`${gitLooks}\n`);
      await personSees(session, "env | grep -c ^GIT_ | sed s/^/is:/", "is:0\r\n");
    });

  for (const shell of allShellsBut({ fish: "No variable of its user is readonly." }))
    for (const variable of ["GIT_CONFIG_PARAMETERS=\"'a.b=c'\"", "GIT_PAGER=less"])
      it(`are lent or nothing runs: ${shell}, readonly ${variable}`, needsShell(shell), async () => {
        const home = { [testedShells[shell].startUpFile]: `readonly ${variable}\n` };
        const session = await openInTest(shell, { home });
        const result = await session.run("touch ran", looking);
        expect(result).not.toMatchObject({ outcome: "exited", exitCode: 0 });
        await ready(session);
        expect(readdirSync(result.cwd ?? "")).not.toContain("ran");
      });

  for (const shell of ["bash", "zsh"] as const)
    it(`reach git also where the person keeps a pager to the shell: ${shell}`, needsShell(shell), async () => {
      const session = await openInTest(shell, { home: { [testedShells[shell].startUpFile]: "GIT_PAGER=cat\n" } });
      expect((await session.run("printenv GIT_PAGER", looking)).output).toBe("cat\n");
      await personSees(session, 'env | grep -c ^GIT_ | sed "s/$/:$GIT_PAGER/"', "0:cat\r\n");
    });

  it("are asked only of a shell with marks: without them nothing runs", async () => {
    const session = await openInTest("bash", { integration: "off" });
    expect(await session.state()).not.toHaveProperty("lendsSettings");
    expect(await session.run("touch ran", looking)).toMatchObject({ outcome: "context-changed" });
    expect(await session.run("ls; echo behind", soon)).toMatchObject({ output: "behind\n" });
    const marked = await openInTest("bash");
    expect(await marked.state()).toMatchObject({ lendsSettings: true });
  });

  it("are not lent by a shell inside that is not ours, and nothing runs there", async () => {
    const session = await openInTest("bash");
    expect(await session.run("env -i dash -c 'exec dash -i'", { ...soon, timeoutMs: 1500 })).toMatchObject({
      outcome: "running",
    });
    expect(await session.run("touch ran", { ...looking, timeoutMs: 1500 })).not.toMatchObject({ outcome: "exited" });
  });
});
