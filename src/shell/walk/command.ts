import type { Assignment, Command } from "unbash";
import type { Arg } from "../arg.ts";
import { type Flow, noFlow } from "../flow.ts";
import { conditionally } from "../shell-values.ts";
import { resolveWord } from "../words/resolve.ts";
import { assignsBefore, assignsWord } from "./assignments.ts";
import { redirected } from "./redirects.ts";
import { partAt, type Walk } from "./walk.ts";

/** A simple command: its words are resolved first, then its assignments and redirects, and then it runs. */
export function walkCommand(walk: Walk, node: Command, input: Flow): Flow {
  const { shell, settings } = walk;
  walk.seen.add(node);
  const argv = wordsOf(walk, node);
  const [name, ...args] = argv;
  // Each operand may be a path, which costs as much to judge as a short command.
  settings.budget.spend(Math.max(1, args.length));
  const part = partAt(walk, node, name?.text ?? "", args);
  const assignments = node.prefix.filter((each): each is Assignment => each.type === "Assignment");
  for (const assignment of assignments)
    assignsBefore(walk, assignment, part, { scope: name === undefined ? "shell" : "command" });
  const hasRedirects = node.redirects.length > 0;
  // A redirect that fails keeps the shell from assigning anything.
  if (hasRedirects) for (const assignment of assignments) shell.variables.set(assignment.name, null);
  if (name?.flow?.decoded === true || name?.flow?.fetched === true) settings.judge.suspicion(part, "decoded-name");
  return redirected(walk, { redirects: node.redirects, owner: part }, input, (stdin) => {
    const run = () => settings.judge.command({ ...part, stdin }, argv);
    // A redirect that fails keeps the command from running.
    if (name !== undefined) return hasRedirects ? conditionally(shell, run) : run();
    // `$(<file)` prints the file; a bare redirect or assignment prints nothing.
    const isRead = assignments.length === 0 && node.redirects.some(({ operator }) => operator === "<");
    return isRead ? stdin : noFlow;
  });
}

function wordsOf(walk: Walk, { name, args }: Command): Arg[] {
  const words = name === undefined ? args : [name, ...args];
  return words.flatMap((word) =>
    word.type === "Assignment" ? [assignsWord(walk, word)] : resolveWord(word, walk.words),
  );
}
