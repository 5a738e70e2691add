import { type Assignment, forEachChild, type SyntaxNode } from "unbash";
import type { FunctionEffects, ShellState } from "./job.ts";

/** What a call of the function does to its caller: the body itself is judged where it is defined. */
export function effectsOf(body: SyntaxNode): Omit<FunctionEffects, "again"> {
  const assigns = new Set<string>();
  const calls = new Set<string>();
  let moves = false;
  const visit = (node: SyntaxNode): undefined => {
    if (node.type === "Assignment") assigns.add(node.name);
    if (node.type === "Command") calls.add(node.name?.value ?? "");
    if (node.type === "Command" && /^(?:cd|pushd|popd|eval|source|\.)$/.test(node.name?.value ?? "")) moves = true;
    if (
      node.type === "Command" &&
      /^(?:read|printf|mapfile|readarray|getopts|declare|local|export|typeset|unset)$/.test(node.name?.value ?? "")
    )
      for (const word of node.args) if (word.type === "Word") assigns.add(word.value);
    if (node.type === "For" || node.type === "Select") assigns.add(node.name.value);
    forEachChild(node, visit);
  };
  visit(body);
  return { assigns, calls, moves };
}

/**
 * A body that can run again sees the values it gave itself the time before: by assignments, by commands that read into
 * variables, by loops, by functions that it calls. After text that is made while it runs, nothing is known.
 */
export function forgetAssigned(node: SyntaxNode, shell: ShellState): undefined {
  const forget = (name: string): undefined => {
    shell.variables.set(name, null);
    shell.numbers.delete(name);
  };
  if (node.type === "Assignment") {
    shell.variables.set(node.name, null);
    if (!assignsNumber(node)) shell.numbers.delete(node.name);
  } else if (node.type === "For" || node.type === "Select") forget(node.name.value);
  else if (node.type === "Command") {
    const name = node.name?.value ?? "";
    if (/^(?:read|printf|mapfile|readarray|getopts|unset)$/.test(name))
      for (const word of node.args) if (word.type === "Word" && !word.value.startsWith("-")) forget(word.value);
    for (const assigned of shell.functions.get(name)?.assigns ?? []) forget(assigned);
    if (/^(?:eval|source|\.)$/.test(name)) for (const known of shell.variables.keys()) forget(known);
  }
  forEachChild(node, (child) => forgetAssigned(child, shell));
}

/** Whether an assignment can only ever give a number: digits or arithmetic, nothing else. */
export function assignsNumber({ value, index }: Assignment): boolean {
  if (index !== undefined || value.type !== "Word") return false;
  return value.parts === undefined
    ? /^\d+$/.test(value.text)
    : value.parts.every((part) => part.type === "ArithmeticExpansion");
}
