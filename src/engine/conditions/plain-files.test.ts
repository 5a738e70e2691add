import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { assess } from "../../policy/index.ts";
import { unmetConditions } from "./unmet-conditions.ts";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "cotty-plain-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const signal = new AbortController().signal;

/** Why the command is not allowed as it stands: empty where every condition holds. */
async function problemsOf(command: string, inside: string) {
  const { verdict, conditions } = assess(command, { target: "local", shell: "bash" });
  expect(verdict).toBe("allow");
  const terminal = await createFakeTerminals().open({ target: "local", owner: { session: "s", epoch: 1 }, signal });
  const unmet = await unmetConditions(conditions, { terminal, cwd: join(folder, inside), signal });
  return [...unmet.values()].map((reason) => reason.replaceAll(folder, "."));
}

function write(path: string, text = "text\n") {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const link = (to: string, path: string) => symlinkSync(to, join(folder, path));

function git(inside: string, ...args: string[]) {
  const identity = ["-c", "user.name=x", "-c", "user.email=x@x"];
  execFileSync("git", [...identity, ...args], { cwd: join(folder, inside), stdio: "ignore" });
}

function repository(name: string) {
  write(`${name}/kept.txt`);
  git(name, "init", "-q");
  git(name, "add", "kept.txt");
  git(name, "commit", "-qm", "x");
}

/** Settings that leave a mark when git obeys them. */
const hostile = () => `[core]\n\tfsmonitor = "touch '${join(folder, "RAN")}'; false"\n`;

/** Whether git runs what the repository names when a person's shell starts it like this. */
function reallyRuns(command: string, inside: string): boolean {
  spawnSync("sh", ["-c", command], { cwd: join(folder, inside), stdio: "ignore" });
  return existsSync(join(folder, "RAN"));
}

describe("[PO140] a look at a repository is asked about where git could read other settings than the look", () => {
  it.each(["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0", "../in"])("that are included from %s", async (path) => {
    repository("app");
    link("/dev/stdin", "app/in");
    git("app", "config", "include.path", path);
    write("app/notes.txt", hostile());
    expect(await problemsOf("git status < notes.txt", "app")).toHaveLength(1);
    expect(reallyRuns("git status < notes.txt", "app")).toBe(true);
  });

  it("that an included file includes", async () => {
    repository("app");
    write("app/.gitconfig", "[include]\n\tpath = more\n");
    git("app", "config", "include.path", "../.gitconfig");
    expect(await problemsOf("git status", "app")).toHaveLength(1);
  });

  it("asks nothing about git status where a file of the repository is included", async () => {
    repository("app");
    git("app", "config", "include.path", "../.gitconfig");
    expect(await problemsOf("git status", "app")).toEqual([]);
    write("app/.gitconfig", "[alias]\n\tst = status\n");
    expect(await problemsOf("git status", "app")).toEqual([]);
  });

  it("of a repository that is there only for a program with an open file", async () => {
    repository("evil");
    git("evil", "config", "core.fsmonitor", `touch '${join(folder, "RAN")}'; false`);
    mkdirSync(join(folder, "app"));
    link("/dev/stdin", "app/.git");
    write("app/notes.txt", "gitdir: ../evil/.git\n");
    expect(await problemsOf("git status < notes.txt", "app")).toHaveLength(1);
    expect(reallyRuns("git status < notes.txt", "app")).toBe(true);
  });

  it("of a repository whose parts are there only for a program with an open folder", async () => {
    git(".", "init", "-q", "--bare", "app/sub");
    write("app/sub/config", `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ..\n${hostile()}`);
    rmSync(join(folder, "app/sub/objects"), { recursive: true });
    link("/dev/stdin", "app/sub/objects");
    expect(await problemsOf("git status < refs", "app/sub")).toHaveLength(1);
    expect(reallyRuns("git status < refs", "app/sub")).toBe(true);
  });

  it("of a repository that a file names by a way that is there only for a program with an open folder", async () => {
    repository("evil");
    git("evil", "config", "core.fsmonitor", `touch '${join(folder, "RAN")}'; false`);
    write("app/.git", "gitdir: /dev/stdin/.git\n");
    link("../evil", "app/evil");
    expect(await problemsOf("git status < evil", "app")).toHaveLength(1);
    expect(reallyRuns("git status < evil", "app")).toBe(true);
  });

  it("whose hooks are in a folder that only a program with an open one has", async () => {
    repository("app");
    git("app", "config", "core.hooksPath", "/dev/fd/9");
    expect(await problemsOf("git status", "app")).toHaveLength(1);
  });

  it("in a folder that is another one for each process", async () => {
    repository("app");
    repository("app/sub");
    git("app/sub", "config", "core.fsmonitor", `touch '${join(folder, "RAN")}'; false`);
    expect(await problemsOf("(cd sub && git -C /proc/self/cwd status)", "app")).toHaveLength(1);
    expect(reallyRuns("(cd sub && git -C /proc/self/cwd status)", "app")).toBe(true);
  });

  it("where a file of git's own is neither a file nor a folder", async () => {
    repository("app");
    execFileSync("mkfifo", [join(folder, "app/.git/info/more")]);
    expect(await problemsOf("git status", "app")).toHaveLength(1);
  });
});

describe("[PO141] a file whose lines git may show is asked about unless its name says that it is git's", () => {
  it.each([
    ["blame.ignoreRevsFile", ".env"],
    ["blame.ignoreRevsFile", ".vault-token"],
    ["fsck.skipList", ".pgpass"],
    ["core.attributesFile", "~/.git-credentials"],
    ["core.excludesFile", "/dev/stdin"],
    ["mailmap.file", "sub/../.env"],
  ])("%s = %s", async (key, value) => {
    repository("app");
    git("app", "config", key, value);
    expect(await problemsOf("git blame kept.txt", "app")).toHaveLength(1);
    const { verdict } = assess(`git -c ${key}='${value}' blame kept.txt`, { target: "local", shell: "bash" });
    expect(verdict).not.toBe("allow");
  });

  it.each([
    ["blame.ignoreRevsFile", ".git-blame-ignore-revs"],
    ["blame.ignoreRevsFile", "tools/.git-blame-ignore-revs"],
    ["core.excludesFile", "~/.gitignore_global"],
    ["core.excludesFile", ".git/info/exclude"],
    ["core.attributesFile", "~/.config/git/attributes"],
    ["mailmap.file", ".mailmap"],
  ])("%s = %s is free, unless a link has that name", async (key, value) => {
    repository("app");
    git("app", "config", key, value);
    write("app/.env");
    expect(await problemsOf("git blame kept.txt", "app")).toEqual([]);
    if (value.startsWith("~")) return;
    rmSync(join(folder, "app", value), { force: true });
    mkdirSync(dirname(join(folder, "app", value)), { recursive: true });
    link(join(folder, "app/.env"), `app/${value}`);
    expect(await problemsOf("git blame kept.txt", "app")).toHaveLength(1);
  });

  it.each([".gitattributes", ".gitignore", ".mailmap"])("%s as a link is asked about", async (name) => {
    repository("app");
    link("kept.txt", `app/${name}`);
    expect(await problemsOf("git log", "app")).toHaveLength(1);
  });
});

describe("[PO142] a look by a program that obeys files of its folder is asked about where those are no plain files", () => {
  it.each([
    ["npm ls", ".npmrc", "/dev/stdin"],
    ["npm ls", ".npmrc", "plain"],
    ["npm ls", "package.json", "/proc/self/fd/0"],
    ["npm ls", "package.json", "input"],
    ["ruby -v", ".ruby-version", "/dev/stdin"],
    ["cargo version", ".cargo", "/dev/stdin"],
    ["docker compose ps", "compose.yaml", "plain"],
    ["docker compose ps", ".env", "/proc/self/comm"],
  ])("%s with %s -> %s", async (command, name, to) => {
    write("app/plain", "");
    link("/dev/fd/0", "app/input");
    link(to, `app/${name}`);
    expect(await problemsOf(command, "app")).toHaveLength(1);
  });

  it("pnpm obeys a package.json5 and a package.yaml too", async () => {
    for (const name of ["package.json5", "package.yaml"]) {
      write(`${name}-app/${name}`, "{}\n");
      expect(await problemsOf("pnpm -v", `${name}-app`)).toHaveLength(1);
    }
  });
});

describe("[PO143] a look with compose is asked about where a file of the project could show what is elsewhere", () => {
  it.each([
    ["compose.yaml", "services:\n  web:\n    image: x\n    env_file: /home/me/token\n"],
    ["compose.yaml", "services: {web: {image: x, env_file: t.json}}\n"],
    ["compose.yaml", "services:\n  web:\n    image: x\n    label_file: t\n"],
    ["compose.yaml", "services:\n  web:\n    image: x/${API_KEY}\n"],
    ["compose.yaml", "services:\n  web:\n    image: x/$API_KEY\n"],
    ["compose.yaml", "secrets:\n  key:\n    file: ./key\n"],
    [".env", "not a variable\n"],
    [".env", "A=${B:?x}\n"],
  ])("%s: %j", async (name, text) => {
    write(`app/${name}`, text);
    expect(await problemsOf("docker compose ps", "app")).toHaveLength(1);
  });

  it("asks nothing about a look with compose where variables choose a version, a port or a name", async () => {
    write(
      "app/compose.yaml",
      'services:\n  web:\n    image: "x:${TAG:-latest}"\n    ports: ["${WEB_PORT}:80"]\n    command: sh -c "echo $$HOME"\n    build: { dockerfile: Dockerfile }\n',
    );
    write("app/.env", "# ours\nTAG=1\n\nexport WEB_PORT=8080\n");
    expect(await problemsOf("docker compose ps", "app")).toEqual([]);
  });
});
