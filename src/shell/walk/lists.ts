import type { AndOr, Case, If, Pipeline, SyntaxNode } from "unbash";
import { type Flow, interleaved, mergeFlows, noFlow, piped, withoutText } from "../flow.ts";
import { distinctFolders, doubtFolder } from "../shell-state.ts";
import { conditionally, doubtingFolder, forgetValues, inSubshell } from "../shell-values.ts";
import type { Located } from "../span.ts";
import { resolveText } from "../words/resolve.ts";
import { isNegated } from "./one-command.ts";
import { partAt, type Walk } from "./walk.ts";

/**
 * Commands one after the other. Each of them may read a part of the input, so its text is known to none of several. In
 * the text of a whole line each newline ends what an error before it drops.
 */
export function walkList(walk: Walk, nodes: readonly SyntaxNode[], given: Flow, whole?: { text: string }): Flow {
  const input = nodes.length === 1 || given.text === null ? given : withoutText(given);
  const printed = nodes.reduce((flow, node, index) => {
    const gap = whole?.text.slice(nodes[index - 1]?.end ?? node.pos, node.pos);
    if (gap?.includes("\n") === true) forgetValues(walk.shell);
    return mergeFlows(
      flow,
      doubtingFolder(walk.shell, () => walk.visit(node, input)),
    );
  }, noFlow);
  return nodes.length === 1 || printed.text === null ? printed : withoutText(printed);
}

/** `… &`, `<(…)`, `coproc`. `body` is what runs there, where that is one node. */
export function inBackground(walk: Walk, at: Located, body: SyntaxNode | undefined, work: () => Flow): Flow {
  const isOneCommand = body?.type === "Command" || body?.type === "Pipeline";
  return walk.settings.judge.background(partAt(walk, at, "&"), { isOneCommand }, () => inSubshell(walk.shell, work));
}

/** Walks through parts of which any may be left out, behind one that printed `before`. */
function walkAlternatives(walk: Walk, parts: readonly SyntaxNode[], input: Flow, before: Flow): Flow {
  const visitOne = (flow: Flow, part: SyntaxNode) => mergeFlows(flow, walk.visit(part, input));
  return parts.reduce((flow, part) => conditionally(walk.shell, () => visitOne(flow, part)), before);
}

export function walkAndOr(walk: Walk, node: AndOr, input: Flow): Flow {
  const { shell } = walk;
  const [first, ...rest] = node.commands;
  const { moves } = shell;
  const start = first === undefined ? noFlow : walk.visit(first, input);
  const isChain = node.operators.every((operator) => operator === "&&") && !node.commands.some(isNegated);
  // Behind `||` or `!` the line goes on in the old folder where the change of folder failed.
  if (!isChain) doubtFolder(shell, moves);
  // The rest of a chain of && runs as a whole or not at all; with || in it, any part may have been left out.
  if (!isChain) return walkAlternatives(walk, rest, input, start);
  return conditionally(shell, () => rest.reduce((flow, part) => mergeFlows(flow, walk.visit(part, input)), start));
}

export function walkPipeline(walk: Walk, node: Pipeline, input: Flow): Flow {
  const { shell } = walk;
  if (node.commands.length === 1) return node.commands.reduce((flow, stage) => piped(walk.visit(stage, flow)), input);
  let hasMoved = false;
  let { landings, moves } = shell;
  let folders: readonly string[] = [];
  const visitStage = (stage: SyntaxNode, received: Flow) =>
    inSubshell(shell, () => {
      const flow = walk.visit(stage, received);
      hasMoved ||= shell.moves > 0;
      moves = Math.max(moves, shell.moves);
      folders = [...folders, ...shell.folders];
      landings = [...new Set([...landings, ...shell.landings])];
      return flow;
    });
  const printed = node.commands.reduce(
    (received, stage, at) =>
      piped(visitStage(stage, node.operators[at - 1] === "|&" ? interleaved(received) : received)),
    input,
  );
  // In zsh and ksh the last stage runs in the shell itself, so a `cd` in it may last.
  if (hasMoved) shell.adrift = true;
  if (moves > shell.moves) shell.folders = distinctFolders([...shell.folders, ...folders]);
  shell.moves = moves;
  shell.landings = landings;
  return printed;
}

export function walkIf(walk: Walk, node: If, input: Flow): Flow {
  const condition = walk.visit(node.clause, input);
  const branches = [
    node.then,
    ...node.elif.flatMap((branch) => [branch.clause, branch.then]),
    ...(node.else === undefined ? [] : [node.else]),
  ];
  return walkAlternatives(walk, branches, input, condition);
}

export function walkCase(walk: Walk, node: Case, input: Flow): Flow {
  const word = resolveText(node.word, walk.words);
  for (const item of node.items)
    for (const pattern of item.pattern) walk.words.compares(word, resolveText(pattern, walk.words), pattern);
  const bodies = node.items.map((item) => item.body);
  return walkAlternatives(walk, bodies, input, noFlow);
}
