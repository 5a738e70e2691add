import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestEngine, eventsOf, mira, openTestSession, stepIn } from "../../../test/support/engine.ts";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { createSecrets } from "../../compose/index.ts";
import type { Learned } from "../../secrets/index.ts";
import { parseKeys } from "../../terminal/index.ts";
import { createPolicyJudge } from "../index.ts";

const use = (name: string, input: object) => ({ calls: [{ name, input: { reasoning: "r", ...input } }] });
const done = use("task_complete", { summary: "ok", reasoning: undefined });

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotty-secret-output-"));
  mkdirSync(join(folder, "home"));
  mkdirSync(join(folder, "project/src"), { recursive: true });
  writeFileSync(join(folder, "project/.env"), "DB_PASSWORD=Zq8vhunt3r77\n");
  writeFileSync(join(folder, "project/src/a.ts"), "// TODO PASSWORD zebra\n");
  vi.stubEnv("HOME", join(folder, "home"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

async function begin(calls: object[], learnSecrets?: () => Learned) {
  const terminals = createFakeTerminals();
  terminals.cwd = join(folder, "project");
  const secrets = createSecrets([]);
  const judge = createPolicyJudge({
    dangerousPatterns: [],
    rules: () => [],
    parseKeys,
    hostPolicy: () => "default",
    learnSecrets: learnSecrets ?? secrets.learn,
    learnShown: learnSecrets ?? secrets.learnShown,
  });
  const { clean, redact, createFilter } = secrets;
  const secretsOf = (session: string) => {
    const filters = secrets.of(session);
    const { clean, redact, redactTyped, createFilter } = filters;
    return { clean, redact, redactTyped, createRedactor: createFilter };
  };
  const deps = { judge, clean, redact, createRedactor: createFilter, secretsOf };
  const world = createTestEngine({ script: [...calls, done], terminals, deps });
  const runner = await openTestSession(world.engine, { cwd: terminals.cwd, mode: "default" });
  await runner.request({ type: "prompt", text: "go" }, mira);
  return { ...world, runner, secrets };
}

/** What the person is asked. */
async function reviewOf(command: string) {
  const { runner, store } = await begin([use("run_command", { command })]);
  const { verdict, findings } = await stepIn(runner, store, "review");
  await runner.request({ type: "stop" }, mira);
  await runner.idle();
  return [verdict, findings.map(({ ruleId }) => ruleId)];
}

describe("[PO51] a search that comes by a .env", () => {
  it("knows its values before it runs, so that they are hidden without their names", async () => {
    const { runner, terminals, secrets } = await begin([use("run_command", { command: "grep -rn TODO ." })]);
    await runner.idle();
    expect(terminals.ran).toEqual(["grep -rn TODO ."]);
    expect(secrets.of(runner.id).clean("Zq8vhunt3r77\n")).toBe("‹secret:password#1›\n");
  });

  it.each([
    "grep -rhoP '(?<=PASSWORD=).*' .",
    "grep -rh PASSWORD . | cut -d= -f2",
    "grep -rh PASSWORD | rev",
    "find . -maxdepth 1 -type f -exec cut -c13- {} +",
    "ls -A | xargs cut -c13-",
    "git ls-files | xargs cut -c13-",
    "diff . other | cut -c3-",
  ])("is asked about where it prints pieces of lines: %s", async (command) => {
    const { runner, store } = await begin([use("run_command", { command })]);
    const { verdict, findings } = await stepIn(runner, store, "review");
    expect([verdict, findings.map(({ ruleId }) => ruleId)]).toEqual(["ask", ["secret.cut"]]);
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
  });

  it.each(["grep -rh PASSWORD src | cut -d= -f2", "find . -name '*.ts' -exec cut -c1-7 {} +"])(
    "is free to print pieces of files that hold no secrets: %s",
    async (command) => {
      const { runner, terminals } = await begin([use("run_command", { command })]);
      await runner.idle();
      expect(terminals.ran).toEqual([command]);
    },
  );

  it("is asked about where there are more such files than can be looked at", async () => {
    for (let at = 0; at <= 200; at++) writeFileSync(join(folder, `project/src/${at}.key`), "x\n");
    const { runner, store } = await begin([use("run_command", { command: "grep -rn TODO ." })]);
    const { findings } = await stepIn(runner, store, "review");
    expect(findings.map(({ ruleId }) => ruleId)).toEqual(["secret.files-unknown"]);
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
  });

  it("[PO62] is asked about where there is no room for the values, so that none is shown", async () => {
    const { runner, store } = await begin([use("run_command", { command: "grep -rn TODO ." })], () => "not-all");
    const { findings } = await stepIn(runner, store, "review");
    expect(findings.map(({ ruleId }) => ruleId)).toEqual(["secret.too-many"]);
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
  });

  it("leaves it out as code_search, so that no pattern tells what is in it", async () => {
    const { runner, store } = await begin([use("code_search", { pattern: "PASSWORD[ =][zZ]" })]);
    await runner.idle();
    const finished = (await eventsOf(store, runner.id)).filter(({ type }) => type === "step.finished");
    expect(finished.map((event) => "output" in event && event.output)).toEqual([
      "./src/a.ts:1:// TODO PASSWORD zebra\n",
    ]);
  });
});

describe("[PO181] a line that names an ordinary file with a password in it", () => {
  const value = "Xk39vQpL2mWz7RtB";
  beforeEach(() => {
    writeFileSync(join(folder, "project/conf.json"), `{"db_password": "${value}", "name": "shop"}\n`);
    writeFileSync(join(folder, "project/plain.json"), '{"name": "shop", "port": 3000}\n');
  });

  it.each([
    "jq -r .db_password conf.json",
    "jq -r '.[]' src/../conf.json",
    "cut -d'\"' -f4 conf.json",
    "cat conf.json | jq -r '.[]'",
    "jq -r '.[]' < conf.json",
    "jq -r '.[]' *.json",
    "for f in *.json; do jq -r '.[]' \"$f\"; done",
    "awk '{print $2}' conf.json",
    "fold -w1 conf.json",
    "xxd conf.json",
    "tail -n 1 conf.json",
  ])("knows the value before it runs, so that it is hidden without its name: %s", async (command) => {
    const { runner, terminals, secrets } = await begin([use("run_command", { command })]);
    await runner.idle();
    expect(terminals.ran).toEqual([command]);
    expect(secrets.of(runner.id).clean(`${value}\n`)).toBe("‹secret:password#1›\n");
    expect(secrets.of(runner.id).clean([...value].join("\n"))).not.toMatch(/^\w$/m);
  });

  it.each(["cut -c18- conf.json", "rev conf.json", "grep -oE '[A-Za-z0-9]{9}' conf.json", "sed 's/X//' conf.json"])(
    "is asked about where it may print a piece of the value, or other letters for it: %s",
    async (command) => {
      const { runner, store } = await begin([use("run_command", { command })]);
      const { verdict, findings } = await stepIn(runner, store, "review");
      expect([verdict, findings.map(({ ruleId }) => ruleId)]).toEqual(["ask", ["secret.cut"]]);
      await runner.request({ type: "stop" }, mira);
      await runner.idle();
    },
  );

  it.each(["cut -c18- plain.json", "rev plain.json", "rev missing.json", "rev src/a.ts"])(
    "is free to print pieces of a file that holds none: %s",
    async (command) => {
      const { runner, terminals } = await begin([use("run_command", { command })]);
      await runner.idle();
      expect(terminals.ran).toEqual([command]);
    },
  );

  it.each([
    "grep -rhoE '[A-Za-z0-9]{16}' deep",
    "rg -o '[A-Za-z0-9]{16}' deep",
    "grep -rh password deep | rev",
    "find deep -name '*.yml' | xargs cat | rev | tail -n 3",
    "find deep -name '*.yml' -exec cut -c1-20 {} +",
    'for c in k X; do grep -rqs "word: $c" deep && echo "$c"; done',
    'for c in k X; do rg -q "word: $c" deep && echo "$c"; done',
  ])("[PO242] is asked about where it prints pieces of files below a folder: %s", async (command) => {
    rmSync(join(folder, "project/.env"));
    mkdirSync(join(folder, "project/deep/er"), { recursive: true });
    writeFileSync(join(folder, "project/deep/er/app.yml"), `name: shop\npassword: ${value}\n`);
    expect(await reviewOf(command)).toEqual(["ask", ["secret.cut"]]);
  });

  it.each([
    "find deep -name '*.yml' -exec cut -d' ' -f2 {} +",
    "grep -rh shop deep | awk '{print $2}'",
    "find deep -name '*.ts' | xargs cat | rev",
    "grep -rl shop deep | sed 's/deep.//'",
    "git status --short | cut -c4-",
  ])("[PO242] knows the values of files below a folder where it prints fields of them: %s", async (command) => {
    rmSync(join(folder, "project/.env"));
    mkdirSync(join(folder, "project/deep/er"), { recursive: true });
    writeFileSync(join(folder, "project/deep/er/app.yml"), `name: shop\npassword: ${value}\n`);
    execFileSync("git", ["init", "-q"], { cwd: join(folder, "project") });
    const { runner, terminals } = await begin([use("run_command", { command })]);
    await runner.idle();
    expect(terminals.ran).toEqual([command]);
  });

  it("looks at the beginning of a long file, and at what looks like a secret in one that is no text", async () => {
    writeFileSync(join(folder, "project/long.json"), `{"db_password": "${value}"}\n${"x\n".repeat(400_000)}`);
    writeFileSync(join(folder, "project/data.bin"), `PASSWORD=Qw82mnBvCx61\n${"\u0001\u0002\u0003".repeat(20)}`);
    const { runner, secrets } = await begin([use("run_command", { command: "tail -n 2 long.json data.bin" })]);
    await runner.idle();
    expect(secrets.of(runner.id).clean(value)).toBe("‹secret:password#1›");
    expect(secrets.of(runner.id).clean("Qw82mnBvCx61")).toBe("‹secret:password#2›");
  });

  it("[PO243] knows a password in Latin-1", async () => {
    const comment = Buffer.from(`# ${"äöüß".repeat(20)}\ndb_password=${value}\n`, "latin1");
    writeFileSync(join(folder, "project/conf.properties"), comment);
    expect(await reviewOf("cut -c14-20 conf.properties")).toEqual(["ask", ["secret.cut"]]);
  });

  it.each([
    "rev big.json | tail -n 3",
    "jq -r '.db_password[0:6]' big.json",
    "gzip -c big.json | xxd -p | head -n 2",
    "rev many/*.json | tail -n 3",
    "zcat conf.json.gz | rev",
    "gzip -dc < conf.json.gz | cut -c1-9",
    "base64 -d conf.b64 | rev",
    'for c in a k; do zgrep -q "word.*$c" conf.json.gz && echo $c; done',
    "find . -name '*.gz' -exec zcat {} + | rev",
  ])("[PO243] is asked about where not all of what it cuts was looked at: %s", async (command) => {
    rmSync(join(folder, "project/.env"));
    const line = `{"db_password": "${value}"}\n`;
    writeFileSync(join(folder, "project/big.json"), "plain line of it\n".repeat(20_000) + line);
    writeFileSync(join(folder, "project/conf.json.gz"), gzipSync(line));
    writeFileSync(join(folder, "project/conf.b64"), Buffer.from(line).toString("base64"));
    mkdirSync(join(folder, "project/many"));
    for (let at = 100; at <= 320; at++) writeFileSync(join(folder, `project/many/${at}.json`), "{}\n");
    expect(await reviewOf(command)).toEqual(["ask", ["secret.unseen"]]);
  });

  it.each([
    "tail -n 3 big.json",
    "zcat plain.json.gz | head -n 3",
    "xxd -l 16 plain.json.gz",
    "wc -l many/*.json",
    "base64 -d plain.b64 | jq .name",
  ])("[PO243] is free to print whole lines of what is too long, and of packed files: %s", async (command) => {
    writeFileSync(join(folder, "project/big.json"), "plain line of it\n".repeat(20_000));
    writeFileSync(join(folder, "project/plain.json.gz"), gzipSync("{}\n"));
    writeFileSync(join(folder, "project/plain.b64"), Buffer.from('{"name": "shop"}').toString("base64"));
    mkdirSync(join(folder, "project/many"));
    for (let at = 100; at <= 320; at++) writeFileSync(join(folder, `project/many/${at}.json`), "{}\n");
    const { runner, terminals } = await begin([use("run_command", { command })]);
    await runner.idle();
    expect(terminals.ran).toEqual([command]);
  });

  it.each([
    'for c in k X; do grep -q "word...$c" conf.json && echo "$c"; done',
    'for w in $(cat conf.json); do for c in k X; do [[ $w == *"$c"* ]] && echo "$c"; done; done',
    'for w in $(cat conf.json); do for c in k X; do case $w in *"$c"*) echo "$c";; esac; done; done',
    'for c in k X; do sed -n "/word...$c/=" conf.json; done',
    "printf 'k\\nX\\n' | sort - conf.json",
  ])("[PO241] is asked about where it tests the value with guesses: %s", async (command) => {
    expect(await reviewOf(command)).toEqual(["ask", ["secret.cut"]]);
  });

  it.each([
    "if grep -q db_password conf.json; then echo there; fi",
    'for f in *.json; do grep -c name "$f"; done',
    'for c in k X; do grep -q "word...$c" plain.json && echo "$c"; done',
  ])("[PO241] is free to search for what the line says, and in files that hold none: %s", async (command) => {
    const { runner, terminals } = await begin([use("run_command", { command })]);
    await runner.idle();
    expect(terminals.ran).toEqual([command]);
  });

  it("does not look where the file is printed as a whole", async () => {
    const { runner, secrets } = await begin([use("run_command", { command: "cat conf.json" })]);
    await runner.idle();
    expect(secrets.of(runner.id).clean(value)).toBe(value);
  });

  it("is asked about where there is no room for the values", async () => {
    const { runner, store } = await begin([use("run_command", { command: "sort conf.json" })], () => "not-all");
    const { findings } = await stepIn(runner, store, "review");
    expect(findings.map(({ ruleId }) => ruleId)).toEqual(["secret.too-many"]);
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
  });
});

describe("[PO61] what git prints of a repository that has ever held a .env", () => {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd: join(folder, "project"),
      encoding: "utf8",
    }).trim();

  /** The file is gone again: only history has it. */
  function commitSecret() {
    git("init", "-q");
    git("add", "-A", "-f");
    git("commit", "-qm", "all");
    const blob = git("rev-parse", "HEAD:.env");
    git("rm", "-q", ".env");
    git("commit", "-qm", "without");
    return blob;
  }

  it.each([
    "git log -p | rev",
    "git show HEAD~1 | cut -c15-",
    "git diff HEAD~1 | od -An -c",
    'x=$(git show HEAD~1 | rev); echo "$x"',
    'git show HEAD~1 | while read -r l; do echo "${l:14}"; done',
    "git log -p --word-diff-regex=.",
    "git grep PASSWORD HEAD~1 | rev",
    "cd src && git log -p | rev",
  ])("is asked about where the line prints pieces of lines: %s", async (command) => {
    commitSecret();
    const { runner, store } = await begin([use("run_command", { command })]);
    const { verdict, findings } = await stepIn(runner, store, "review");
    expect([verdict, findings.map(({ ruleId }) => ruleId)]).toEqual(["ask", ["secret.cut"]]);
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
  });

  it("is asked about in a stash, which no branch holds", async () => {
    rmSync(join(folder, "project/.env"));
    git("init", "-q");
    git("add", "-A");
    git("commit", "-qm", "all");
    writeFileSync(join(folder, "project/.env"), "DB_PASSWORD=Zq8vhunt3r77\n");
    git("stash", "-q", "--include-untracked");
    const { runner, store } = await begin([use("run_command", { command: "git stash show -p | rev" })]);
    const { findings } = await stepIn(runner, store, "review");
    expect(findings.map(({ ruleId }) => ruleId)).toEqual(["secret.cut"]);
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
  });

  it.each([(blob: string) => `git show ${blob.slice(0, 9)} | rev`, (blob: string) => `git cat-file -p ${blob} | rev`])(
    "is asked about where an object is named that has no name of its own",
    async (commandFor) => {
      const { runner, store } = await begin([use("run_command", { command: commandFor(commitSecret()) })]);
      const { findings } = await stepIn(runner, store, "review");
      expect(findings.map(({ ruleId }) => ruleId)).toEqual(["secret.history-unknown"]);
      await runner.request({ type: "stop" }, mira);
      await runner.idle();
    },
  );

  it.each([
    "git log -p",
    "git log --oneline | cut -c1-7",
    "git show HEAD:src/a.ts | cut -c1-5",
    "git diff --stat | cut -c1-9",
  ])("is free where whole lines are printed, or nothing of that file: %s", async (command) => {
    commitSecret();
    const { runner, terminals } = await begin([use("run_command", { command })]);
    await runner.idle();
    expect(terminals.ran).toEqual([command]);
  });

  it("is free to be cut where no such file was ever there", async () => {
    rmSync(join(folder, "project/.env"));
    git("init", "-q");
    git("add", "-A");
    git("commit", "-qm", "all");
    const { runner, terminals } = await begin([use("run_command", { command: "git log -p | rev" })]);
    await runner.idle();
    expect(terminals.ran).toEqual(["git log -p | rev"]);
  });
});

describe("[PO242] what git prints of an ordinary file with a password in it", () => {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: join(folder, "project") });

  beforeEach(() => {
    rmSync(join(folder, "project/.env"));
    writeFileSync(join(folder, "project/conf.json"), '{"db_password": "Xk39vQpL2mWz7RtB"}\n');
    git("init", "-q");
    git("add", "-A");
    git("commit", "-qm", "all");
    writeFileSync(join(folder, "project/conf.json"), "{}\n");
    git("commit", "-qam", "without");
  });

  it.each([
    ["git grep -h db_password HEAD~1 | rev", "secret.cut"],
    ["git show | rev | tail -n 4", "secret.cut"],
    ["git log -p | rev", "secret.cut"],
    ["git show HEAD~1:conf.json | rev", "secret.cut"],
    ["git blame HEAD~1 -- conf.json | cut -c60-", "secret.cut"],
    ["cd src && git show | rev", "secret.cut"],
    ["git show HEAD HEAD~1 | rev", "secret.cut"],
    ["timeout 5 git show | rev", "secret.history-unknown"],
    ['for c in a X; do git log --oneline -S"word...$c"; done', "secret.history-unknown"],
    ['for c in a X; do git grep -q "word.*$c" HEAD~1 && echo $c; done', "secret.history-unknown"],
  ])("is asked about in pieces: %s", async (command, ruleId) => {
    expect(await reviewOf(command)).toEqual(["ask", [ruleId]]);
  });

  it.each([
    "git show HEAD:src/a.ts | rev",
    "git diff | cut -c1-80",
    "git log -p -1 -- src | rev",
    "git show | head -n 3",
  ])("is free in pieces where they hold none: %s", async (command) => {
    const { runner, terminals } = await begin([use("run_command", { command })]);
    await runner.idle();
    expect(terminals.ran).toEqual([command]);
  });
});

describe("[PO211] what git prints of the messages of commits", () => {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: join(folder, "project") });

  function commit(message: string) {
    rmSync(join(folder, "project/.env"), { force: true });
    git("init", "-q");
    git("commit", "-qm", message, "--allow-empty");
    git("commit", "-qm", "Add a list", "--allow-empty");
  }

  it.each([
    "git log -1 --format=%s HEAD~1 | cut -c 8-20",
    "git log -2 '--format=%<(14,trunc)%s'",
    "git log -2 --pretty='format:%w(9)%s'",
    "git log --format=%f",
    "git log --oneline | rev",
    "git log --oneline | sed 's/password=//'",
    "git log | grep -o 'd=.....'",
    "git show -s HEAD~1 | tail -c 20",
    "git shortlog | fold -w 9 | head",
    "cd src && git log --oneline | cut -c1-30",
    "git reflog | cut -c1-40",
    "git rev-list --all --oneline | cut -c1-30",
    "git for-each-ref --format='%(subject)' | rev",
    "git for-each-ref --format='%(subject:sanitize)'",
    "git branch -v | cut -c 8-30",
  ])("is asked about in pieces where one of them holds a secret: %s", async (command) => {
    commit("x password=Gk3mvQ8sLzT1wYx0");
    const { runner, store } = await begin([use("run_command", { command })]);
    const { verdict, findings } = await stepIn(runner, store, "review");
    expect([verdict, findings.map(({ ruleId }) => ruleId)]).toEqual(["ask", ["secret.cut"]]);
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
  });

  it.each([
    "git log --oneline | head -20",
    "git log --oneline -5",
    "git log --oneline | grep list",
    "git log --format=%h | cut -c1-5",
    "git log --format='%an %ad' | sort | uniq -c",
    "git log --oneline | awk '{print $1}'",
    "git shortlog -sn | head -3",
    "git branch | cut -c3-",
    "git show HEAD:src/a.ts | cut -c1-5",
  ])("is free as whole lines and fields, and so is what holds none: %s", async (command) => {
    commit("x password=Gk3mvQ8sLzT1wYx0");
    const { runner, terminals } = await begin([use("run_command", { command })]);
    await runner.idle();
    expect(terminals.ran).toEqual([command]);
  });

  it.each(["git log --oneline | cut -c1-80", "git log '--format=%<(14,trunc)%s'", "git log --format=%f"])(
    "is free in pieces where none of them holds one: %s",
    async (command) => {
      commit("Change the words for a password: they are longer now");
      const { runner, terminals } = await begin([use("run_command", { command })]);
      await runner.idle();
      expect(terminals.ran).toEqual([command]);
    },
  );

  it("is hidden where a field of it stands without its name", async () => {
    commit("x password: Gk3mvQ8sLzT1wYx0");
    const { runner, terminals, secrets } = await begin([
      use("run_command", { command: "git log --format=%s | awk '{print $3}'" }),
    ]);
    await runner.idle();
    expect(terminals.ran).toEqual(["git log --format=%s | awk '{print $3}'"]);
    expect(secrets.of(runner.id).clean("Gk3mvQ8sLzT1wYx0\n")).toBe("‹secret:password#1›\n");
  });

  it.each(["git tag -n | rev", "git notes show HEAD~1 | rev"])("counts tags and notes too: %s", async (command) => {
    commit("Start");
    git("tag", "-am", "password=Gk3mvQ8sLzT1wYx0", "v1", "HEAD~1");
    git("notes", "add", "-m", "password=Gk3mvQ8sLzT1wYx0", "HEAD~1");
    const { runner, store } = await begin([use("run_command", { command })]);
    const { findings } = await stepIn(runner, store, "review");
    expect(findings.map(({ ruleId }) => ruleId)).toEqual(["secret.cut"]);
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
  });
});
