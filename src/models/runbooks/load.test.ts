import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRunbookModel, listRunbooks } from "./index.ts";
import { readRunbook } from "./load.ts";
import { converse, recordedShell } from "./testing/converse.ts";

const hello = `
name = "greeting"
title = "Who is greeted"
about = "An example."
examples = ["Greet the world"]
phrases = ["greet the world", "say hello to the planet"]

[[steps]]
id = "hello"
why = "Say it."
finds = "the greeting"
[[steps.try]]
run = "echo hello world"
facts = ['^hello (?<whom>\\w+)$']

[[summary]]
say = "It greets the {{hello.whom}}."
`;

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotty-runbooks-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("a person's own runbooks", () => {
  it("work like those that Cotty brings along", async () => {
    writeFileSync(join(folder, "hello.toml"), hello);
    const told = await converse(
      createRunbookModel({ userRunbooksDir: folder, platform: "linux" }),
      "please greet the world",
    );
    expect({ commands: told.commands, summary: told.summary }).toEqual({
      commands: ["echo hello world"],
      summary: "It greets the world.",
    });
  });

  it("replace one of the same name", async () => {
    writeFileSync(join(folder, "os.toml"), hello.replace('"greeting"', '"os-version"'));
    const { runbooks } = await listRunbooks({ userRunbooksDir: folder });
    expect(runbooks.filter(({ name }) => name === "os-version")).toEqual([
      {
        name: "os-version",
        title: "Who is greeted",
        about: "An example.",
        examples: ["Greet the world"],
        phrases: ["greet the world", "say hello to the planet"],
        file: join(folder, "os.toml"),
      },
    ]);
  });

  it("are none when the folder does not exist", async () => {
    const { runbooks, problems } = await listRunbooks({ userRunbooksDir: join(folder, "none") });
    expect({ own: runbooks.filter(({ file }) => file !== null), problems }).toEqual({ own: [], problems: [] });
  });

  it("are skipped one by one when they cannot be used, with the file, the field and the reason", async () => {
    writeFileSync(join(folder, "a.toml"), "name = \n");
    writeFileSync(join(folder, "b.toml"), hello.replace('title = "Who is greeted"\n', ""));
    writeFileSync(join(folder, "c.toml"), hello);
    writeFileSync(join(folder, "d.toml"), hello);
    writeFileSync(join(folder, "e.toml"), Buffer.alloc(300 * 1024, "#"));
    symlinkSync(join(folder, "gone"), join(folder, "f.toml"));
    mkdirSync(join(folder, "g.toml"));
    writeFileSync(join(folder, "notes.txt"), "not a runbook");
    const { runbooks, problems } = await listRunbooks({ userRunbooksDir: folder });
    expect(runbooks.filter(({ file }) => file !== null).map(({ file }) => file)).toEqual([join(folder, "c.toml")]);
    expect(problems.sort((x, y) => (x.file < y.file ? -1 : 1))).toEqual([
      { file: join(folder, "a.toml"), field: "line 1", reason: expect.stringContaining("Invalid TOML") },
      { file: join(folder, "b.toml"), field: "title", reason: expect.stringContaining("expected string") },
      { file: join(folder, "d.toml"), field: "name", reason: `"greeting" is the name of another file's runbook` },
      { file: join(folder, "e.toml"), field: "the file", reason: "is larger than 262144 bytes" },
      { file: join(folder, "f.toml"), field: "the file", reason: expect.stringContaining("ENOENT") },
    ]);
  });

  it("are named when nothing matches, since the one that was meant may be among them", async () => {
    writeFileSync(join(folder, "hello.toml"), hello.replace("run = ", "rum = "));
    const told = await converse(createRunbookModel({ userRunbooksDir: folder }), "greet the world");
    expect(told.text.split("\n")[1]).toMatch(
      new RegExp(
        `^Your runbook ${join(folder, "hello.toml")} cannot be used: steps\\[0\\]\\.try\\[0\\]\\.run .*expected string.*\\.$`,
      ),
    );
  });

  it("never stop the others from working", async () => {
    writeFileSync(join(folder, "bad.toml"), "]]");
    const model = createRunbookModel({ userRunbooksDir: folder, platform: "linux" });
    const told = await converse(model, "kernel version", recordedShell({ "uname -srm": "Linux 6.1 x86_64" }));
    expect(told.summary).toContain("The kernel is Linux 6.1 on x86_64.");
  });
});

describe("docs/runbooks.md", () => {
  const docs = readFileSync(join(import.meta.dirname, "../../../docs/runbooks.md"), "utf8");

  it("shows a runbook that works as it says", async () => {
    const [, example = ""] = /```toml\n(name = [\s\S]*?)```/.exec(docs) ?? [];
    writeFileSync(join(folder, "queue.toml"), example);
    const model = createRunbookModel({ userRunbooksDir: folder, platform: "linux" });
    const queue = `-Queue ID-  --Size-- ----Arrival Time---- -Sender/Recipient-------
A1B2C3D4E5*    2048 Sun Nov 15 09:12:01  shop@example.com
                                         mira@example.org
B1B2C3D4E5     1024 Sun Nov 15 09:13:01  shop@example.com
                                         jonas@example.org`;
    const told = await converse(model, "how long is the mail queue?", recordedShell({ "postqueue -p": queue }));
    expect(told.summary).toBe("2 messages wait (3 KiB):\n- 2 from `shop@example.com`");
  });

  it("lists every runbook that Cotty brings along, with its first example", async () => {
    const { runbooks } = await listRunbooks();
    const listed = [...docs.matchAll(/^\| `([a-z-]+)` \| (.+) \|$/gm)].map(([, name, example]) => [name, example]);
    expect(listed.slice(0, runbooks.length)).toEqual(runbooks.map(({ name, examples }) => [name, examples[0]]));
  });
});

describe("a runbook that is refused", () => {
  it.each([
    ['id = "hello"', 'id = "Hello"', "steps[0].id", "must be lower-case letters, digits and _"],
    ["run = ", "comand = ", "steps[0].try[0].run", "expected string"],
    ["{{hello.whom}}", "{{hello.who}}", "summary[0].say", '"hello.who" is not known here'],
    ["{{hello.whom}}", "{{hello.whom:loud}}", "summary[0].say", '"loud" is no format'],
    ["(?<whom>\\w+)", "(\\w+)", "steps[0].try[0].facts[0]", "has no named group"],
    ["(?<whom>\\w+)", "(?<whom>\\w+", "steps[0].try[0].facts[0]", "Invalid regular expression"],
    ["echo hello world", "echo {{whom}}", "steps[0].try[0].run", '"whom" is no parameter of this runbook'],
    ['finds = "the greeting"', 'finds = "the greeting"\nwhen = "hello.ok and"', "steps[0].when", "a value is missing"],
    [
      'finds = "the greeting"',
      'finds = "the greeting"\nwhen = "later.ok"',
      "steps[0].when",
      '"later.ok" is not known here',
    ],
    [
      "[[steps]]",
      '[parameters.x]\ntype = "port"\n[[steps]]',
      "parameters.x",
      "needs a default, a question, or optional = true",
    ],
    [
      "[[summary]]",
      '[[steps.values]]\nname = "n"\ncompute = "sum"\nfield = "size"\n[[summary]]',
      "steps[0].values[0].field",
      '"size" is no column of this step',
    ],
  ])("with %j as %j says which field and why", (from, to, field, reason) => {
    const read = readRunbook(hello.replace(from, to), "x.toml");
    expect(read).toEqual({ file: "x.toml", field, reason: expect.stringContaining(reason) });
  });
});
