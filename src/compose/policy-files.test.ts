import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { assess } from "../policy/index.ts";
import { loadPolicyFiles, type PolicyPlaces, trustProjectRules } from "./policy-files.ts";
import { createRuleBook } from "./rule-book.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotty-rules-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const places = (): PolicyPlaces => ({
  adminFile: join(folder, "admin.toml"),
  userFile: join(folder, "user.toml"),
  projectFile: join(folder, "project.toml"),
  trustFile: join(folder, "trusted-rules"),
});
const project = (text: string) => writeFileSync(join(folder, "project.toml"), text);
const rule = (effect: string, cmd: string) =>
  `[[rule]]\nid = "${effect}"\neffect = "${effect}"\nwhy = "so"\nwhen = { cmd = ["${cmd}"] }\n`;
const verdictOf = async (command: string) =>
  assess(command, { target: "local", shell: "bash", rules: (await loadPolicyFiles(places())).rules }).verdict;

describe("a project's rules", () => {
  it("only tighten until a person trusts the very same content", async () => {
    project(rule("allow", "npm") + rule("deny", "ls"));
    expect([await verdictOf("npm test"), await verdictOf("ls")]).toEqual(["ask", "deny"]);
    await trustProjectRules(places());
    expect(await verdictOf("npm test")).toBe("allow");
    // Also line ends, blanks and comments are content: what was read is what is trusted.
    project((rule("allow", "npm") + rule("deny", "ls")).replaceAll("\n", "\r\n"));
    expect([await verdictOf("npm test"), await verdictOf("ls")]).toEqual(["ask", "deny"]);
    project(rule("allow", "npm"));
    expect(await verdictOf("npm test")).toBe("ask");
  });

  it("hold in the sessions of that project, also below its folder and in a daemon that began elsewhere", async () => {
    const repository = join(folder, "repository");
    mkdirSync(join(repository, ".git"), { recursive: true });
    mkdirSync(join(repository, ".cotty"));
    mkdirSync(join(repository, "src"));
    writeFileSync(join(repository, ".cotty", "policy.toml"), rule("allow", "npm") + rule("deny", "ls"));
    const book = createRuleBook(await loadPolicyFiles(places()));
    await book.restore("s_1", [], { target: "local", cwd: join(repository, "src") });
    await book.restore("s_2", [], { target: "local", cwd: folder });
    const verdicts = (session: string) =>
      ["ls", "npm test"].map(
        (command) => assess(command, { target: "local", shell: "bash", rules: book.rulesFor(session) }).verdict,
      );
    expect([verdicts("s_1"), verdicts("s_2")]).toEqual([
      ["deny", "ask"],
      ["allow", "ask"],
    ]);
  });

  it("that cannot be understood make everything a question", async () => {
    project(`${rule("allow", "npm")}[[rule]\nid = `);
    expect([await verdictOf("ls"), (await loadPolicyFiles(places())).problems.length]).toEqual(["ask", 1]);
  });

  it.each([
    ["a link to a device", () => symlinkSync("/dev/zero", join(folder, "project.toml"))],
    ["a pipe", () => execFileSync("mkfifo", [join(folder, "project.toml")])],
    ["a folder", () => mkdirSync(join(folder, "project.toml"))],
    ["more than a megabyte", () => project("#".repeat(1_100_000))],
  ])("are refused at once where they are %s: nothing starts without them", async (_what, make) => {
    make();
    await expect(loadPolicyFiles(places())).rejects.toMatchObject({ code: "policy.unreadable" });
  });
});
