import { type CompoundList, forEachChild, type SyntaxNode, type While } from "unbash";

/** Whether the condition of a loop never ends it, as far as the text tells. */
export function isEndless({ kind, clause }: While): boolean {
  const [statement, ...others] = clause.commands;
  const command = statement?.command;
  if (others.length > 0 || command === undefined) return false;
  if (command.type === "ArithmeticCommand")
    return (kind === "until" ? /^\s*0\s*$/ : /^\s*[1-9]\d*\s*$/).test(command.body);
  if (command.type !== "Command") return false;
  const name = command.name?.value ?? "";
  return kind === "until" ? name === "false" : [":", "true", "[", "sleep"].includes(name);
}

/** What each round of a loop does, for whoever judges a loop that runs forever or very often. */
export interface LoopRounds {
  /** It starts processes in the background. */
  startsProcesses: boolean;
  /** It adds to a file. */
  appends: boolean;
  /** The names of what it runs. */
  commands: readonly string[];
}

export function roundsOf(body: CompoundList): LoopRounds {
  const found = { startsProcesses: false, appends: false, commands: [] };
  collect(body, found);
  return found;
}

function collect(node: SyntaxNode, found: LoopRounds & { commands: string[] }): undefined {
  if (node.type === "Statement" && node.background === true) found.startsProcesses = true;
  if (node.type === "Command") {
    found.commands.push(node.name?.value ?? "");
    found.appends ||= node.redirects.some((redirect) => redirect.operator === ">>");
  }
  forEachChild(node, (child) => collect(child, found));
}
