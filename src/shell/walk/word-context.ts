import type { Script } from "unbash";
import { hole } from "../arg.ts";
import { type Flow, someFlow, substituted } from "../flow.ts";
import type { ShellState } from "../shell-state.ts";
import { assignNumber, inSubshell } from "../shell-values.ts";
import type { Located } from "../span.ts";
import type { WordContext } from "../words/word-context.ts";
import { assigns } from "./assignments.ts";
import { inBackground, walkList } from "./lists.ts";
import { inSpan, partAt, spanOf, type Walk, type WalkSettings } from "./walk.ts";

/** What resolving a word needs of the walk around it. */
export function createWordContext(walk: () => Walk, shell: ShellState, { judge, isZsh }: WalkSettings): WordContext {
  const partFor = (at: Located, path: string) => partAt(walk(), at, path);
  return {
    variables: shell.variables,
    isZsh: isZsh || shell.reader === "zsh",
    isBash: shell.reader === "bash",
    spanOf: (node) => spanOf(walk(), node),
    seen: (node) => void walk().seen.add(node),
    substitute: (script, at) => walkSubstitution(walk(), script, at),
    suspicious: (kind, at, text) => judge.suspicion(partFor(at, text), kind),
    usesVariable: (name, at) => judge.variableUse(partFor(at, name)),
    testsPath: (path, at) => judge.pathTest(partFor(at, path)),
    compares: (value, pattern, at) => judge.comparison(partFor(at, "["), value, pattern),
    splitsNames: (at) => judge.splitFileNames(partFor(at, "the shell")),
    assigns(name, value, at) {
      shell.variables.set(name, null);
      assigns(walk(), at, name, value);
    },
    counts(name, surely, at) {
      // In zsh a sum makes an integer of a new name: whatever it is given later is evaluated.
      if (shell.reader === "zsh" && !shell.variables.has(name)) judge.suspicion(partFor(at, name), "arithmetic");
      assigns(walk(), at, name, hole.number);
      assignNumber(shell, name, surely);
    },
    mayStop() {
      shell.mayHaveStopped = true;
    },
  };
}

/** `$(…)` and `<(…)`. Text that was cut out of the line has offsets of its own, so its parts get the span of the word. */
function walkSubstitution(walk: Walk, script: Script, at: Located): Flow {
  const span = walk.fixedSpan ?? (script.source === undefined ? null : spanOf(walk, at));
  const walkInside = () => walkList(walk, script.commands, someFlow);
  const isProcess = "type" in at && at.type === "ProcessSubstitution";
  const [only, ...more] = script.commands;
  return inSpan(walk, span, () => {
    const flow = isProcess
      ? inBackground(walk, at, more.length === 0 ? only?.command : undefined, walkInside)
      : inSubshell(walk.shell, walkInside);
    return substituted(flow);
  });
}
