import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { assess } from "../../policy/index.ts";
import { unmetConditions } from "./unmet-conditions.ts";

const signal = new AbortController().signal;

/** A repository that names a program as the way to what is missing in it, and whose index makes git look for that. */
function hostileRepository(folder: string, marker: string): string {
  const cwd = join(folder, "r");
  mkdirSync(join(cwd, "sub"), { recursive: true });
  writeFileSync(join(cwd, "sub/a"), "a\n");
  const git = (...argv: string[]) => execFileSync("git", argv, { cwd, encoding: "utf8", stdio: "pipe" }).trim();
  git("init", "-q");
  git("config", "user.email", "a@example.com");
  git("config", "user.name", "a");
  git("add", ".");
  git("commit", "-qm", "a");
  git("sparse-checkout", "init", "--cone", "--sparse-index");
  const tree = git("rev-parse", "HEAD:sub");
  rmSync(join(cwd, ".git/objects", tree.slice(0, 2), tree.slice(2)));
  for (const [key, value] of [
    ["core.repositoryformatversion", "1"],
    ["extensions.partialClone", "origin"],
    ["remote.origin.promisor", "true"],
    ["remote.origin.url", `ext::sh -c touch% ${marker}`],
    ["protocol.ext.allow", "always"],
  ] as const)
    git("config", key, value);
  return cwd;
}

it("[PO105] nothing that a repository names is fetched or run while it is looked at, whatever version git has", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cotty-looks-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const marker = join(folder, "ran");
  const cwd = hostileRepository(folder, marker);
  // Versions of git that do not know this variable are still in use.
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/git"), `#!/bin/sh\nunset GIT_NO_LAZY_FETCH\nexec ${real} "$@"\n`);
  chmodSync(join(folder, "bin/git"), 0o755);
  vi.stubEnv("PATH", `${join(folder, "bin")}${delimiter}${process.env["PATH"]}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const terminal = await createFakeTerminals().open({ target: "local", owner: { session: "s", epoch: 1 }, signal });
  const { conditions } = assess("git status", { target: "local", shell: "bash" });
  const unmet = await unmetConditions(conditions, { terminal, cwd, signal });
  expect([[...unmet.values()], existsSync(marker)]).toEqual([
    ["git fetches what is missing in this repository from another machine: it is a partial clone."],
    false,
  ]);
  // The repository does what it was made for.
  execFileSync("git", ["ls-files"], { cwd, stdio: "ignore", env: { ...process.env } });
  expect(existsSync(marker)).toBe(true);
});
