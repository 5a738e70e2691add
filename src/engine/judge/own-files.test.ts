import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import type { Target } from "../../protocol/index.ts";
import type { Terminal } from "../../terminal/index.ts";
import { parseKeys } from "../../terminal/index.ts";
import { createPolicyJudge } from "../index.ts";

/** `parent` holds a project beside Cotty's state, under a name that no list knows. */
let parent = "";
let terminal: Terminal;

beforeAll(async () => {
  parent = realpathSync(mkdtempSync(join(tmpdir(), "cotty-own-")));
  for (const folder of ["records/terminals/t1", "rules", "project/src", ".hidden/records", "elsewhere", "beside"])
    mkdirSync(join(parent, folder), { recursive: true });
  writeFileSync(join(parent, "records/cotty.db"), "the database\n");
  writeFileSync(join(parent, "records/terminals/t1/0.log"), "a raw log\n");
  writeFileSync(join(parent, "rules/policy.toml"), "");
  writeFileSync(join(parent, "project/src/a.ts"), "export {};\n");
  writeFileSync(join(parent, "project/notes.txt"), "notes\n");
  symlinkSync("../records", join(parent, "project/linked"));
  symlinkSync("../records", join(parent, "beside/linked"));
  // Folders of which only a link, or a link in a linked folder, leads there.
  for (const folder of ["project/twice", "inner"]) mkdirSync(join(parent, folder));
  symlinkSync("../inner", join(parent, "project/through"));
  symlinkSync("../../inner", join(parent, "project/twice/inner"));
  symlinkSync("../records/cotty.db", join(parent, "inner/a.ts"));
  linkSync(join(parent, "records/terminals/t1/0.log"), join(parent, "project/second-name.txt"));
  writeFileSync(join(parent, "elsewhere/x.txt"), "x\n");
  terminal = await createFakeTerminals().open({} as never);
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

async function opinionOf(command: string, options: { cwd?: string | null; state?: string; target?: Target } = {}) {
  const judge = createPolicyJudge({
    dangerousPatterns: [],
    rules: () => [],
    parseKeys,
    hostPolicy: () => "default",
    ownFolders: { state: [join(parent, options.state ?? "records")], config: [join(parent, "rules")] },
  });
  const cwd = options.cwd === null ? "" : join(parent, options.cwd ?? "project");
  const act = {
    kind: "command",
    text: command,
    target: options.target ?? "local",
    cwd,
    shell: "bash",
    agent: "cotty",
    session: "s",
  } as const;
  const { verdict, findings } = await judge(
    { ...act, place: { home: "/home/dev", project: cwd } },
    {
      terminal,
      signal: AbortSignal.timeout(20_000),
    },
  );
  return [verdict, findings.find(({ ruleId }) => ruleId.startsWith("cotty."))?.ruleId];
}

describe("[PO36] Cotty's state is known by where a path really leads", () => {
  it.each([
    "tail -c 300 ../recor?s/terminals/*/*.log",
    "cat ../rec*/cotty.db",
    "cat < ../recor?s/cotty.db",
    "cat ../{src,records}/cotty.db",
    'for f in ../recor@(d)s/*; do cat "$f"; done',
    "cd ..; cat records/cotty.db",
    'for f in ../rec*/*; do cat "$f"; done',
    "strings /proc/self/cwd/../records/cotty.db",
    "cd .. && strings /proc/self/cwd/records/cotty.db",
    "cat linked/cotty.db",
    "cat link*/cotty.db",
    "cat src/../linked/terminals/t1/0.log",
    "cat second-name.txt",
    "cat *.txt",
    "head -n1 **/*.txt",
    'x=$(< linked/cotty.db); echo "$x"',
    "awk 'BEGIN{while((getline l < \"../records/cotty.db\")>0) print l}'",
    "sed -n 'r ../records/cotty.db' notes.txt",
    "grep -f linked/cotty.db notes.txt",
    "sqlite3 ../recor?s/cotty.db .dump",
    "cp notes.txt ../rec*/x",
    "cp notes.txt linked",
    "echo x > linked/new",
    "rm ../rec?rds/cotty.db",
    "mv ../rec* elsewhere",
    "sort --files0-from=linked/cotty.db",
    "dd if=linked/cotty.db",
    "tar cf all.tar ../rec*",
    "cd ..; find . -exec grep -H . {} +",
    "cd .. && find -type f -exec head {} +",
    "diff -r .. src",
    "diff . src",
    "diff --to-file=src .",
    "ugrep . .",
    "zcat -rf .",
    "cd src && grep -R -e . ..",
    "cd src && grep -R --regexp=. ..",
    "cd src && rg -L -e . ..",
    "diff through src",
    "diff twice src",
    "grep -R database twice",
    "grep -Rn database .",
    "ls | xargs cat",
    "ls .. | xargs -I{} cat ../{}/cotty.db",
    "ls *.txt | xargs cat",
    "find . -name 'link*' | xargs cat",
    "rg -L database",
    "find -L . -type f -exec head {} +",
    "socat - UNIX-CONNECT:linked/host.sock",
  ])("to touch it is danger however it is spelled: %s", async (command) => {
    expect(await opinionOf(command)).toEqual(["danger", "cotty.state"]);
  });

  it.each([
    "grep -ra . ..",
    "find .. -type f | xargs cat",
    "cd .. && grep -r notes",
    "cd .. && grep -r -m 9 project",
    "cd .. && grep -r --include '*.x' project",
    "cd .. && rg notes",
    "rg notes ../",
  ])("to read everything in a folder around it is asked about: %s", async (command) => {
    expect(await opinionOf(command)).toEqual(["ask", expect.stringMatching(/^cotty\.state/)]);
  });

  it.each(["cp -r .. /tmp/copy", "tar czf all.tgz ..", "rm -r ../../", "rsync -a ../ /tmp/copy", "chmod -R 755 .."])(
    "to copy, change or delete a folder around it is danger: %s",
    async (command) => {
      expect((await opinionOf(command))[0]).toBe("danger");
    },
  );

  it.each([
    "cat notes.txt",
    "ls ../rec*",
    "ls -laR ..",
    "find .. -name '*.db'",
    "du -sh ..",
    "grep -rn export src",
    "find src -type f -exec head {} +",
    "cd .. && grep -rn -A 2 export project/src",
    "cat src/*.ts",
    "cut -d/ -f1 notes.txt",
    "tr . , < notes.txt",
    "find src -type f | xargs cat",
    "grep -rl export src | sort | xargs wc -l",
    "cd .. && ls && cat project/notes.txt",
    "cat ../elsewhere/*.txt",
  ])("names and other files stay free: %s", async (command) => {
    expect(await opinionOf(command)).toEqual(["allow", undefined]);
  });

  it.each(["rg export", "grep -r export", "grep -rn database ."])(
    "a search that stays out of links is free beside one that leads there: %s",
    async (command) => {
      expect(await opinionOf(command, { cwd: "beside" })).toEqual(["allow", undefined]);
    },
  );

  it.each(["rg export", "grep -r export", "cd .. && grep -rn database project", "find . -type f | xargs -n1 head"])(
    "[PO185] a search of a folder that has a second name of one of its files is asked about: %s",
    async (command) => {
      expect(await opinionOf(command)).toEqual(["ask", "cotty.state-below"]);
    },
  );

  it.each(["cp notes.txt ..", "mv notes.txt ../elsewhere/", "tar xf a.tar", "sed -i s/a/b/ src/a.ts"])(
    "ordinary work beside it is an ordinary question: %s",
    async (command) => {
      expect(await opinionOf(command)).toEqual(["ask", undefined]);
    },
  );

  it("asks about a pattern that a shell may take further than usual", async () => {
    const options = { cwd: ".", state: ".hidden/records" };
    expect(await opinionOf("cat */records/x", options)).toEqual(["ask", "cotty.state-below"]);
    expect(await opinionOf("cat .hid*/REC*/x", options)).toEqual(["ask", "cotty.state-below"]);
    expect((await opinionOf("cat ../recor@(d)s/cotty.db"))[0]).toBe("ask");
    expect((await opinionOf("cat ../!(project)/cotty.db"))[0]).toBe("ask");
  });

  it.each([
    "xargs cat < notes.txt",
    "xargs -a notes.txt cat",
    "cat notes.txt | xargs head",
    "grep . notes.txt | xargs cat",
    "rev <<< bd.yttoc/sdrocer/.. | xargs cat",
    "locate cotty.db | xargs cat",
  ])("asks about files whose names come out of a text: %s", async (command) => {
    expect((await opinionOf(command))[0]).toBe("ask");
  });

  it("asks where the terminal does not tell its folder, and the name may be one of ours", async () => {
    expect(await opinionOf("cat cotty.db", { cwd: null })).toEqual(["ask", "cotty.state-below"]);
    expect(await opinionOf("cat package.json", { cwd: null })).toEqual(["allow", undefined]);
  });

  it("is the same over ssh, since the host may be this machine", async () => {
    const target = "ssh:localhost" as const;
    expect(await opinionOf("cat ../recor?s/cotty.db", { target })).toEqual(["danger", "cotty.state"]);
    expect(await opinionOf(`strings ${parent}/records/cotty.db`, { target })).toEqual(["danger", "cotty.state"]);
    expect(await opinionOf("cat linked/terminals/t1/0.log", { target })).toEqual(["danger", "cotty.state"]);
    expect(await opinionOf("grep -r notes ..", { target })).toEqual(["ask", "cotty.state-below"]);
    expect(await opinionOf("cat notes.txt", { target })).toEqual(["allow", undefined]);
  });

  it("asks where the folder is only known when it runs, and the name may be one of ours", async () => {
    expect(await opinionOf('cd "$PLACE" && cat cotty.db')).toEqual(["ask", expect.stringMatching(/^cotty\.state/)]);
  });
});
