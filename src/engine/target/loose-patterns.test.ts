import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { assess } from "../../policy/index.ts";
import { reachedFiles } from "../effects/reached-files.ts";
import { loosePatterns } from "./loose-patterns.ts";

function folderWith(...names: string[]): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cotty-loose-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), "");
  }
  return folder;
}

it.each([
  ["cat w/a*", "w/Alnk"],
  ["cat w/[a-c]*", "w/Alnk"],
  ["cat W/a*", "w/Alnk"],
  ["cat w/?n", "w/.n"],
  ["cat w/*n", "w/.n"],
  ["cat w/[!a]n", "w/.n"],
  ["cat w/*.sh", "w/.sh"],
  ["cat w/?", "w/é"],
  ["cat w/[!a]", "w/É"],
  ["cat */q/z*", ".w/Q/Zz"],
  ["for f in w/a*; do cat $f; done", "w/Alnk"],
  ["grep -l x w/a*", "w/Alnk"],
])("[PO111] %s is looked up as a shell reads it that finds %s too", async (command, name) => {
  const folder = folderWith("secret/note", "w/plain.txt", "w/q/other.txt");
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  symlinkSync(join(folder, "secret/note"), join(folder, name));
  const terminal = await createFakeTerminals().open({} as never);
  const { commands, redirects, files } = assess(command, { target: "local", shell: "bash" });
  const place = { terminal, cwd: folder, signal: AbortSignal.timeout(20_000) };
  const reached = await reachedFiles({ commands, redirects, files }, place);
  expect(reached?.filter(({ isLinked }) => isLinked).map(({ real }) => real)).toContain(join(folder, "secret/note"));
});

it("[PO111] finds with sh whatever bash finds with nocaseglob and dotglob, and never the folder above", () => {
  const names = ["a", "A", ".a", "ab", "aB", ".Ab", "..a", "B/.a", ".b/A", ".b/..a", "a.b", ".A.B", "é", "É", "c/b/a"];
  const folder = folderWith(...names);
  const signs = ["*", "?", "a", "A", "b", ".", "[ab]", "[!b]", "[^A]", "[A-C]", "[.a]", "é", "[[:alpha:]]"];
  const part = fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength: 4 }).map((each) => each.join(""));
  const pattern = fc
    .array(part, { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join("/"))
    .filter((each) => /[*?[]/.test(each) && !/\*\*|(?:^|\/)\.{1,2}(?:\/|$)/.test(each));
  const patterns = fc.sample(pattern, { numRuns: 400, seed: 11 });
  const script = `IFS=; for p do for f in $p; do if [ -e "$f" ]; then printf '%s\\n' "$f"; fi; done; echo //; done`;
  const found = (shell: string, setup: string, all: readonly string[]) =>
    execFileSync(shell, ["-c", `${setup}\n${script}`, shell, ...all], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C.UTF-8" },
    })
      .split("//\n")
      .map((lines) => lines.split("\n").filter((name) => name !== ""));
  const wanted = found("bash", "shopt -s nocaseglob dotglob", patterns);
  expect(wanted.flat().length).toBeGreaterThan(200);
  const told = found(
    "sh",
    "",
    patterns.map((each) => loosePatterns(each) ?? []).flatMap((each) => [...each, "/none"]),
  );
  let at = 0;
  for (const [index, each] of patterns.entries()) {
    const count = loosePatterns(each)?.length ?? 0;
    const here = new Set(told.slice(at, at + count).flat());
    at += count + 1;
    const missing = (wanted[index] ?? []).filter((name) => !here.has(name));
    const above = [...here].filter((name) => !/(?:^|\/)\./.test(each) && /(?:^|\/)\.{1,2}(?:\/|$)/.test(name));
    expect({ each, missing, above }).toEqual({ each, missing: [], above: [] });
  }
});
