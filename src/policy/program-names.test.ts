import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { effectPrograms } from "./effects/index.ts";
import { judges } from "./judges/index.ts";
import { programs } from "./programs/index.ts";

const policy = dirname(fileURLToPath(import.meta.url));
const src = dirname(policy);
const known = new Set([...programs.keys(), ...effectPrograms.keys(), ...judges.keys()]);

/** The evaluator, and the reader of shells. Judges, runners and rows are about programs. */
const generic = [
  ...readdirSync(policy).map((name) => join(policy, name)),
  ...readdirSync(join(src, "shell"), { recursive: true, encoding: "utf8" }).map((name) => join(src, "shell", name)),
].filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));

/** Names that these files compare something with all the same, and why that is no knowledge of a program. */
const excepted: Readonly<Record<string, string>> = {
  // What a word of a shell's grammar does to the shell itself: it moves, fills variables, reads text, wraps.
  "shell/function-effects.ts":
    "cd pushd popd eval source read printf mapfile readarray getopts declare local export typeset unset command builtin",
  "shell/nested-shell.ts": "builtin command eval source time trap alias nocorrect noglob",
  "shell/endless-loop.ts": "true false sleep",
  "shell/walk/redirects.ts": "true",
  // The word `time` is the shell's own where a pipeline begins.
  "shell/plain-language/commands.ts": "time",
  // Names of variables, not of programs.
  "policy/assigned-variables.ts": "functions watch zle zsh fish bash https",
  "policy/read-variables.ts": "history mapfile functions cotty",
  // The name of an option.
  "policy/prove-reading.ts": "format",
  // Readers of what git prints, for whoever has to know which file or message that was.
  "policy/printed-history.ts": "git diff grep log fsck help",
  "policy/printed-messages.ts": "log format",
};

/** What holds the name of a command, as the evaluator writes it. */
const holdsName = /(?:^|\.)(?:name|program|via)$|\b(?:job|given|part|owner)\.path$|argv\[0\]|\bname\?\.value/;

interface Comparison {
  file: string;
  /** What stands there in quotes or as an expression. */
  text: string;
}

/** Texts that a file compares the name of a command with: by an operator, an expression, a set, a list or a table. */
function comparisons(file: string, source: string): Comparison[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const constants = new Map<string, string>();
  const found: Comparison[] = [];
  const collect = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer !== undefined)
      constants.set(node.name.getText(tree), node.initializer.getText(tree));
    ts.forEachChild(node, collect);
  };
  const textOf = (node: ts.Expression): string => constants.get(node.getText(tree)) ?? node.getText(tree);
  const isName = (node: ts.Node | undefined): boolean => node !== undefined && holdsName.test(node.getText(tree));
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText(tree))) {
      if (isName(node.left)) found.push({ file, text: textOf(node.right) });
      if (isName(node.right)) found.push({ file, text: textOf(node.left) });
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && isName(node.arguments[0]))
      if (/^(?:test|has|includes|get)$/.test(node.expression.name.text))
        found.push({ file, text: textOf(node.expression.expression) });
    if (ts.isElementAccessExpression(node) && isName(node.argumentExpression))
      found.push({ file, text: textOf(node.expression) });
    ts.forEachChild(node, visit);
  };
  collect(tree);
  visit(tree);
  return found;
}

/** Whole words of a text, without the letters that an expression needs for itself: single ones say nothing. */
const wordsIn = (text: string): string[] => text.replaceAll(/\\[a-zA-Z]/g, " ").match(/[\w+.-]+\w/g) ?? [];

function namesIn(file: string, source: string): string[] {
  const allowed = new Set((excepted[file] ?? "").split(" "));
  const names = comparisons(file, source)
    // Only what is written out: a map from another file is a table of its own.
    .filter(({ text }) => /["'`/]/.test(text))
    .flatMap(({ text }) => wordsIn(text))
    .filter((word) => known.has(word) && !allowed.has(word));
  return [...new Set(names)];
}

describe("the evaluator", () => {
  it("[PO201] knows no program by its name: what is to be known of one stands in its row, or beside its judge", () => {
    const wrong = generic.flatMap((file) => {
      const name = relative(src, file);
      return namesIn(name, readFileSync(file, "utf8")).map((word) => `${name}: ${word}`);
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    ['const x = job.name === "tar";', ["tar"]],
    ['if (name !== "git") stop();', ["git"]],
    ["const greps = /^(?:[ef]?grep|rg)$/; const y = greps.test(job.name);", ["grep", "rg"]],
    ['const wide = new Set("find xargs".split(" ")); const y = wide.has(name);', ["find", "xargs"]],
    ['const y = ["true", "sleep"].includes(name);', ["true", "sleep"]],
    ['const inputs = { docker: "-f" }; const y = inputs[job.name];', ["docker"]],
    ["const y = /^(?:find|fd)/.test(via);", ["find", "fd"]],
    ["const y = programs.get(job.name); const z = job.shell.functions.has(name);", []],
    ['const y = role === "read" || /^(?:open|stat)$/.test(role);', []],
  ])("is seen to know one by %s", (source, names) => {
    expect(namesIn("policy/x.ts", source)).toEqual(names);
  });
});
