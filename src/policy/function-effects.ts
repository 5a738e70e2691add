import { type Assignment, forEachChild, type SyntaxNode } from "unbash";
import type { FunctionEffects } from "./job.ts";

/** What a call of the function does to its caller: the body itself is judged where it is defined. */
export function effectsOf(body: SyntaxNode): FunctionEffects {
  const assigns = new Set<string>();
  let moves = false;
  const visit = (node: SyntaxNode): undefined => {
    if (node.type === "Assignment") assigns.add(node.name);
    if (node.type === "Command" && /^(?:cd|pushd|popd|eval|source|\.)$/.test(node.name?.value ?? "")) moves = true;
    if (
      node.type === "Command" &&
      /^(?:read|printf|mapfile|declare|local|export|typeset|unset)$/.test(node.name?.value ?? "")
    )
      for (const word of node.args) if (word.type === "Word") assigns.add(word.value);
    forEachChild(node, visit);
  };
  visit(body);
  return { assigns, moves };
}

/** Whether an assignment can only ever give a number: digits or arithmetic, nothing else. */
export function assignsNumber({ value, index }: Assignment): boolean {
  if (index !== undefined || value.type !== "Word") return false;
  return value.parts === undefined
    ? /^\d+$/.test(value.text)
    : value.parts.every((part) => part.type === "ArithmeticExpansion");
}
