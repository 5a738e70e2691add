import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { pathWildcards } from "../../base/index.ts";
import { assess } from "../assess.ts";
import { actingFileNames, actsUnattended, isToolSetting } from "../places/unattended-files.ts";
import type { PolicyContext } from "../types.ts";
import { parseRules } from "./parse-rules.ts";
import { proposeRule } from "./propose-rule.ts";

const here: PolicyContext = { target: "local", shell: "bash", cwd: "/p" };
const allowing = (when: string, command: string, context = here) => {
  const { rules } = parseRules(`[[rule]]\nid = "a"\neffect = "allow"\nwhy = "x"\nwhen = ${when}`, {
    scope: "user",
    file: "rules.toml",
  });
  return assess(command, { ...context, rules }).verdict;
};

const inside = '{ cmd = [["tsc", "touch", "eslint"]], options = [], operands = "inside", folder = ["/p"] }';
const fixing = '{ cmd = ["eslint"], options = ["--fix"], operands = "inside" }';

describe("[PO146] a word that names on the target decide", () => {
  it.each([
    ["could be an option", ["tsc *", "tsc *.ts", "tsc [-a]*", "tsc ?-outFile", "eslint --fix -*", "tsc $((1-2))"]],
    ["could be a file of further options", ["tsc ?resp", "tsc [@]resp", "tsc *resp"]],
    ["could be a file that acts or a hidden one", ["touch ?npmrc", "touch [.]npmrc", "touch src/*", "touch src/*.md"]],
    [
      "could be a setting that is written in a language",
      ["touch src/*.ts", "touch eslint.conf*.ts", "touch a/?rocfile"],
    ],
    ["leads up", ["touch src/*/../../x_*.py", "touch src/.*/x"]],
    ["is a name of a loop", ['for f in *; do touch "$f"; done', "for f in ?resp; do tsc $f; done"]],
    ["is a list in some shell", ["tsc {@,x}resp", "tsc {--outFile,x}", "tsc ^x", "tsc x~y", "tsc x#"]],
  ])("is not covered by a rule that allows where it %s", (_, commands) => {
    expect(commands.map((command) => [command, allowing(inside, command)])).toEqual(
      commands.map((command) => [command, "ask"]),
    );
  });

  it("is covered where its fixed text makes that impossible, and written names are as before", () => {
    const commands = ["touch tests/test_*.py", "tsc ./src/app_?.ts", "tsc a.ts"];
    expect(commands.map((command) => allowing(inside, command))).toEqual(commands.map(() => "allow"));
    expect(allowing(fixing, "eslint --fix src/app-*.ts b.ts")).toBe("allow");
  });

  it("is no part of the command, no value of an option, and nothing that a wider rule covers", () => {
    expect([
      allowing('{ cmd = ["make", "build_*"], ends = true }', "make build_*"),
      allowing('{ cmd = ["make", "build_*"], ends = true }', "make 'build_*'"),
      allowing('{ cmd = ["git", "commit"], options = ["-m"], operands = "inside" }', "git commit -m note_*.py"),
      allowing('{ cmd = ["git", "commit"], options = ["-m"], operands = "inside" }', "git commit -m 'note_*.py'"),
      allowing('{ cmd = ["tsc"], options = [["-p", "conf_*.py"]] }', "tsc -p conf_*.py"),
      allowing('{ cmd = ["prettier"], flags = "known" }', "prettier *"),
    ]).toEqual(["ask", "allow", "ask", "allow", "ask", "ask"]);
  });

  it("is not what a person is offered a rule for", () => {
    expect([
      proposeRule("tsc *", here),
      proposeRule("make a*", here),
      proposeRule("eslint a.ts", here)?.rule.id,
    ]).toEqual([null, null, "allow-eslint"]);
  });

  const examples = actingFileNames
    .map((name) =>
      name
        .replace(/^~?\//, "")
        .replace(/\/\*\*$/, "/x")
        .replaceAll("*", "x"),
    )
    .filter((name) => actsUnattended(name) !== null || isToolSetting(name));
  test.prop([fc.constantFrom(...examples), fc.nat(40), fc.nat(8)], { numRuns: 500 })(
    "never covers a pattern that matches a file which acts",
    (name, from, length) => {
      const start = from % name.length;
      const pattern = `${name.slice(0, start)}*${name.slice(start + length)}`;
      fc.pre(/^[\w./*-]+$/.test(pattern) && pathWildcards(pattern).test(name));
      expect(allowing(inside, `touch ${pattern}`)).not.toBe("allow");
    },
  );
});

it("[PO198] a rule about a command answers for nothing that an earlier one has left in the shell", () => {
  const rule = '{ cmd = ["make", "test"], folder = ["/p"] }';
  expect(allowing(rule, "make test")).toBe("allow");
  expect(allowing(rule, "make test", { ...here, leftVariables: ["MAKEFILES"] })).toBe("ask");
  expect(allowing(rule, "make test", { ...here, leftState: ["a trap"] })).toBe("ask");
});
