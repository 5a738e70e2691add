import type { CompoundList } from "unbash";

/** Whether a loop's condition never fails, as far as its text tells. */
export function isEndless(clause: CompoundList): boolean {
  const [statement, ...others] = clause.commands;
  const command = statement?.command;
  if (others.length > 0 || command === undefined) return false;
  if (command.type === "ArithmeticCommand") return /^\s*[1-9]\d*\s*$/.test(command.body);
  return command.type === "Command" && [":", "true", "[", "sleep"].includes(command.name?.value ?? "");
}
