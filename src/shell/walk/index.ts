import { forEachChild, type Script, type SyntaxNode } from "unbash";
import { hole } from "../arg.ts";
import { type Flow, noFlow, someFlow, withoutText } from "../flow.ts";
import { conditionally, inSubshell } from "../shell-values.ts";
import { walkTest } from "../test-expression.ts";
import { checkArithmetic } from "../words/evaluated-text.ts";
import { resolveParts } from "../words/resolve.ts";
import { assigns } from "./assignments.ts";
import { walkCommand } from "./command.ts";
import { walkFunction } from "./function.ts";
import { inBackground, walkAndOr, walkCase, walkIf, walkList, walkPipeline } from "./lists.ts";
import { walkArithmeticFor, walkFor, walkWhile } from "./loops.ts";
import { givenTo, isOneCommand } from "./one-command.ts";
import { redirected } from "./redirects.ts";
import type { Walk, WalkedText, WalkSettings } from "./walk.ts";
import { createWordContext } from "./word-context.ts";

/**
 * Walks through a parsed text in the order in which the shell would, without running anything, and tells the judge what
 * the text does. It follows constant values, the current folder and what flows through pipes; a value that could be
 * another one becomes unknown. Answers with what the text prints.
 */
export function walkScript(script: Script, text: WalkedText, settings: WalkSettings, stdin: Flow): Flow {
  const walk: Walk = {
    ...text,
    settings,
    seen: new Set(),
    words: createWordContext(() => walk, text.shell, settings),
    visit: (node, input) => visit(walk, node, input),
  };
  const printed = walkList(walk, script.commands, stdin, { text: walk.text });
  walkTheRest(walk, script);
  return printed;
}

/** Walks through what the walk has not come to, in some odd corner of the grammar, so that nothing stays unjudged. */
function walkTheRest(walk: Walk, node: SyntaxNode): undefined {
  const isUnseen = !walk.seen.has(node);
  if (node.type === "Command" && isUnseen) walkCommand(walk, node, someFlow);
  if ((node.type === "ParameterExpansion" || node.type === "ArithmeticExpansion") && isUnseen)
    resolveParts([node], walk.words);
  forEachChild(node, (child) => walkTheRest(walk, child));
}

/** What is printed is known for one command that surely runs. For several, or for one that may not run, it is not. */
function visit(walk: Walk, node: SyntaxNode, input: Flow): Flow {
  const flow = walkNode(walk, node, givenTo(node, input));
  return flow.text === null || (walk.settings.believes && isOneCommand(node)) ? flow : withoutText(flow);
}

function walkNode(walk: Walk, node: SyntaxNode, input: Flow): Flow {
  const { shell, words } = walk;
  switch (node.type) {
    case "Statement":
      return node.background === true
        ? inBackground(walk, node, node.command, () => walk.visit(node.command, input))
        : walk.visit(node.command, input);
    case "AndOr":
      return walkAndOr(walk, node, input);
    case "Pipeline":
      return walkPipeline(walk, node, input);
    case "Command":
      return walkCommand(walk, node, input);
    case "Redirected":
      // A redirect that fails keeps the whole group from running.
      return redirected(walk, node, input, (stdin) =>
        conditionally(shell, () => walk.visit(node.command, walk.settings.believes ? stdin : withoutText(stdin))),
      );
    case "If":
      return walkIf(walk, node, input);
    case "While":
      return walkWhile(walk, node, input);
    case "ArithmeticFor":
      return walkArithmeticFor(walk, node, input);
    case "For":
    case "Select":
      return walkFor(walk, node, input);
    case "Case":
      return walkCase(walk, node, input);
    case "CompoundList":
      return walkList(walk, node.commands, input);
    case "BraceGroup":
      return walk.visit(node.body, input);
    case "Subshell":
      return inSubshell(shell, () => walk.visit(node.body, input));
    case "Function":
      return walkFunction(walk, node);
    case "Coproc":
      if (node.name !== undefined) assigns(walk, node.name, node.name.value, hole.number);
      return inBackground(walk, node, node.body, () => walk.visit(node.body, someFlow));
    case "TestCommand":
      walkTest(node.expression, words);
      return noFlow;
    case "ArithmeticCommand":
      checkArithmetic(node.expression, words);
      return noFlow;
    default:
      forEachChild(node, (child) => walk.visit(child, input));
      return noFlow;
  }
}
