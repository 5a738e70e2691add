import { type CompoundList, forEachChild, type SyntaxNode, type While } from "unbash";

/** Whether a loop's condition never ends it, as far as its text tells. */
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

/** What a loop without an end, or with one that is far away, does to the machine; null when it is only a loop. */
export function harmOfLoop(body: CompoundList, hasEnd: boolean): { ruleId: string; say: string } | null {
  const found = { background: false, grows: false, pauses: false };
  look(body, found);
  if (found.background)
    return { ruleId: "bomb.loop", say: "Starts processes in an endless loop, until the machine stops responding." };
  if (found.grows && !found.pauses && !hasEnd)
    return { ruleId: "bomb.disk", say: "Writes more and more in an endless loop, until the disk is full." };
  return null;
}

/** Each round leaves something behind. */
const grows = /^(?:dd|fallocate|mkdir|mktemp|split|mkfile)$/;
/** It waits for something, or can leave the loop. */
const pauses = /^(?:sleep|read|break|exit|return|wait|inotifywait|usleep|tail|ssh|nc)$/;

function look(node: SyntaxNode, found: { background: boolean; grows: boolean; pauses: boolean }): undefined {
  if (node.type === "Statement" && node.background === true) found.background = true;
  if (node.type === "Command") {
    const name = node.name?.value ?? "";
    found.grows ||= grows.test(name) || node.redirects.some((redirect) => redirect.operator === ">>");
    found.pauses ||= pauses.test(name);
  }
  forEachChild(node, (child) => look(child, found));
}
