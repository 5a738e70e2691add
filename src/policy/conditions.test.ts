import { describe, expect, it } from "vitest";
import { assess } from "./assess.ts";
import { conditionKey } from "./conditions.ts";

const context = { target: "local", shell: "bash" } as const;

/** The folders in which a condition must hold, or the verdict where nothing can be looked up. */
function foldersOf(command: string): string[] | string {
  const { verdict, conditions } = assess(command, context);
  return verdict === "allow"
    ? [...new Set(conditions.map(({ folder }) => (folder.from === "home" ? "~/" : "") + folder.path))]
    : verdict;
}

describe("conditions of an allow", () => {
  it.each([
    ["find . | xargs cat", [""]],
    ["cd sub && find . | xargs cat", ["sub"]],
    ["env -C sub find . | env -C sub xargs cat", ["sub"]],
    ["find . | sort | head -3 | xargs cat", [""]],
    ["find . | (cd sub && xargs cat)", "ask"],
    ["(cd sub && find .) | xargs cat", "ask"],
    ["find . | xargs env -C sub cat", "ask"],
    ["find . -exec env -C sub cat {} +", "ask"],
    ["for x in *; do (cd sub && cat $x); done", ["sub", ""]],
  ])("[PO231] are about the folder in which names were listed: %s", (command, folders) => {
    const { verdict, conditions } = assess(command, context);
    const of = conditions.flatMap(({ about, folder }) => (about === "names" ? [folder.path] : []));
    expect(verdict === "allow" ? of : verdict).toEqual(folders);
  });

  it.each([
    ["git status", [""]],
    ["cd sub && git status", ["sub"]],
    ["cd sub && git status && git log", ["sub"]],
    ["cd a/b && git status", ["a/b"]],
    ["(cd sub && git status); git log", ["sub", ""]],
    ["git -C a -C b status", ["a/b"]],
    ["cd /srv/app && git log", ["/srv/app"]],
    ["cd && git -C code log", ["~/code"]],
    ["sh -c 'cd sub && git status'; git log", ["sub", ""]],
    ["cd sub & git status", [""]],
    ["for d in a b; do (cd $d && git status); done", ["a", "b"]],
    ["env -C sub git status", ["sub"]],
  ])("[PO40] are about the folder that the program runs in: %s", (command, folders) => {
    expect(foldersOf(command)).toEqual(folders);
  });

  it("[PO40] are also about the files of a program that it starts: pip asks rustc for its version", () => {
    expect(assess("pip index versions requests", context).conditions).toEqual([
      {
        about: "folder",
        folder: { from: "here", path: "" },
        program: "pip",
        without: ["rust-toolchain", "rust-toolchain.toml"],
      },
      { about: "versions", folder: { from: "here", path: "" }, program: "pip" },
    ]);
  });

  it("[PO170] say that no Makefile is there for a version that the make of the BSDs reads one for", () => {
    const files = (command: string) =>
      assess(command, context).conditions.flatMap((each) => (each.about === "folder" ? each.without : []));
    const makefiles = ["Makefile", "makefile", "GNUmakefile", "BSDmakefile", ".depend", "obj", "share/mk"];
    expect([files("make --version"), files("make --version --verbose")]).toEqual([makefiles, makefiles]);
    expect([files("make -v"), files("make --help"), files("gmake --version")]).toEqual([[], [], []]);
  });

  it.each([
    "false && cd sub; git status",
    "if test -d sub; then cd sub; fi; git status",
    "while read x; do cd sub; git status; done < list",
    "f() { cd sub; git status; }; f; f",
    "for i in 1 2; do cd sub; git status; done",
    "cd sub*; git status",
    "cd sub; git status",
    "cd sub || git status",
    "! cd sub && git status",
    "true && ! cd sub && git status",
    "command cd sub && git status",
    "cd /srv/app < list; cd /srv/app < list; git status",
    "cd -; git status",
    "popd; git status",
    "pushd +1; git status",
    "pushd -n sub; git status",
    "cd $DIR; git status",
    "echo x | cd sub; git status",
    "git --git-dir=x status",
    "find . -name .git -execdir git status ';'",
  ])("[PO40] cannot be looked up where only the run decides the folder, so it is asked about: %s", (command) => {
    expect(foldersOf(command)).toBe("ask");
  });

  it.each([
    "sleep 5 && git status &",
    "(sleep 5; git status) &",
    "{ sleep 5; git status; } &",
    "sh -c 'sleep 5; git status' &",
    "sleep 5 | xargs git status &",
    "f() { sleep 5; git status; }; f &",
    "while sleep 1; do git status; done &",
    "head -c 0 <(sleep 5; git status)",
    "true | tee >(sleep 5; git status)",
    "coproc { sleep 5; git status; }",
  ])("[PO75] hold for no part that runs beside the line and later: %s", (command) => {
    expect(foldersOf(command)).toBe("ask");
  });

  it.each([
    "git status &",
    "git log | head -n 3 &",
    "diff <(git show HEAD:a) <(git show main:a)",
    "sleep 5; git status",
    "sleep 5 & ls",
  ])("[PO75] hold for what begins at once: %s", (command) => {
    expect(assess(command, context).verdict).toBe("allow");
  });

  it.each([
    "mise exec -- ls",
    "mise x node@9 -- ls",
    "asdf exec ls",
    "rbenv exec ruby -v",
    "pyenv exec python --version",
    "nodenv exec node -v",
    "conda run -n a ls",
    "micromamba run ls",
    "nvm exec 18 ls",
    "nvm run 18 -v",
    "fnm exec ls",
    "volta run node -v",
    "rustup run stable ls",
    "direnv exec . ls",
    "uv run ls",
    "corepack pnpm ls",
    "yarn --version",
  ])("[PO58] cannot be met where the folder chooses what runs, so it is asked about: %s", (command) => {
    expect(foldersOf(command)).toBe("ask");
  });

  it.each([
    ["go version", ["go.mod", "go.work"]],
    ["go env GOPATH", ["go.mod", "go.work"]],
    ["go --help", ["go.mod", "go.work"]],
  ])("[PO81] are about the files of the folder that choose what runs: %s", (command, without) => {
    const { verdict, conditions } = assess(command, context);
    const files = conditions.flatMap((condition) => (condition.about === "folder" ? condition.without : []));
    expect([verdict, files]).toEqual(["allow", without]);
  });

  it("[PO40] make the verdict a question where the target does not meet them", () => {
    const command = "ls && git status";
    const { conditions } = assess(command, context);
    const unmet = new Map(conditions.map((condition) => [conditionKey(condition), "It runs a program."]));
    const { verdict, reason, findings } = assess(command, { ...context, unmet });
    expect([verdict, reason, findings.map(({ span }) => span)]).toEqual(["ask", "It runs a program.", [[6, 16]]]);
  });
});
