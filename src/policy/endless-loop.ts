import { type CompoundList, forEachChild, type SyntaxNode } from "unbash";

/** Whether a loop's condition never fails, as far as its text tells. */
export function isEndless(clause: CompoundList): boolean {
  const [statement, ...others] = clause.commands;
  const command = statement?.command;
  if (others.length > 0 || command === undefined) return false;
  if (command.type === "ArithmeticCommand") return /^\s*[1-9]\d*\s*$/.test(command.body);
  return command.type === "Command" && [":", "true", "[", "sleep"].includes(command.name?.value ?? "");
}

/** Whether something in there is left running while the shell goes on, at any depth: `(sleep 9 &)`. */
export function startsInBackground(node: SyntaxNode): boolean {
  let found = node.type === "Statement" && node.background === true;
  forEachChild(node, (child) => {
    found ||= startsInBackground(child);
  });
  return found;
}
