import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { assess } from "../../policy/index.ts";
import { unmetConditions } from "./unmet-conditions.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotty-conditions-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const signal = new AbortController().signal;

/** Why the command is not allowed as it stands in the test's folder: empty where every condition holds. */
async function problemsOf(command: string, { inside = "" } = {}) {
  const terminal = await createFakeTerminals().open({ target: "local", owner: { session: "s", epoch: 1 }, signal });
  const assessment = assess(command, { target: "local", shell: "bash" });
  expect(assessment.verdict).toBe("allow");
  expect(assessment.conditions).not.toEqual([]);
  const unmet = await unmetConditions(assessment.conditions, { terminal, cwd: join(folder, inside), signal });
  const judged = assess(command, { target: "local", shell: "bash", unmet });
  expect(judged.verdict).toBe(unmet.size === 0 ? "allow" : "ask");
  return [...unmet.values()].map((reason) => reason.replaceAll(folder, "."));
}

function git(cwd: string, ...args: string[]) {
  execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@x", "-c", "protocol.file.allow=always", ...args], {
    cwd: join(folder, cwd),
    stdio: "ignore",
  });
}

function write(path: string, text = "text\n") {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function repository(name: string) {
  write(`${name}/kept.txt`);
  git(name, "init", "-q");
  git(name, "add", "kept.txt");
  git(name, "commit", "-qm", "x");
}

/** A program that leaves a mark when it runs, and then does what git expects of it. */
function marker(): string {
  write("mark.sh", `#!/bin/sh\ntouch '${join(folder, "RAN")}'\ncat 2>/dev/null\n`);
  chmodSync(join(folder, "mark.sh"), 0o755);
  return join(folder, "mark.sh");
}

/** Whether looking at a changed file really starts the marker. */
function reallyRuns(inside: string): boolean {
  write(`${inside}/kept.txt`, "other\n");
  spawnSync("sh", ["-c", "git status; git diff; git show"], { cwd: join(folder, inside), stdio: "ignore" });
  return existsSync(join(folder, "RAN"));
}

describe("a look at a repository", () => {
  it("is free in an ordinary repository, in its folders and worktrees, and where there is none", async () => {
    repository("app");
    write("app/src/deep/file.ts");
    git("app", "worktree", "add", "-q", "../other");
    mkdirSync(join(folder, "plain"));
    expect(await problemsOf("git status", { inside: "app" })).toEqual([]);
    expect(await problemsOf("git log -p", { inside: "app/src/deep" })).toEqual([]);
    expect(await problemsOf("cd app && git diff")).toEqual([]);
    expect(await problemsOf("git -C app/src log")).toEqual([]);
    expect(await problemsOf("git status", { inside: "other" })).toEqual([]);
    expect(await problemsOf("git status", { inside: "plain" })).toEqual([]);
  });

  it("is free with settings that people have every day", async () => {
    repository("app");
    for (const [key, value] of [
      ["core.fsmonitor", "true"],
      ["core.hooksPath", ".husky/_"],
      ["core.sshCommand", "ssh -i ~/.ssh/work"],
      ["core.editor", "vim"],
      ["pager.log", "false"],
      ["merge.ours.driver", "true"],
      ["filter.lfs.clean", "git-lfs clean -- %f"],
      ["filter.lfs.process", "git-lfs filter-process"],
      ["remote.origin.url", "git@example.com:a/b.git"],
      ["credential.helper", "store"],
      ["alias.st", "status"],
      ["branch.main.remote", "origin"],
      ["branch.main.vscode-merge-base", "origin/main"],
      ["remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"],
      ["remote.origin.gh-resolved", "base"],
      ["submodule.active", "."],
      ["user.email", "dev@example.com"],
      ["diff.lock.xfuncname", "^name"],
      ["blame.ignoreRevsFile", ".git-blame-ignore-revs"],
      ["core.excludesFile", "~/.gitignore"],
      ["core.attributesFile", "~/.config/git/attributes"],
      ["mailmap.file", "docs/mailmap"],
      ["format.pretty", "oneline"],
      ["log.showSignature", "false"],
      ["lfs.repositoryformatversion", "0"],
    ] as const)
      git("app", "config", key, value);
    expect(await problemsOf("git status", { inside: "app" })).toEqual([]);
  });

  it.each([
    ["core.fsmonitor", "git status"],
    ["core.pager", "git log"],
    ["pager.diff", "git diff"],
    ["diff.external", "git diff"],
    ["diff.words.textconv", "git show"],
    ["diff.words.command", "git diff"],
    ["filter.words.clean", "git status"],
    ["gpg.program", "git log"],
    ["gpg.ssh.program", "git log"],
    ["lfs.extension.x.clean", "git status"],
    ["merge.words.driver", "git log -p"],
    ["log.showSignature", "git log"],
    ["log.diffMerges", "git log"],
    ["gpg.ssh.defaultKeyCommand", "git log"],
    ["delta.features", "git diff"],
    ["help.format", "git help log"],
    ["core.alternateRefsCommand", "git log"],
    ["trace2.eventTarget", "git log"],
    ["includeIf.hasconfig:remote.*.url:x.path", "git log"],
    ["nobody.knows", "git log"],
  ])("is asked about where the repository sets %s", async (key, command) => {
    repository("app");
    git("app", "config", key, "./run.sh");
    expect(await problemsOf(command, { inside: "app" })).toEqual([
      `The repository sets ${key.toLowerCase()}, which can make git run a program or look elsewhere.`,
    ]);
  });

  it.each([
    ["format.pretty", "%h %G?"],
    ["pretty.mine", "%GS"],
    ["branch.sort", "signature"],
    ["blame.ignoreRevsFile", "/etc/passwd"],
    ["blame.ignoreRevsFile", "../other"],
    ["blame.ignoreRevsFile", ".vault-token"],
    ["blame.ignoreRevsFile", "~/.git-credentials"],
    ["fsck.skipList", "notes.txt"],
    ["core.attributesFile", "~/.netrc"],
    ["alias.whatchanged", "!./run.sh"],
  ])("is asked about where the repository sets %s to %s", async (key, value) => {
    repository("app");
    git("app", "config", key, value);
    expect(await problemsOf("git log", { inside: "app" })).toHaveLength(1);
  });

  it.each(["core.fsmonitor", "diff.external", "diff.words.textconv", "diff.words.command", "filter.words.clean"])(
    "is asked about before git really runs what %s names",
    async (key) => {
      repository("app");
      write("app/.gitattributes", "* diff=words filter=words\n");
      git("app", "config", key, marker());
      expect(await problemsOf("git status", { inside: "app" })).toHaveLength(1);
      expect(existsSync(join(folder, "RAN"))).toBe(false);
      expect(reallyRuns("app")).toBe(true);
    },
  );

  it("is asked about in an embedded bare repository, however one gets there", async () => {
    repository("app");
    git("app", "init", "-q", "--bare", "sub");
    git("app/sub", "config", "core.bare", "false");
    git("app/sub", "config", "core.worktree", "..");
    git("app/sub", "config", "core.fsmonitor", "./run.sh");
    const reason = ["The repository sets core.fsmonitor, which can make git run a program or look elsewhere."];
    expect(await problemsOf("cd sub && git status", { inside: "app" })).toEqual(reason);
    expect(await problemsOf("pushd app/sub && git log")).toEqual(reason);
    expect(await problemsOf("git status", { inside: "app/sub" })).toEqual(reason);
    expect(await problemsOf("env -C app/sub git status")).toEqual(reason);
    expect(await problemsOf("gh pr list", { inside: "app/sub" })).toEqual(reason);
  });

  it("is asked about where an included file, a worktree's own settings, a hook or a submodule runs something", async () => {
    repository("app");
    write("app/.git/more", "[core]\n\tfsmonitor = ./run.sh\n");
    git("app", "config", "include.path", "more");
    expect(await problemsOf("git status", { inside: "app" })).toHaveLength(1);

    repository("tree");
    git("tree", "worktree", "add", "-q", "../other");
    git("tree", "config", "extensions.worktreeConfig", "true");
    git("other", "config", "--worktree", "core.fsmonitor", "./run.sh");
    expect(await problemsOf("git status", { inside: "tree" })).toEqual([]);
    expect(await problemsOf("git status", { inside: "other" })).toHaveLength(1);

    repository("hooked");
    write("hooked/.git/hooks/post-index-change", "#!/bin/sh\n");
    chmodSync(join(folder, "hooked/.git/hooks/post-index-change"), 0o755);
    expect(await problemsOf("git status", { inside: "hooked" })).toEqual([
      "git runs the hook .git/hooks/post-index-change of this repository.",
    ]);

    repository("library");
    repository("outer");
    git("outer", "submodule", "add", "-q", "../library", "lib");
    git("outer", "commit", "-qm", "lib");
    expect(await problemsOf("git status", { inside: "outer" })).toEqual([]);
    git("outer/lib", "config", "core.fsmonitor", "./run.sh");
    expect(await problemsOf("git status", { inside: "outer" })).toHaveLength(1);
    expect(await problemsOf("git status", { inside: "outer/lib" })).toHaveLength(1);
  });

  it("is asked about where missing objects would be fetched", async () => {
    repository("app");
    git("app", "config", "remote.origin.url", "http://127.0.0.1:9/app.git");
    expect(await problemsOf("git log", { inside: "app" })).toEqual([]);
    git("app", "config", "remote.origin.promisor", "true");
    expect(await problemsOf("git log", { inside: "app" })).toEqual([
      "git fetches what is missing in this repository from another machine: it is a partial clone.",
    ]);
  });

  it("is asked about where the folder behind a link is another one for git than for the shell", async () => {
    repository("app");
    repository("evil");
    mkdirSync(join(folder, "evil/sub"));
    mkdirSync(join(folder, "app/sub"));
    symlinkSync("../evil/sub", join(folder, "app/link"));
    const reason = ["The target did not say which programs this repository makes git run."];
    expect(await problemsOf("git -C link/.. status", { inside: "app" })).toEqual(reason);
    expect(await problemsOf("git -C link status", { inside: "app" })).toEqual([]);
    for (const command of ["cd -P link/.. && git status", "cd .. && git status", "cd a && cd b && git log"])
      expect(assess(command, { target: "local", shell: "bash" }).verdict).toBe("ask");
  });

  it("is asked about where settings are included by a condition, whichever folder or remote it is about", async () => {
    repository("app");
    write("app/.git/more", `[core]\n\tfsmonitor = ${marker()}\n`);
    for (const key of ["includeIf.gitdir:**/link/.git.path", "includeIf.hasconfig:remote.*.url:https://x/**.path"]) {
      git("app", "config", key, "more");
      const [reason] = await problemsOf("git status", { inside: "app" });
      expect(reason?.toLowerCase()).toContain("the repository sets includeif.");
      git("app", "config", "--unset", key);
    }
    expect(await problemsOf("git status", { inside: "app" })).toEqual([]);
  });

  it("is asked about where the files are in another folder, and free in a submodule, which names its own", async () => {
    repository("app");
    repository("library");
    git("app", "submodule", "add", "-q", "../library", "lib");
    expect(await problemsOf("git status", { inside: "app/lib" })).toEqual([]);
    git("app", "config", "core.worktree", folder);
    expect(await problemsOf("git diff", { inside: "app" })).toEqual([
      "The files of this repository are in another folder: .",
    ]);
  });

  it("is asked about where a setting is not known, such as one that looks into submodules of old commits", async () => {
    repository("app");
    git("app", "config", "diff.submodule", "log");
    expect(await problemsOf("git log -p", { inside: "app" })).toEqual([
      "The repository sets diff.submodule, which can make git run a program or look elsewhere.",
    ]);
  });

  it("is asked about where the name of a submodule has a line feed", async () => {
    repository("library");
    repository("outer");
    git("outer", "submodule", "add", "-q", "../library", "lib");
    git("outer", "mv", "lib", "li\nb");
    git("outer/li\nb", "config", "core.fsmonitor", "./run.sh");
    expect(await problemsOf("git status", { inside: "outer" })).toHaveLength(1);
  });

  it.each(["commondir", "objects/info/alternates"])("is asked about where %s leads elsewhere", async (file) => {
    for (const name of ["app", "private"]) repository(name);
    write(`app/.git/${file}`, join(folder, `private/.git${file === "commondir" ? "" : "/objects"}\n`));
    expect(await problemsOf("git log -1", { inside: "app" })).toHaveLength(1);
  });

  it("is asked about where the folder is not there", async () => {
    repository("app");
    expect(await problemsOf("cd missing && git status", { inside: "app" })).toEqual([
      "The target did not say which programs this repository makes git run.",
    ]);
  });
});

describe("a look by a program that obeys files of its folder", () => {
  it("is free without those files, and asked about where one is in the folder or above it", async () => {
    mkdirSync(join(folder, "app/src"), { recursive: true });
    expect(await problemsOf("cargo version", { inside: "app/src" })).toEqual([]);
    write("app/.cargo/config.toml");
    expect(await problemsOf("cargo version", { inside: "app/src" })).toEqual([
      "cargo obeys ./app/.cargo/config.toml, which can make it run something else.",
    ]);
    expect(await problemsOf("rustc --version", { inside: "app/src" })).toEqual([]);
    write("rust-toolchain.toml");
    expect(await problemsOf("rustc --version", { inside: "app/src" })).toEqual([
      "rustc obeys ./rust-toolchain.toml, which can make it run something else.",
    ]);
    expect(await problemsOf("cd app && mvn -v && npm ls")).toEqual([]);
    write("app/.mvn/jvm.config");
    expect(await problemsOf("cd app && mvn -v && npm ls")).toEqual([
      "mvn obeys ./app/.mvn, which can make it run something else.",
    ]);
    expect(await problemsOf("go list ./...", { inside: "app" })).toEqual([]);
    write("app/go.mod");
    for (const look of ["go list ./...", "go env GOPATH", "go version"])
      expect(await problemsOf(look, { inside: "app" })).toEqual([
        "go obeys ./app/go.mod, which can make it run something else.",
      ]);
    write("app/pyvenv.cfg");
    expect(await problemsOf("uv pip list", { inside: "app/src" })).toHaveLength(1);
  });

  it.each([
    "",
    "save-exact=true\n",
    "# of this project\r\nengine-strict = true\r\nlegacy-peer-deps=true",
    "; note\nmessage = release: %s\nomit[] = dev\nfund\n",
  ])("is free with an .npmrc that only says how to install: %j", async (text) => {
    write("app/.npmrc", text);
    expect(await problemsOf("npm ls", { inside: "app" })).toEqual([]);
  });

  it.each([
    "script-shell=./run.sh\n",
    "save-exact=true\nregistry=https://example.com/\n",
    "message=${SECRET}\n",
    "# a comment ends at a return\rregistry=https://example.com/\n",
    "save=1\rnode-options=--require=./x.js\n",
    "save-exact-too=1\n",
    "[section]\n",
    "//packages.example/:_authToken=${TOKEN}\n",
    "\ufeffprefix=/tmp\n",
  ])("is asked about with an .npmrc that leads elsewhere: %j", async (text) => {
    write("app/.npmrc", text);
    mkdirSync(join(folder, "app/src"));
    expect(await problemsOf("npm ls", { inside: "app/src" })).toEqual([
      "npm obeys ./app/.npmrc, which can make it run something else.",
    ]);
  });

  it("is asked about where .npmrc is a folder or a link to nowhere", async () => {
    mkdirSync(join(folder, "app/.npmrc"), { recursive: true });
    expect(await problemsOf("npm ls", { inside: "app" })).toHaveLength(1);
    mkdirSync(join(folder, "other"));
    symlinkSync("nowhere", join(folder, "other/.npmrc"));
    expect(await problemsOf("npm ls", { inside: "other" })).toHaveLength(1);
  });
});

describe("a look at the project of a folder with compose", () => {
  const loads = (file: string) => `docker loads ./app/${file}, which may make it fetch or use something else.`;
  const plain = "services:\n  web:\n    image: nginx\n    command: sh -c '[ 1 != 2 ]'\n";

  it("is free where its files describe everything themselves", async () => {
    mkdirSync(join(folder, "app/src"), { recursive: true });
    write("app/compose.yaml", plain);
    write("app/.env", "TAG=1\nSTORAGE_PATH=/srv\n");
    expect(await problemsOf("docker compose ps", { inside: "app/src" })).toEqual([]);
    expect(await problemsOf("docker compose logs --tail 5 web", { inside: "app" })).toEqual([]);
  });

  it.each([
    ["compose.yaml", "include:\n  - oci://192.0.2.1/x:1\n"],
    ["compose.yaml", '"incl\\u0075de":\n  - oci://192.0.2.1/x:1\n'],
    ["compose.yaml", "!!binary aW5jbHVkZQ==:\n  - oci://192.0.2.1/x:1\n"],
    ["compose.override.yml", `${plain}    extends: { file: "https://192.0.2.1/x.git", service: web }\n`],
    ["docker-compose.yml", Buffer.from(`\ufeffinclude:\n  - oci://192.0.2.1/x:1\n`, "utf16le").toString("latin1")],
    [".env", "COMPOSE_FILE=oci://192.0.2.1/x:1\n"],
    [".env", "DOCKER_HOST=tcp://192.0.2.1:2375\n"],
    [".env", "export PATH=/srv/x\n"],
  ])("is asked about where %s could name another file or engine: %j", async (file, text) => {
    write("app/kept.txt");
    writeFileSync(join(folder, "app", file), text, "latin1");
    expect(await problemsOf("docker compose ps", { inside: "app" })).toEqual([loads(file)]);
  });
});

describe("a look at files whose names come from a list", () => {
  it("is free where xargs hands each name over as it is", async () => {
    repository("app");
    write("app/src/deep/file.ts");
    expect(await problemsOf("git ls-files | xargs cat", { inside: "app" })).toEqual([]);
  });

  it.each(["a /etc/hostname", "it's", 'a"b', "-rf", "back\\slash", "line\nfeed"])(
    "is asked about where a name would be cut or be an option: %j",
    async (name) => {
      repository("app");
      mkdirSync(join(folder, "app", dirname(name)), { recursive: true });
      writeFileSync(join(folder, "app", name), "x");
      const [reason] = await problemsOf("find . -type f | xargs cat", { inside: "app" });
      expect(reason).toContain("A name in the list would be read as several, or as an option: ./");
    },
  );
});
