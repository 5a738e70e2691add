import type { ArithmeticFor, CompoundList, For, Select, While } from "unbash";
import { type Arg, hole, plainArg } from "../arg.ts";
import { isEndless, roundsOf } from "../endless-loop.ts";
import { type Flow, mergeFlows, noFlow } from "../flow.ts";
import { forgetAssigned } from "../function-effects.ts";
import { believed, conditionally, inRounds } from "../shell-values.ts";
import { isNumber } from "../variables.ts";
import { checkArithmetic } from "../words/evaluated-text.ts";
import { resolveWord } from "../words/resolve.ts";
import { valueInLoop } from "../words/split-words.ts";
import { partAt, spanOf, type Walk } from "./walk.ts";

/** A loop over more words than these is walked once, with an unknown value. */
const maxLoopWords = 16;

export function walkWhile(walk: Walk, node: While, input: Flow): Flow {
  forgetAssigned(node, walk.shell);
  if (isEndless(node)) tellEndless(walk, node.body, { hasEnd: false });
  return inRounds(walk.shell, () => mergeFlows(walk.visit(node.clause, input), walk.visit(node.body, input)));
}

/** `for ((i = 0; i < 5; i++))` */
export function walkArithmeticFor(walk: Walk, node: ArithmeticFor, input: Flow): Flow {
  checkArithmetic(node.initialize, walk.words);
  // These do not happen where the loop ends at once, or where the first sum fails.
  conditionally(walk.shell, () => {
    for (const part of [node.test, node.update]) checkArithmetic(part, walk.words);
  });
  forgetAssigned(node.body, walk.shell);
  if (node.test === undefined) tellEndless(walk, node.body, { hasEnd: false });
  return inRounds(walk.shell, () => walk.visit(node.body, input));
}

/** `for name in …`, `select name in …` */
export function walkFor(walk: Walk, node: For | Select, input: Flow): Flow {
  const { shell } = walk;
  const words = node.wordlist?.flatMap((word) => resolveWord(word, walk.words)) ?? null;
  forgetAssigned(node.body, shell);
  const isHuge = node.wordlist?.some((word) => /\{-?\d+\.\.\d{4,}|seq\s+\d{4,}/.test(word.text)) === true;
  if (isHuge) tellEndless(walk, node.body, { hasEnd: true });
  const name = node.name.value;
  for (const value of words ?? [plainArg(hole.variable, spanOf(walk, node))])
    walk.settings.judge.assignment(partAt(walk, node.name, name), {
      name,
      value,
      span: spanOf(walk, node.name),
      scope: "shell",
    });
  const values = valuesOf(walk, node, words ?? []);
  return inRounds(shell, () =>
    values.reduce<Flow>((flow, value) => {
      // A round without a command (`[[ a ]]`, `((1))`) costs as well: nested loops multiply.
      walk.settings.budget.spend(1);
      shell.variables.set(name, believed(shell, name, value));
      const next = mergeFlows(flow, walk.visit(node.body, input));
      shell.variables.set(name, null);
      return next;
    }, noFlow),
  );
}

/** The values with which the body is walked; null for an unknown one. */
function valuesOf(walk: Walk, node: For | Select, words: readonly Arg[]): (string | null)[] {
  const texts = words.map((word) => valueInLoop(word, walk.settings));
  const areKnown = texts.length > 0 && texts.length <= maxLoopWords && node.type !== "Select";
  if (areKnown) return texts;
  return [texts.length > 0 && texts.every(isNumber) ? hole.number : null];
}

function tellEndless(walk: Walk, body: CompoundList, { hasEnd }: { hasEnd: boolean }): undefined {
  walk.settings.judge.endlessLoop(partAt(walk, body, "while"), { ...roundsOf(body), hasEnd });
}
