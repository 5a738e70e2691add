import { forEachChild, type SyntaxNode } from "unbash";
import { type Flow, withoutText } from "../flow.ts";

/** Whether it is a single command, alone in its brackets, that runs whatever happened before. */
export function isOneCommand(node: SyntaxNode): boolean {
  switch (node.type) {
    case "Command":
      return true;
    case "Statement":
      return node.background !== true;
    case "Pipeline":
      return node.commands.length > 0;
    case "CompoundList":
    case "Script":
      return node.commands.length === 1;
    case "BraceGroup":
    case "Subshell":
      return node.body.commands.length === 1;
    default:
      return false;
  }
}

/** What a part of the line is given to read. Each of several commands may take some of it, so no text is known then. */
export const givenTo = (node: SyntaxNode, input: Flow): Flow =>
  input.text === null || (isOneCommand(node) && !readsBefore(node)) ? input : withoutText(input);

/** A substitution in its words or values runs before the command, and reads from the same place. */
const readsBefore = (node: SyntaxNode): boolean => node.type === "Command" && hasSubstitution(node);

function hasSubstitution(node: SyntaxNode): boolean {
  if (node.type === "CommandExpansion" || node.type === "ProcessSubstitution") return true;
  let has = false;
  forEachChild(node, (child) => {
    has ||= hasSubstitution(child);
  });
  return has;
}

/** `! command`: what follows it behind `&&` runs where the command failed. */
export function isNegated(node: SyntaxNode | undefined): boolean {
  if (node?.type === "Statement") return isNegated(node.command);
  return node?.type === "Pipeline" && node.prefixes.some(({ type }) => type === "Negation");
}
