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
  /** It leaves something on the disk. */
  fillsDisk: boolean;
  /** It waits for something, or can leave the loop. */
  pauses: boolean;
}

export function roundsOf(body: CompoundList): LoopRounds {
  const found: LoopRounds = { startsProcesses: false, fillsDisk: false, pauses: false };
  collect(body, found);
  return found;
}

const fillsDisk = /^(?:dd|fallocate|mkdir|mktemp|split|mkfile)$/;
const pauses = /^(?:sleep|read|break|exit|return|wait|inotifywait|usleep|tail|ssh|nc)$/;

function collect(node: SyntaxNode, found: LoopRounds): undefined {
  if (node.type === "Statement" && node.background === true) found.startsProcesses = true;
  if (node.type === "Command") {
    const name = node.name?.value ?? "";
    found.fillsDisk ||= fillsDisk.test(name) || node.redirects.some((redirect) => redirect.operator === ">>");
    found.pauses ||= pauses.test(name);
  }
  forEachChild(node, (child) => collect(child, found));
}
