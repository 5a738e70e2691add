import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { endOf, waitingCommand } from "../../../test/support/waiting-command.ts";

let around = "";
let folder = "";
const files = [
  ...["scripts/a.sh", "scripts/b", "lib/a.py", "lib/helper.js", "lib/Foo.pm", "lib/foo.rb", "lib/x.lua", "lib/libx.so"],
  ...["run.sh", "lib.sh", "list", "data", "rules.mk", "Makefile", "package.json", "src/main.ts", "tests/conftest.py"],
  ...[
    "build.gradle",
    "docker/entry",
    "main.py",
    "Dockerfile",
    "x.rb",
    "y.js",
    "sub/deep/tool.sh",
    "go.mod",
    "x/x_test.go",
  ],
  ...["../other/a.py", "../other/tool", "../other/steps/one", "../other/lib.sh", "../other/run.sh"],
];

beforeEach(() => {
  around = mkdtempSync(join(tmpdir(), "cotty-swapped-"));
  folder = join(around, "work");
  for (const name of files) put(name, "echo harmless\n");
  mkdirSync(join(folder, ".git/hooks"), { recursive: true });
});
afterEach(() => rmSync(around, { recursive: true, force: true }));

function put(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text, { mode: /(?:one|tool|entry|\/b)$/.test(name) ? 0o755 : 0o644 });
}

const waiting = (command: string) => waitingCommand(folder, command);

/** Nothing ran, the person was asked again, and then it ran: once, and for the new basis. */
async function expectAskedAgain(command: string, change: () => void) {
  const { terminals, runner, step, approve, again } = await waiting(command);
  change();
  await approve(step);
  const asked = await again();
  const end = endOf(runner.state, step.id);
  expect([end?.[0], terminals.ran]).toEqual(["context-changed", []]);
  await approve(asked);
  await runner.idle();
  expect(terminals.ran).toEqual([command]);
  return end?.[1];
}

describe("code that no word of the line names, and that was swapped between the question and the approval", () => {
  it.each([
    // Programs that run whatever lies in a folder.
    ["run-parts scripts", "scripts/b"],
    ["run-parts ../other/steps", "../other/steps/one"],
    ['for f in scripts/*.sh; do sh "$f"; done', "scripts/a.sh"],
    ['for f in scripts/*; do "$f"; done', "scripts/b"],
    ["find . -name '*.sh' -exec sh {} \\;", "scripts/a.sh"],
    ["find ../other -name run.sh -exec sh {} +", "../other/run.sh"],
    ["ls scripts | xargs -n1 sh", "scripts/b"],
    ["cat list | while read f; do sh $f; done", "scripts/b"],
    ["xargs -a list -n1 sh", "scripts/a.sh"],
    ["parallel sh ::: scripts/a.sh scripts/b", "lib.sh"],
    // Clients that take along what no word names.
    ["kubectl apply -k scripts", "lib/a.py"],
    ["kubectl apply -R -f sub", "sub/deep/tool.sh"],
    ["gcloud builds submit", "build.gradle"],
    ["brew bundle", "Dockerfile"],
    ["aws s3 sync sub s3://bucket", "sub/deep/tool.sh"],
    ["scp -r sub web:/srv", "sub/deep/tool.sh"],
    ["rsync -a sub/ web:/srv", "sub/deep/tool.sh"],
    ["cp -r sub copy", "sub/a.csv"],
    ["cp -r sub/. copy", "sub/logo.png"],
    ["cd sub && cp -r deep copy", "sub/deep/a.csv"],
    ["cp -r s*b copy", "sub/a.csv"],
    ["bash -c 'cp -r sub copy'", "sub/a.csv"],
    ["tar czf x.tgz sub", "sub/a.csv"],
    ["tar -C sub -cf x.tar .", "sub/node_modules/a.png"],
    ["zip -r x.zip sub", "sub/tmp/a.csv"],
    ["rsync -a sub/ web:/srv", "sub/a.csv"],
    ["scp -r sub web:/srv", "sub/a.csv"],
    ["docker cp sub web:/srv", "sub/a.csv"],
    ["aws s3 sync sub s3://bucket", "sub/a.csv"],
    // A program and the rest of it.
    [
      "sh ../tools/bin/x.sh",
      "../tools/lib/x.sh",
      () => {
        put("../tools/bin/x.sh", ". ../lib/x.sh\n");
        put("../tools/lib/x.sh", "true\n");
      },
    ],
    // Variables and options that say where code is found.
    ["PYTHONPATH=lib python3 -m a", "lib/a.py"],
    ["PYTHONPATH=../other python3 -m a", "../other/a.py"],
    ["PYTHONPATH=/nowhere:../other python3 -c 'import a'", "../other/a.py"],
    ["NODE_PATH=lib node y.js", "lib/helper.js"],
    ["NODE_OPTIONS='--require ./lib/helper' npm test", "lib/helper.js"],
    ["node -r ./lib/helper y.js", "src/main.ts"],
    ["PERL5LIB=lib perl -MFoo -e 1", "lib/Foo.pm"],
    ["perl -Ilib -MFoo -e 1", "lib/Foo.pm"],
    ["ruby -I lib -r foo x.rb", "lib/foo.rb"],
    ["RUBYLIB=lib RUBYOPT=-rfoo ruby x.rb", "lib/foo.rb"],
    ["LUA_PATH='lib/?.lua' lua -l x", "lib/x.lua"],
    ["LD_LIBRARY_PATH=lib ls", "lib/libx.so"],
    ["LD_PRELOAD=lib/libx.so ls", "lib/libx.so"],
    ["php -d auto_prepend_file=run.sh -r 1", "lib.sh"],
    ["MAKEFILES=rules.mk make", "lib.sh"],
    ["CLASSPATH=lib java Main", "lib/helper.js"],
    ["GOFLAGS=-toolexec=../other/tool go test ./...", "../other/tool"],
    ["GIT_SSH_COMMAND=../other/run.sh git fetch", "../other/lib.sh"],
    // What named files take in by themselves.
    ["./run.sh", "lib.sh"],
    ["sh run.sh", "scripts/b"],
    ["sh ../other/run.sh", "../other/lib.sh"],
    ["python3 main.py", "lib/a.py"],
    ["node y.js", "src/main.ts"],
    ["cd sub && sh deep/tool.sh", "lib.sh"],
    ["cd ../other && sh run.sh", "../other/lib.sh"],
    // Tools of a project, whose files say what runs.
    ["make", "rules.mk"],
    ["make -C ../other", "../other/lib.sh"],
    ["npm test", "src/main.ts"],
    ["npm run build", "scripts/b"],
    ["npx jest", "src/main.ts"],
    ["pytest", "tests/conftest.py"],
    ["tox", "tests/conftest.py"],
    ["nox", "main.py"],
    ["pip install .", "lib/a.py"],
    ["cargo test", "src/main.ts"],
    ["go test ./...", "x/x_test.go"],
    ["gradle build", "scripts/b"],
    ["mvn test", "src/test/java/org/example/app/web/pages/ATest.java"],
    ["docker build .", "docker/entry"],
    ["docker compose up", "docker/entry"],
    ["terraform plan", "lib/a.py"],
    ["ansible-playbook list", "scripts/b"],
    ["mytool", "src/main.ts"],
    ["sudo make install", "scripts/b"],
    ["bash -c 'make all'", "rules.mk"],
    ["git commit -m x", "src/main.ts", () => put(".git/hooks/pre-commit", "npm test\n")],
    ["npm run release", ".git/hooks/pre-push", () => put(".git/hooks/pre-push", "true\n")],
  ])("[AP12] is asked about again: %s with another %s", async (command, file, before = () => {}) => {
    before();
    await expectAskedAgain(command, () => put(file, "echo evil\n"));
  });

  it.each<[string, (at: (name: string) => string) => void]>([
    ["is new", () => put("lib/new.py", "evil\n")],
    ["is gone", (at) => rmSync(at("lib.sh"))],
    [
      "changed places with another",
      (at) => {
        renameSync(at("lib.sh"), at("was"));
        renameSync(at("scripts/a.sh"), at("lib.sh"));
        renameSync(at("was"), at("scripts/a.sh"));
      },
    ],
    [
      "became a link",
      (at) => {
        rmSync(at("lib.sh"));
        symlinkSync(at("scripts/a.sh"), at("lib.sh"));
      },
    ],
    [
      "has the size and the time that it had",
      (at) => {
        const then = new Date(1e12);
        writeFileSync(at("lib.sh"), readFileSync(at("lib.sh"), "utf8").replace("harmless", "evil    "));
        utimesSync(at("lib.sh"), then, then);
      },
    ],
  ])("[AP12] is asked about again where a file %s", async (_how, change) => {
    const then = new Date(1e12);
    utimesSync(join(folder, "lib.sh"), then, then);
    await expectAskedAgain("sh run.sh", () => change((name) => join(folder, name)));
  });

  it("tells the folder and the file that changed last", async () => {
    const why = await expectAskedAgain("make", () => put("scripts/b", "evil\n"));
    expect(why).toBe(
      `Files in ${folder} that it may run or take along changed after this was proposed, so nothing ran. The last change there was to scripts/b.`,
    );
  });
});

describe("a change that is nothing to the command", () => {
  it.each([
    ["sh run.sh", "server.log"],
    ["npm test", "node_modules/.cache/x.js"],
    ["npm test", "data.sqlite-wal"],
    ["make", ".git/index"],
    ["make", ".git/refs/heads/main"],
    ["sh run.sh", "../other/a.py"],
    ["rm -rf scripts", "src/main.ts"],
    ["touch x", "lib.sh"],
    ["echo a > list", "lib.sh"],
    ["git commit -m x", "src/main.ts"],
    ["mv scripts tools", "lib.sh"],
    ["cp -r sub copy", "lib.sh"],
    ["cp -r sub copy", "copy/a.csv"],
    ["cp -r sub copy", "sub/server.log"],
    ["tar xf data -C sub", "sub/a.csv"],
    ["rsync -a sub/ copy/", "copy/a.csv"],
  ])("asks nobody: %s with another %s", async (command, file) => {
    const { terminals, runner, step, approve } = await waiting(command);
    put(file, "more\n");
    await approve(step);
    await runner.idle();
    expect(terminals.ran).toEqual([command]);
  });
});

describe("a folder that cannot be compared as a whole", () => {
  const told = (where: string) =>
    `It may run or take along files of ${where}, where Cotty cannot compare all of them: one that is swapped before it runs may go unnoticed.`;
  const sayings = ({ findings }: { findings: readonly { ruleId: string; say: string }[] }) =>
    findings.filter(({ ruleId }) => ruleId === "basis.partial").map(({ say }) => say);

  it("[AP12] is told to the person who approves, and its uppermost files are compared still", async () => {
    mkdirSync(join(folder, "many/of/them"), { recursive: true });
    for (let at = 0; at <= 5_000; at++) writeFileSync(join(folder, `many/of/them/${at}.js`), "");
    const { terminals, runner, step, approve, again } = await waiting("make");
    expect(sayings(step)).toEqual([told(folder)]);
    writeFileSync(join(folder, "many/of/them/7.js"), "evil");
    put("scripts/b", "evil\n");
    await approve(step);
    const asked = await again();
    expect(endOf(runner.state, step.id)?.[0]).toBe("context-changed");
    writeFileSync(join(folder, "many/of/them/7.js"), "worse");
    await approve(asked);
    await runner.idle();
    expect(terminals.ran).toEqual(["make"]);
  });

  it("[AP12] is told where a copied folder is too large, or is one in which everything writes", async () => {
    mkdirSync(join(folder, "many/of/them"), { recursive: true });
    for (let at = 0; at <= 5_000; at++) writeFileSync(join(folder, `many/of/them/${at}.csv`), "");
    mkdirSync(join(folder, "var/log"), { recursive: true });
    for (const name of ["many", "var/log"])
      expect(sayings((await waiting(`cp -r ${name} copy`)).step)).toEqual([told(join(folder, name))]);
  });

  it("[AP12] is told where the shell does not say which folder it is in", async () => {
    const { step } = await waitingCommand("", "make");
    expect(sayings(step)).toEqual([told("the folder it is in")]);
  });

  it("[AP12] is told nobody where all of it is compared", async () => {
    const { step } = await waiting("make");
    expect([sayings(step), step.basis?.trees?.map(({ path }) => path)]).toEqual([[], [folder]]);
  });
});
