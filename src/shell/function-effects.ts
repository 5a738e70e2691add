import { type ArithmeticExpression, type Assignment, type Command, forEachChild, type SyntaxNode } from "unbash";
import { assignedBy, numberIfKnown } from "./arithmetic.ts";
import type { FunctionEffects, ShellState } from "./shell-state.ts";

/** What a call of the function does to its caller. The body itself is walked where it is defined. */
export function effectsOf(body: SyntaxNode): Omit<FunctionEffects, "walkAgain"> {
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
 * Forgets the values that a body may change, because a body that runs again sees the values of the round before. It can
 * change them by assignments, by commands that read into variables, by loops, and by functions that it calls. Text that
 * is made at run time can change anything. A number that is only ever assigned numbers stays a number.
 */
export function forgetAssigned(body: SyntaxNode, shell: ShellState): undefined {
  if (movesItself(body, shell)) shell.adrift = true;
  forgetIn(body, shell);
}

function forgetIn(node: SyntaxNode, shell: ShellState): undefined {
  const forget = (name: string): undefined => {
    shell.variables.set(name, null);
  };
  const counts = (name: string): undefined => {
    if (shell.variables.has(name)) shell.variables.set(name, numberIfKnown(shell.variables.get(name)));
  };
  switch (node.type) {
    case "Assignment":
      if (assignsNumber(node)) counts(node.name);
      else forget(node.name);
      break;
    case "For":
    case "Select":
      forget(node.name.value);
      break;
    case "ArithmeticBinary":
    case "ArithmeticUnary":
      for (const name of changedIn(node)) counts(name);
      break;
    case "ParameterExpansion":
      for (const name of assignedBy(node.text)) if (shell.variables.has(name)) forget(name);
      break;
    case "Command":
      forgetFilled(node, shell, forget);
      break;
    default:
      break;
  }
  forEachChild(node, (child) => forgetIn(child, shell));
}

/** Whether the body changes the folder: a second `cd sub` leads to `sub/sub`. A subshell changes only its own. */
function movesItself(node: SyntaxNode, shell: ShellState): boolean {
  if (node.type === "Subshell") return false;
  const name = node.type === "Command" ? (node.name?.value ?? "") : "";
  if (/^(?:cd|pushd|popd)$/.test(name) || shell.functions.get(name)?.moves === true) return true;
  let moves = false;
  forEachChild(node, (child) => {
    moves ||= movesItself(child, shell);
  });
  return moves;
}

/** Built-ins fill variables by name, also behind `command` or `builtin`, so every word that is a known name counts. */
function forgetFilled(node: Command, shell: ShellState, forget: (name: string) => undefined): undefined {
  const name = node.name?.value ?? "";
  const words = node.args.flatMap((arg) => (arg.type === "Word" ? [arg.value] : []));
  const fills = (known: string) =>
    words.some((word) => word === known || (word.startsWith("-") && word.endsWith(known)));
  const inner = /^(?:command|builtin)$/.test(name) ? words : [name];
  const runsText = inner.some((word) => /^(?:eval|source|\.)$/.test(word));
  for (const known of shell.variables.keys()) if (runsText || fills(known)) forget(known);
  for (const assigned of shell.functions.get(name)?.assigns ?? []) forget(assigned);
}

const changedIn = (node: ArithmeticExpression): string[] => {
  const target = node.type === "ArithmeticBinary" ? node.left : node.type === "ArithmeticUnary" ? node.operand : null;
  const changes =
    (node.type === "ArithmeticBinary" && /(?<![=!<>])=$/.test(node.operator)) ||
    (node.type === "ArithmeticUnary" && /^(?:\+\+|--)$/.test(node.operator));
  return changes && target?.type === "ArithmeticWord" ? [target.value] : [];
};

/** Whether an assignment always gives a number: digits or arithmetic, nothing else. */
export function assignsNumber({ value, index, append }: Assignment): boolean {
  if (index !== undefined || append === true || value.type !== "Word") return false;
  return value.parts === undefined
    ? /^\d+$/.test(value.text)
    : value.parts.every((part) => part.type === "ArithmeticExpansion");
}
