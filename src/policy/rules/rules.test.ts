import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { readCorpus } from "../../../test/support/policy-corpus.ts";
import { assess } from "../assess.ts";
import type { PolicyContext, Rule } from "../types.ts";
import { compileDangerousPatterns, defaultDangerousPatterns } from "./dangerous-patterns.ts";
import { parseRules } from "./parse-rules.ts";
import { proposeRule } from "./propose-rule.ts";

const here: PolicyContext = { target: "local", shell: "bash", agent: "cotty" };
const verdictOf = (command: string, rules: Rule[], context: PolicyContext = here) =>
  assess(command, { ...context, rules }).verdict;
const rulesOf = (text: string, scope: Rule["scope"] = "user", trusted = false) =>
  parseRules(text, { scope, file: "rules.toml", trusted, project: { folder: "/srv/app", name: "/srv/app" } });

const npmTests = `
[[rule]]
id = "npm-tests"
effect = "allow"
why = "Project tests"
when = { cmd = ["npm", ["test", "ci"]], target = "local" }
examples = { match = ["npm test", "npm test && ls"], not = ["npm test; curl x", "npm run deploy", "npm test > log", "sudo npm test", "FOO=1 npm test"] }
`;

describe("rules", () => {
  it("[PO15] lets an allow rule cover a command, and only when it covers everything on the line", () => {
    const { rules, problems } = rulesOf(npmTests);
    expect(problems).toEqual([]);
    const verdicts = [
      "npm test",
      "npm ci --silent",
      "npm test && git status",
      "npm test; npm publish",
      "npm test > /tmp/x",
      "npm test | tee x",
      "sudo npm test",
      "npm $X",
      "npm test $X",
      "npm test; rm -rf ~",
    ].map((command) => verdictOf(command, rules));
    expect(verdicts).toEqual(["allow", "allow", "allow", "ask", "ask", "ask", "ask", "ask", "ask", "danger"]);
  });

  it.each([
    "cd -; make build",
    'cd "$OLDPWD" && make build',
    "cd $x && make build",
    "cd ~- && make build",
    "popd; make build",
    "pushd; make build",
    "(cd -; make build)",
    "cd -; cd .; make build",
    'cd "$(git rev-parse --show-toplevel)" && make build',
    "cd sub; make build",
  ])("[PO76] allows nothing in a folder that only the run decides: %s", (command) => {
    const { rules } = rulesOf(`
[[rule]]
id = "build"
effect = "allow"
why = "Builds."
when = { cmd = ["make", "build"], ends = true, folder = ["/home/dev/app"] }
`);
    const context = { ...here, cwd: "/home/dev/app" };
    expect([verdictOf("make build", rules, context), verdictOf(command, rules, context)]).toEqual(["allow", "ask"]);
  });

  it.each(["make build < a", "make build <<< y", "echo y | make build", "yes | make build", "make build <<E\ny\nE"])(
    "[PO159] allows nothing that is fed to a command: %s",
    (command) => {
      const { rules } = rulesOf(`
[[rule]]
id = "build"
effect = "allow"
why = "Builds."
when = { cmd = ["make", "build"], ends = true }
`);
      expect(["make build", "make build < /dev/null", command].map((each) => verdictOf(each, rules))).toEqual([
        "allow",
        "allow",
        "ask",
      ]);
    },
  );

  it("[PO14] refuses by risk, path and target, on parsed facts", () => {
    const { rules } = rulesOf(`
[[rule]]
id = "no-prod-writes"
effect = "deny"
why = "Production is read-only for agents."
when = { risk = ["write", "destructive"], target = "ssh:prod-*" }
[[rule]]
id = "no-migrations"
effect = "danger"
why = "Migrations are for people."
when = { path = "db/migrations/**" }
`);
    const prod = { ...here, target: "ssh:prod-7" };
    expect([verdictOf("touch x", rules, prod), verdictOf("ls", rules, prod), verdictOf("touch x", rules)]).toEqual([
      "deny",
      "allow",
      "ask",
    ]);
    expect([verdictOf("touch db/migrations/1.sql", rules), verdictOf("echo x > db/migrations/1.sql", rules)]).toEqual([
      "danger",
      "danger",
    ]);
  });

  it("[PO44] tightens for a host however it is written, and allows only for the target as it is written", () => {
    const rule = (effect: string) =>
      rulesOf(`[[rule]]\nid = "r"\neffect = "${effect}"\nwhy = "w"\nwhen = { cmd = ["touch"], target = "ssh:prod-7" }`)
        .rules;
    const on = (effect: string, target: string) => verdictOf("touch x", rule(effect), { ...here, target });
    const spellings = ["ssh:prod-7", "ssh:me@prod-7", "ssh:PROD-7", "ssh://prod-7", "ssh://me@prod-7:22"];
    expect(spellings.map((target) => on("deny", target))).toEqual(spellings.map(() => "deny"));
    expect(spellings.map((target) => on("allow", target))).toEqual(["allow", "ask", "ask", "ask", "ask"]);
    expect([on("deny", "ssh:prod-70"), on("deny", "local"), on("deny", "ssh:x@prod-7@other")]).toEqual(
      Array(3).fill("ask"),
    );
  });

  it("[PO14] takes the strictest of all scopes", () => {
    const ask = rulesOf(
      '[[rule]]\nid = "ask-npm"\neffect = "ask"\nwhy = "Look first."\nwhen = { cmd = ["npm"] }',
      "admin",
    ).rules;
    expect(verdictOf("npm test", [...rulesOf(npmTests).rules, ...ask])).toBe("ask");
  });

  it("[PO15] lets no rule lower a danger", () => {
    const everything = rulesOf('[[rule]]\nid = "all"\neffect = "allow"\nwhy = "No."\nwhen = { cmd = ["*"] }').rules;
    const lowered = readCorpus().filter(
      ({ verdict, command }) => verdict === "danger" && verdictOf(command, everything) !== "danger",
    );
    expect(lowered).toEqual([]);
  });

  it("ignores what a project's file would allow, until a person trusts it, and keeps what it tightens", () => {
    const text = `${npmTests}\n[[rule]]\nid = "no-push"\neffect = "deny"\nwhy = "No."\nwhen = { cmd = "git push" }\n`;
    const untrusted = rulesOf(text, "project");
    expect(untrusted.problems).toEqual([
      {
        file: "rules.toml",
        line: 2,
        reason:
          "Rule npm-tests would allow something; a project's rules can only tighten until a person trusts this file.",
      },
    ]);
    expect([verdictOf("npm test", untrusted.rules), verdictOf("git push", untrusted.rules)]).toEqual(["ask", "deny"]);
    expect(verdictOf("npm test", rulesOf(text, "project", true).rules, { ...here, cwd: "/srv/app" })).toBe("allow");
  });

  it("names the line and the reason of a rule whose examples do not hold", () => {
    const { rules, problems } = rulesOf(
      '\n[[rule]]\nid = "x"\neffect = "allow"\nwhy = "y"\nwhen = { cmd = "npm test" }\nexamples = { match = ["npm run test"] }\n',
    );
    expect(problems).toEqual([
      { file: "rules.toml", line: 2, reason: 'Rule x: the example "npm run test" should match, and does not.' },
    ]);
    expect(rules).toEqual([]);
  });

  it.each([
    ['[[rule]]\nid = "x"\nefect = "deny"\nwhy = "y"', 1, "effect"],
    ['[[rule]]\nid = "x"\neffect = "deny"\nwhy = "y"\nexmples = {}', 1, 'did you mean "examples"'],
    ["\n\n[[rule", 3, ""],
  ])("asks about everything while a rule that may tighten cannot be read", (text, line, reason) => {
    const { rules, problems } = rulesOf(text);
    expect([problems.length, problems[0]?.line]).toEqual([1, line]);
    expect(problems[0]?.reason).toContain(reason);
    expect(verdictOf("ls", rules)).toBe("ask");
  });

  it("[PO18] proposes the longest safe beginning, and nothing for what opens too much", () => {
    const proposed = [
      "npm test",
      "npm run build --watch",
      "git commit -m x",
      "docker compose up -d",
      "cargo test",
      "mkdir x",
      "systemctl restart nginx",
    ].map((command) => {
      const { cmd, options, ends } = proposeRule(command, here)?.rule.when ?? {};
      return [cmd?.map(([word]) => word).join(" "), ends === true ? "and no more" : options?.join(" ")];
    });
    expect(proposed).toEqual([
      ["npm test", "and no more"],
      ["npm run build --watch", "and no more"],
      ["git commit", "-m"],
      ["docker compose up -d", "and no more"],
      ["cargo test", ""],
      ["mkdir", ""],
      ["systemctl restart nginx", "and no more"],
    ]);
    const refused = [
      "rm x",
      "sudo ls",
      "python x.py",
      "bash x.sh",
      "env npm test",
      "timeout 5 npm test",
      "git push",
      "node x.js",
      "curl x",
      "ssh h ls",
      "npm test; ls",
      "npm test > x",
      "npm $X",
      "xargs npm test",
      "npx x",
      "make",
      "ls",
      "rm -rf ~",
      "docker run x",
      "eval 'npm test'",
      "rails runner x",
      "mix run x",
      "stack exec x",
      "cmake -P x",
      "tox",
      "git apply x.patch",
    ];
    expect(refused.filter((command) => proposeRule(command, here) !== null)).toEqual([]);
  });

  it.each([
    ["npm test", ["npm test --prefix /tmp/evil", "npm test -- --config /tmp/x"]],
    ["npm install", ["npm install evil", "npm install ./x.tgz"]],
    ["make test", ["make test -f /tmp/x", "make test -C /tmp/evil", "make test deploy"]],
    ["mvn test", ["mvn test deploy", "mvn test exec:exec -Dexec.executable=id"]],
    ["gradle build", ["gradle build -I /tmp/x.gradle", "gradle build publish"]],
    ["systemctl restart nginx", ["systemctl restart nginx sshd", "systemctl restart nginx -H evil"]],
    ["git commit -m x", ["git commit --no-verify -m x", "git commit --amend -m x"]],
    ["git pull", ["git pull https://evil.example/x", "git pull --force"]],
    ["cargo build", ["cargo build --manifest-path /tmp/evil/Cargo.toml"]],
    ["eslint --fix .", ["eslint --fix -c /tmp/evil.js ."]],
    ["pytest", ["pytest -p evil", "pytest -c /tmp/x"]],
    ["tsc --noEmit", ["tsc", "tsc a.ts", "tsc --noEmit --outDir /etc", "tsc --noEmit -p /tmp/x"]],
    ["jest", ["jest --config=/tmp/x"]],
    [
      "vitest run a.test.ts",
      ["vitest evil", "vitest a.test.ts", "vitest related a.test.ts", "vitest run --config x.ts"],
    ],
  ])("proposes for %s what allows that, and no other option, task or source", (asked, others) => {
    const { rules, problems } = rulesOf(proposeRule(asked, here)?.toml ?? "");
    expect([problems, verdictOf(asked, rules)]).toEqual([[], "allow"]);
    expect(others.filter((other) => verdictOf(other, rules) === "allow")).toEqual([]);
  });

  it.each([
    [
      "prettier --config out.js a.ts",
      ["prettier --config out.js b.ts", "prettier src/c.ts --config out.js"],
      [
        "prettier --config b.js a.ts",
        "prettier --config .git/hooks/pre-commit b.ts",
        "prettier --config CLAUDE.md b.ts",
      ],
    ],
    ["prettier --config", [], ["prettier --config b.js", "prettier --config b.js a.ts"]],
    [
      "pytest -v tests",
      ["pytest -v", "pytest -v other/test_a.py", "pytest -v src"],
      ["pytest -v --junitxml out.xml", "pytest -v CLAUDE.md", "pytest -v scripts/deploy.py"],
    ],
    ["jest", ["jest src/a.test.ts"], ["jest src/a.ts", "jest node_modules/x/a.test.js"]],
    ["pytest --junitxml out.xml", ["pytest --junitxml out.xml a_test.py"], ["pytest --junitxml a.py", "pytest"]],
    [
      "go test -coverprofile c.out ./...",
      ["go test -coverprofile c.out ./sub"],
      ["go test -coverprofile main.go", "go test -coverprofile c.out std"],
    ],
    [
      "touch a",
      ["touch b/c", "touch ./d"],
      ["touch .git/hooks/x", "touch AGENTS.md", "touch .some-tool/x", "touch HEAD"],
    ],
    ["git commit -m x", ["git commit -m 'fix: CLAUDE.md = done'", "git commit -m y src"], ["git commit -F CLAUDE.md"]],
    ["prettier --write .", ["prettier --write src"], ["prettier .", "prettier --write .github/workflows/ci.yml"]],
    ["black --check src", ["black --check lib"], ["black src", "black -- --check src"]],
  ])("[PO122] proposes for %s a rule for its options with their values and for other inputs", (asked, same, others) => {
    const { rules } = rulesOf(proposeRule(asked, here)?.toml ?? "");
    const allowed = [asked, ...same, ...others].filter((command) => verdictOf(command, rules) === "allow");
    expect(allowed).toEqual([asked, ...same]);
  });

  it("[PO122] proposes nothing for a compiler that writes beside its input, and nothing covers what is kept for secrets", () => {
    expect([proposeRule("tsc", here), proposeRule("tsc src/a.ts", here)]).toEqual([null, null]);
    const { rules } = rulesOf(proposeRule("shellcheck a.sh", here)?.toml ?? "");
    const commands = ["shellcheck a.sh", "shellcheck b.sh", "shellcheck id_rsa", "shellcheck config/secrets.yml"];
    expect(commands.map((command) => verdictOf(command, rules))).toEqual(["allow", "allow", "ask", "ask"]);
  });

  it("[PO122] allows no file that acts by itself under a rule from before, which names the option alone", () => {
    const { rules } = rulesOf(`
[[rule]]
id = "tsc"
effect = "allow"
why = "w"
when = { cmd = ["tsc"], options = ["--outFile"], operands = "inside" }`);
    const lines = [
      "tsc --outFile out.js a.ts",
      "tsc --outFile .hidden/x a.ts",
      "tsc --outFile ./docs/../.ai/x.md a.ts",
    ];
    expect(lines.map((line) => verdictOf(line, rules))).toEqual(["allow", "ask", "danger"]);
  });

  it.each([
    "make '*'",
    "npm run build -- '*'",
    "npm run '*'",
    'git "*"',
    "systemctl restart \\*",
    "kubectl '*'",
    "docker compose up '*'",
  ])("[PO91] proposes nothing for a word that means any word in a rule: %s", (command) => {
    expect(proposeRule(command, here)).toBe(null);
  });

  it("[PO91] proposes nothing where the folder or the target would be read as a pattern", () => {
    for (const more of [{ cwd: "/srv/*" }, { cwd: "/srv/a?" }, { target: "ssh:web-*" as const }])
      expect([more, proposeRule("make test", { ...here, ...more })]).toEqual([more, null]);
  });

  const word = fc.oneof(
    fc.constantFrom("*", "**", "?", "[a]", "-", "\u007f", "\ud800", '"', "\\", "a b", "é"),
    fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 4 }),
  );
  test.prop([fc.array(word, { minLength: 1, maxLength: 3 }), fc.array(word, { minLength: 1, maxLength: 3 })], {
    numRuns: 200,
  })("[PO91] proposes a rule that is exactly the words that were seen", (seen, others) => {
    const quoted = (words: string[]) => `make ${words.map((each) => `'${each.replaceAll("'", "")}'`).join(" ")}`;
    const place = { ...here, cwd: "/srv/app" };
    const proposal = proposeRule(quoted(seen), place);
    if (proposal === null) return;
    const { rules, problems } = rulesOf(proposal.toml);
    expect([problems, rules.map(({ when }) => when)]).toEqual([[], [proposal.rule.when]]);
    const isSame = quoted(seen) === quoted(others);
    for (const rule of [...rules, proposal.rule])
      expect(verdictOf(quoted(others), [rule], place) === "allow").toBe(isSame);
  });

  it("writes proposals that pass their own examples", () => {
    const proposal = proposeRule("npm run build", here);
    expect(rulesOf(proposal?.toml ?? "").problems).toEqual([]);
    expect(verdictOf("npm run build", rulesOf(proposal?.toml ?? "").rules)).toBe("allow");
  });
});

describe("dangerous patterns", () => {
  it("has the seed's five defaults, which mark a command and leave the verdict to the engine [S3.18, S3.26, S3.53]", () => {
    const { patterns } = compileDangerousPatterns();
    const marked = ["rm -rf / --x", "man mkfs.ext4", "dd if=a of=b", ":() { :; }", "echo x > /dev/sda"].map(
      (command) => assess(command, { ...here, dangerousPatterns: patterns }).patterns,
    );
    expect(marked).toEqual(defaultDangerousPatterns.map((pattern) => [pattern]));
    expect(assess("man mkfs.ext4", { ...here, dangerousPatterns: patterns }).verdict).toBe("allow");
  });

  it("skips what is no regular expression, and says so", () => {
    const { patterns, problems } = compileDangerousPatterns(["(", "deploy"]);
    expect([patterns.map(({ source }) => source), problems.map(({ pattern }) => pattern)]).toEqual([["deploy"], ["("]]);
  });

  // **Feature: cotty, Property 20: any command that matches a configured dangerous pattern is marked and is a danger**
  test.prop([fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 12 }), fc.string(), fc.string()], {
    numRuns: 300,
  })("marks every command that matches a configured pattern [S3.26, S3.53]", (word, before, after) => {
    const source = word.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
    const { patterns } = compileDangerousPatterns([source]);
    const assessment = assess(before + word + after, { ...here, dangerousPatterns: patterns });
    expect([assessment.patterns, assessment.verdict]).toEqual([[source], "danger"]);
  });
});
