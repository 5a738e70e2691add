import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ruleFileAccess } from "../../config/index.ts";
import { assess } from "../../policy/index.ts";
import { createRuleBook } from "./rule-book.ts";
import type { RuleFiles } from "./rule-files.ts";
import { trustProjectRules } from "./trusted-projects.ts";
import { openWrittenRules } from "./written-rules.ts";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "cotty-rules-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const places = (): RuleFiles => ({
  adminFile: join(folder, "admin.toml"),
  userFile: join(folder, "user.toml"),
  trustFile: join(folder, "trusted-rules"),
  personFolder: null,
  ...ruleFileAccess,
});
const rule = (effect: string, cmd: string) =>
  `[[rule]]\nid = "${effect}-${cmd}"\neffect = "${effect}"\nwhy = "so"\nwhen = { cmd = ["${cmd}"] }\n`;
const rulesFile = (name: string) => join(folder, name, ".cotty", "policy.toml");
/** A repository with this file of rules. */
function project(name: string, text: string): string {
  mkdirSync(join(folder, name, ".git"), { recursive: true });
  mkdirSync(dirname(rulesFile(name)), { recursive: true });
  writeFileSync(rulesFile(name), text);
  return join(folder, name);
}
/** Verdicts in a session that was opened in a folder, whose terminal is there or elsewhere. */
async function verdicts(cwd: string, commands: string[], options: { at?: string; files?: RuleFiles } = {}) {
  const { rules } = await openWrittenRules(options.files ?? places()).rulesAt({ target: "local", cwd });
  return commands.map(
    (command) => assess(command, { target: "local", shell: "bash", cwd: options.at ?? cwd, rules }).verdict,
  );
}

describe("a project's rules", () => {
  it("[PO16] only tighten until a person trusts the very same content", async () => {
    const text = rule("allow", "npm") + rule("deny", "ls");
    const here = project("app", text);
    expect(await verdicts(here, ["npm test", "ls"])).toEqual(["ask", "deny"]);
    await trustProjectRules(places(), here);
    expect(await verdicts(here, ["npm test", "ls"])).toEqual(["allow", "deny"]);
    // Also line ends, blanks and comments are content: what was read is what is trusted.
    project("app", text.replaceAll("\n", "\r\n"));
    expect(await verdicts(here, ["npm test", "ls"])).toEqual(["ask", "deny"]);
    project("app", rule("allow", "npm"));
    expect(await verdicts(here, ["npm test"])).toEqual(["ask"]);
  });

  it("[PO150] are trusted in their own real folder: a copy, or a link to them, in another project allows nothing", async () => {
    const good = project("good", rule("allow", "npm"));
    const copy = project("copy", rule("allow", "npm"));
    const linked = join(folder, "linked");
    mkdirSync(join(linked, ".git"), { recursive: true });
    symlinkSync(join(good, ".cotty"), join(linked, ".cotty"));
    await trustProjectRules(places(), good);
    expect([
      await verdicts(good, ["npm test"]),
      await verdicts(copy, ["npm test"]),
      await verdicts(linked, ["npm test"]),
    ]).toEqual([["allow"], ["ask"], ["ask"]]);
    symlinkSync(good, join(folder, "another-name"));
    expect(await verdicts(join(folder, "another-name"), ["npm test"])).toEqual(["allow"]);
  });

  it("[PO150] are not trusted by an entry of their text alone, and the next trust says how many there were", async () => {
    const text = rule("allow", "npm");
    const here = project("app", text);
    const old = createHash("sha256").update(text).digest("hex");
    writeFileSync(join(folder, "trusted-rules"), `${old}\n${"0".repeat(64)}\n`);
    expect(await verdicts(here, ["npm test"])).toEqual(["ask"]);
    expect(await trustProjectRules(places(), here)).toEqual({ text, folder: here, dropped: 2 });
    expect(readFileSync(join(folder, "trusted-rules"), "utf8")).toBe(`${old} ${JSON.stringify(here)}\n`);
    expect(await verdicts(here, ["npm test"])).toEqual(["allow"]);
  });

  it("[PO151] hold for the sessions of that project, wherever the process was started", async () => {
    const good = project("good", rule("allow", "npm") + rule("deny", "ls"));
    mkdirSync(join(good, "src"));
    const other = project("other", "");
    await trustProjectRules(places(), good);
    const book = createRuleBook(openWrittenRules({ ...places(), personFolder: good }));
    await book.restore("s_1", [], { target: "local", cwd: join(good, "src") });
    await book.restore("s_2", [], { target: "local", cwd: other });
    await book.restore("s_3", [], { target: "ssh:web-1", cwd: "~" });
    const of = async (session: string, target: string, cwd: string) => {
      const rules = await book.rulesFor(session);
      return ["ls", "npm test"].map((command) => assess(command, { target, shell: "bash", cwd, rules }).verdict);
    };
    expect([
      await of("s_1", "local", join(good, "src")),
      await of("s_2", "local", other),
      // On another machine no folder is the project's. What tightens holds there, too.
      await of("s_3", "ssh:web-1", good),
    ]).toEqual([
      ["deny", "allow"],
      ["allow", "ask"],
      ["deny", "ask"],
    ]);
  });

  it("[PO151] allow nothing once the terminal of the session is in another project", async () => {
    const good = project("good", rule("allow", "npm"));
    const evil = project("evil", "");
    await trustProjectRules(places(), good);
    expect(await verdicts(good, ["npm test", `cd ${evil} && npm test`])).toEqual(["allow", "ask"]);
    expect(await verdicts(good, ["npm test", `cd ${good} && npm test`], { at: evil })).toEqual(["ask", "allow"]);
  });

  it("[PO151] of the folder that a daemon was started in mean nothing where a session's folder is no path", async () => {
    const before = process.cwd();
    process.chdir(project("good", rule("deny", "ls")));
    try {
      expect([await verdicts("", ["ls"]), await verdicts(".", ["ls"])]).toEqual([["allow"], ["allow"]]);
    } finally {
      process.chdir(before);
    }
  });

  it("[PO17] that cannot be understood make everything a question", async () => {
    const here = project("app", `${rule("allow", "npm")}[[rule]\nid = `);
    expect(await verdicts(here, ["ls"])).toEqual(["ask"]);
  });

  it.each([
    ["a link to a device", (file: string) => symlinkSync("/dev/zero", file)],
    ["a pipe", (file: string) => void execFileSync("mkfifo", [file])],
    ["a folder", (file: string) => void mkdirSync(file)],
    ["a link to itself", (file: string) => symlinkSync(file, file)],
    ["more than a megabyte", (file: string) => writeFileSync(file, "#".repeat(1_100_000))],
  ])("[PO152] make everything a question at once where they are %s", async (_what, make) => {
    const here = project("app", "");
    rmSync(rulesFile("app"));
    make(rulesFile("app"));
    const { rules, problems } = await openWrittenRules(places()).rulesAt({ target: "local", cwd: here });
    expect(rules).toMatchObject([{ effect: "ask", when: {}, isUnread: true, scope: "project" }]);
    expect(rules[0]?.why).toContain(`${rulesFile("app")} cannot be read: `);
    expect(rules[0]?.why).toContain(`Make ${rulesFile("app")} a readable file, or move it away.`);
    expect(problems.length).toBe(1);
  });
});

describe("files of rules", () => {
  it("[PO152] hold as they are now: what a person adds, takes back or no longer trusts counts at once", async () => {
    const here = project("app", rule("allow", "npm"));
    await trustProjectRules(places(), here);
    const files = openWrittenRules(places());
    const now = async () => {
      const { rules } = await files.rulesAt({ target: "local", cwd: here });
      return ["uname -a", "npm test", "make"].map(
        (command) => assess(command, { target: "local", shell: "bash", cwd: here, rules }).verdict,
      );
    };
    const seen = [await now()];
    writeFileSync(join(folder, "user.toml"), rule("deny", "uname") + rule("allow", "make"));
    seen.push(await now());
    // The same size, and at once: no time of a change tells it.
    writeFileSync(join(folder, "user.toml"), rule("deny", "unamf") + rule("allow", "make"));
    seen.push(await now());
    rmSync(join(folder, "user.toml"));
    seen.push(await now());
    writeFileSync(join(folder, "trusted-rules"), "");
    seen.push(await now());
    writeFileSync(join(folder, "admin.toml"), rule("deny", "make"));
    seen.push(await now());
    expect(seen).toEqual([
      ["allow", "allow", "ask"],
      ["deny", "allow", "allow"],
      ["allow", "allow", "allow"],
      ["allow", "allow", "ask"],
      ["allow", "ask", "ask"],
      ["allow", "ask", "deny"],
    ]);
  });

  it("[PO152] that can no longer be read make everything a question, also the list of trusted projects", async () => {
    const here = project("app", rule("allow", "npm"));
    await trustProjectRules(places(), here);
    const files = openWrittenRules(places());
    const unread = async () =>
      (await files.rulesAt({ target: "local", cwd: here })).rules
        .filter(({ isUnread }) => isUnread)
        .map(({ source }) => source.file);
    expect(await unread()).toEqual([]);
    for (const name of ["user.toml", "admin.toml", "trusted-rules"]) {
      rmSync(join(folder, name), { force: true });
      mkdirSync(join(folder, name));
      expect(await unread()).toEqual([join(folder, name)]);
      rmSync(join(folder, name), { recursive: true });
    }
    expect(await unread()).toEqual([]);
  });

  it("[PO152] get a rule that a person allows always, under a name that is not there yet", async () => {
    const book = createRuleBook(openWrittenRules(places()));
    const folders = ["one", "two"].map((name) => project(name, ""));
    for (const cwd of folders) {
      await book.restore(cwd, [], { target: "local", cwd });
      const context = { target: "local", shell: "bash" as const, cwd, rules: await book.rulesFor(cwd) };
      const proposed = book.propose("npm test", context);
      if (proposed === null) throw new Error("nothing was proposed");
      await book.add("always", cwd, proposed);
    }
    appendFileSync(join(folder, "user.toml"), rule("deny", "ls"));
    expect([
      await verdicts(folders[0] ?? "", ["npm test", "ls"]),
      await verdicts(folders[1] ?? "", ["npm test"]),
    ]).toEqual([["allow", "deny"], ["allow"]]);
  });
});
