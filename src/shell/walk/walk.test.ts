import { expect, it } from "vitest";
import { readable } from "../arg.ts";
import { noFlow, someFlow, textFlow } from "../flow.ts";
import type { Judge } from "../judge.ts";
import { parseShell } from "../parse.ts";
import { newShell } from "../shell-state.ts";
import { walkScript } from "./index.ts";
import { createBudget } from "./walk.ts";

/** Walks through a line and writes down what the judge is told, one fact a line. `echo` prints its words. */
function factsOf(line: string, { parts = 100 } = {}): string[] {
  const facts: string[] = [];
  const tell = (...words: (string | false)[]) => void facts.push(words.filter((word) => word !== false).join(" "));
  const judge: Judge = {
    command(part, argv) {
      const words = argv.map(({ text }) => readable(text));
      tell("command", ...words, part.stdin.text !== null && `reading ${JSON.stringify(part.stdin.text)}`);
      return words[0] === "echo" ? textFlow(`${words.slice(1).join(" ")}\n`) : someFlow;
    },
    functionDefinition: ({ path }) => tell("function", path),
    inputFile(_part, file) {
      tell("opens", file.text);
      return someFlow;
    },
    outputFile: (_part, file, { appends }) => tell("creates", file.text, appends && "to append"),
    outputWritten: (_part, file, { content, how }) =>
      tell(how, file.text, content.text !== null && JSON.stringify(content.text)),
    assignment: (_part, { name, value, scope }) => tell("assigns", `${name}=${readable(value.text)}`, "for", scope),
    variableUse: ({ path }) => tell("uses", path),
    pathTest: ({ path }) => tell("tests", path),
    comparison: (_part, value, pattern) => tell("compares", readable(value.text), "with", readable(pattern.text)),
    splitFileNames: () => tell("splits file names"),
    endlessLoop: (_part, { startsProcesses, appends, commands, hasEnd }) =>
      tell(
        hasEnd ? "long loop" : "endless loop",
        `of ${commands.join(" ")}`,
        startsProcesses && "starts processes",
        appends && "appends",
      ),
    suspicion: ({ path }, kind) => tell("suspicion", kind, path),
    background(_part, { isOneCommand }, walk) {
      tell("background", isOneCommand && "of one command");
      return walk();
    },
  };
  const settings = { judge, believes: true, isZsh: false, budget: createBudget(parts) };
  const text = { text: line, shell: newShell("bash", line, { believes: true }), via: [], fixedSpan: null };
  walkScript(parseShell(line, "bash").script, text, settings, noFlow);
  return facts;
}

it.each<[line: string, facts: string[]]>([
  ["ls -l a", ["command ls -l a"]],
  ["a && b || c; d", ["command a", "command b", "command c", "command d"]],
  ["echo hi | cat", ["command echo hi", 'command cat reading "hi\\n"']],
  ["x=$(echo a)/b; ls $x", ["command echo a", "assigns x=a/b for shell", "uses x", "command ls a/b"]],
  ["A=1 ls", ["assigns A=1 for command", "command ls"]],
  ["export A=1", ["assigns A=1 for word", "command export A=1"]],
  ["ls $y", ["uses y", "command ls $…"]],
  ["echo hi > f 2>> g", ["creates f", "creates g to append", "command echo hi", 'write f "hi\\n"', "append g"]],
  ["cat < f", ["opens f", "command cat"]],
  ["> f", ["creates f", "truncate f"]],
  ["cat <<< hi", ['command cat reading "hi"']],
  [
    "for x in a b; do ls $x; done",
    ["assigns x=a for shell", "assigns x=b for shell", "uses x", "command ls a", "uses x", "command ls b"],
  ],
  [
    "while true; do a & done",
    ["endless loop of a starts processes", "command true", "background of one command", "command a"],
  ],
  [
    "while true; do a; b >> c; done",
    ["endless loop of a b appends", "command true", "command a", "creates c to append", "command b", "append c"],
  ],
  [
    "c=ls; f() { $c; }; c=rm; f",
    ["assigns c=ls for shell", "function f", "uses c", "command $…", "assigns c=rm for shell", "command f"],
  ],
  ["[[ -f p ]] && a", ["tests p", "command a"]],
  ["a <(b)", ["background of one command", "command b", "command a <(…)"]],
  ["echo ${x[$y]}", ["uses y", "suspicion arithmetic $y", "uses x", "command echo $…"]],
  ["a$IFS-b", ["suspicion hides-words $IFS", "uses IFS", "command a$…-b"]],
  [": ${x:=y}", ["uses x", "assigns x=y for shell", "command : $…y"]],
])("tells the judge what the line does, in the shell's order: %s", (line, facts) => {
  expect(factsOf(line)).toEqual(facts);
});

it("takes the text of what a command prints as unknown where the command may not run", () => {
  expect(factsOf("a || echo hi | cat")).toEqual(["command a", "command echo hi", 'command cat reading "hi\\n"']);
  expect(factsOf("(a || echo hi) | cat")).toEqual(["command a", "command echo hi", "command cat"]);
});

it("takes the value of a variable as unknown behind a part that may not have run", () => {
  expect(factsOf("a && x=b; ls $x")).toEqual(["command a", "assigns x=b for shell", "uses x", "command ls $…"]);
});

it("stops a line that has more parts than its budget", () => {
  expect(() => factsOf("a; b; c", { parts: 2 })).toThrow("the command has more parts than can be judged");
});

it.each(["[[ a ]]", "((1))"])(
  "[PO28] stops loops in loops that have more rounds than the budget, also around %s",
  (body) => {
    const line = `${"for x in a b c d; do ".repeat(3)}${body}${"; done".repeat(3)}`;
    expect(() => factsOf(line, { parts: 60 })).toThrow("the command has more parts than can be judged");
  },
);
