import type { Assignment } from "unbash";
import { type Arg, hole, plainArg } from "../arg.ts";
import type { Part } from "../judge.ts";
import { remember } from "../shell-values.ts";
import type { Located } from "../span.ts";
import { isReadOnly } from "../variables.ts";
import { subscript } from "../words/parameter.ts";
import { resolveElement, resolveText } from "../words/resolve.ts";
import { assignedText } from "../words/split-words.ts";
import { partAt, spanOf, type Walk } from "./walk.ts";

/** `A=b` alone changes the shell; in front of a command it is for that command only. */
export function assignsBefore(
  walk: Walk,
  assignment: Assignment,
  part: Part,
  { scope }: { scope: "shell" | "command" },
): undefined {
  const value = assignedValue(walk, assignment);
  if (scope === "shell") remember(walk.shell, assignment, assignedText(value));
  // Behind some built-ins and functions it lasts as well, so the value is unknown from here on.
  else walk.shell.variables.set(assignment.name, null);
  const { name } = assignment;
  walk.settings.judge.assignment(part, { name, value, span: spanOf(walk, assignment), scope });
}

/** `export A=b`: the assignment is a word of the command. */
export function assignsWord(walk: Walk, assignment: Assignment): Arg {
  const { name } = assignment;
  const value = assignedValue(walk, assignment);
  const span = spanOf(walk, assignment);
  walk.settings.judge.assignment(partAt(walk, assignment, name), { name, value, span, scope: "word" });
  remember(walk.shell, assignment, assignedText(value));
  return { ...value, text: `${name}=${value.text}`, span };
}

/** A variable gets a text without an assignment: by `${x:=y}`, a sum, a coprocess. */
export function assigns(walk: Walk, at: Located, name: string, text: string): undefined {
  const span = spanOf(walk, at);
  walk.settings.judge.assignment(partAt(walk, at, name), { name, value: plainArg(text, span), span, scope: "shell" });
}

function assignedValue(walk: Walk, assignment: Assignment): Arg {
  const { name, index, value } = assignment;
  const isPlain = index === undefined || /^\d{1,9}$/.test(index.text);
  if (!isPlain || isReadOnly(name)) walk.shell.mayHaveStopped = true;
  if (index !== undefined) subscript(index, walk.words);
  if (value.type === "Word") return resolveText(value, walk.words);
  for (const element of value.elements) resolveElement(element, walk.words);
  return plainArg(hole.variable, spanOf(walk, assignment));
}
