import { describe, expect, it } from "vitest";
import { assess } from "../assess.ts";
import { conditionKey } from "../conditions.ts";
import type { PolicyContext } from "../types.ts";
import { parseRules } from "./parse-rules.ts";

const project = { folder: "/srv/app", name: "/home/dev/app" };
const text = `
[[rule]]
id = "npm-tests"
effect = "allow"
why = "Project tests"
when = { cmd = ["npm", ["test", "ci"]] }
examples = { match = ["npm test", "npm test -- src/a.test.ts"], not = ["npm test --prefix /srv/other"] }
`;
const { rules, problems } = parseRules(text, { scope: "project", file: "policy.toml", trusted: true, project });
const context: PolicyContext = { target: "local", shell: "bash", cwd: "/srv/app", home: "/home/dev", rules };
const verdictOf = (command: string, more: Partial<PolicyContext> = {}) =>
  assess(command, { ...context, ...more }).verdict;

describe("an allow rule of a project", () => {
  it.each([
    ["npm test", "/srv/app"],
    ["npm test", "/srv/app/src"],
    ["npm test", "/home/dev/app/src"],
    ["cd src && npm test -- a.test.ts --grep 'a, b'", "/srv/app"],
    ["cd /srv/app && npm ci --cache=.cache/npm", "/tmp"],
  ])("[PO151] holds in the project: %s in %s", (command, cwd) => {
    expect([problems, verdictOf(command, { cwd })]).toEqual([[], "allow"]);
  });

  it.each([
    ["npm test", "/srv"],
    ["npm test", "/srv/app-2"],
    ["npm test", ""],
    ["npm test", "/srv/app/node_modules/dep"],
    ["cd /srv/other && npm test", "/srv/app"],
    ["cd ../other && npm test", "/srv/app"],
    ["cd && npm test", "/srv/app"],
    ["cd -; npm test", "/srv/app"],
    ["cd node_modules/dep && npm test", "/srv/app"],
    ["env -C /srv/other npm test", "/srv/app"],
    ["sh -c 'npm test'", "/srv/app"],
    ["npm test --prefix /srv/other", "/srv/app"],
    ["npm test --prefix=/srv/other", "/srv/app"],
    ["npm test --prefix ../other", "/srv/app"],
    ["npm test --prefix ~/other", "/srv/app"],
    ["npm test --prefix=~/other", "/srv/app"],
    ["npm test --prefix $HOME/other", "/srv/app"],
    ["npm test -C/srv/other", "/srv/app"],
    ["npm test -kC/srv/other", "/srv/app"],
    ["npm test -Cnode_modules/dep", "/srv/app"],
    ["npm test -C ./node_modules/dep", "/srv/app"],
    ["npm test --prefix=x*", "/srv/app"],
    ["npm test --registry http://other.example/", "/srv/app"],
    ["npm test a:/srv/other", "/srv/app"],
  ])("[PO151] allows nothing that is or leads elsewhere: %s in %s", (command, cwd) => {
    expect(verdictOf(command, { cwd })).not.toBe("allow");
  });

  it("[PO151] allows nothing on another machine, and nothing where nobody says which project it is of", () => {
    const homeless = parseRules(text.replace(/examples.*/, ""), {
      scope: "project",
      file: "policy.toml",
      trusted: true,
    });
    expect([verdictOf("npm test", { target: "ssh:web-1" }), verdictOf("npm test", { rules: homeless.rules })]).toEqual([
      "ask",
      "ask",
    ]);
  });

  it("[PO151] rests on where the folder and the names really are, as the target says right before", () => {
    const { conditions, verdict } = assess("cd src && npm test --prefix=lib", context);
    expect([verdict, conditions]).toEqual([
      "allow",
      [
        { about: "landing", folder: { from: "here", path: "src" } },
        { about: "project", folder: { from: "here", path: "src" }, project: "/srv/app", words: ["lib"] },
      ],
    ]);
    const unmet = new Map(conditions.map((condition) => [conditionKey(condition), "It is elsewhere."]));
    expect(verdictOf("cd src && npm test --prefix=lib", { unmet })).toBe("ask");
  });
});

describe("a project's file that nobody has trusted", () => {
  const untrusted = (toml: string) => parseRules(toml, { scope: "project", file: "policy.toml", project });
  const deny = (id: number, more = "") =>
    `[[rule]]\nid = "r${id}"\neffect = "deny"\nwhy = "w"\nwhen = { cmd = ["x${id}"${more === "" ? "" : `], path = [${more}`}] }\n`;
  const many = (count: number, make: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => make(at)).join("");
  const examples = (count: number, example: string) =>
    `${deny(0)}examples = { not = [${many(count, () => `${JSON.stringify(example)},`)}] }\n`;

  it.each([
    ["100 rules", many(100, (at) => deny(at))],
    ["100 examples", examples(100, "ls")],
    ["an example of 200 characters", examples(1, `ls ${"a".repeat(197)}`)],
  ])("[PO153] is read with %s", (_what, toml) => {
    expect(untrusted(toml).problems).toEqual([]);
  });

  it.each([
    ["more text than people write", `#${"x".repeat(70_000)}`, "characters"],
    ["101 rules", many(101, (at) => deny(at)), "rules"],
    ["101 examples", examples(101, "ls"), "examples"],
    ["an example of 201 characters", examples(1, `ls ${"a".repeat(198)}`), "characters in an example"],
    [
      "1,001 words",
      deny(
        0,
        many(1001, (at) => `"${at}",`),
      ),
      "words in its conditions",
    ],
    ["2,001 characters of patterns", deny(0, `"${"?*".repeat(1001)}"`), "characters in patterns"],
  ])("[PO153] is not read with %s, so that everything is asked about", (_what, toml, what) => {
    const parsed = untrusted(toml);
    expect(parsed.problems[0]?.reason).toMatch(
      new RegExp(`^it has \\d+ ${what}; at most \\d+ are read before a person trusts it: cotty policy trust$`),
    );
    expect([parsed.rules.length, verdictOf("ls", { rules: parsed.rules })]).toEqual([1, "ask"]);
    // Once a person has read it, it is theirs.
    expect(parseRules(toml, { scope: "project", file: "policy.toml", trusted: true, project }).problems).toEqual([]);
  });
});
