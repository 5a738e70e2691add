import type { Function as FunctionNode } from "unbash";
import { type Flow, noFlow, someFlow } from "../flow.ts";
import { effectsOf, forgetAssigned } from "../function-effects.ts";
import { placeOf } from "../shell-state.ts";
import { inSubshell } from "../shell-values.ts";
import { inSpan, partAt, type Walk } from "./walk.ts";

/** The body is walked where it is defined, and again by a call (`walkAgain`) if values have changed by then. */
export function walkFunction(walk: Walk, node: FunctionNode): Flow {
  const { shell, fixedSpan, settings } = walk;
  const name = node.name.value;
  settings.budget.spend(1);
  settings.judge.functionDefinition(partAt(walk, node, name));
  const known = new Map(shell.variables);
  const place = placeOf(shell);
  const walkBody = () =>
    inSpan(walk, fixedSpan, () => {
      shell.defining.add(name);
      inSubshell(shell, () => walk.visit(node.body, someFlow));
      shell.defining.delete(name);
    });
  // `c=ls; f() { $c; }; c=rm; f`, and `f() { cat x; }; cd sub; f`.
  const walkAgain = () => {
    const isElsewhere = placeOf(shell) !== place;
    if (isElsewhere || [...shell.variables].some(([key, value]) => known.get(key) !== value)) walkBody();
  };
  shell.functions.set(name, { ...effectsOf(node.body), walkAgain });
  forgetAssigned(node.body, shell);
  walkBody();
  return noFlow;
}
