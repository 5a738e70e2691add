import type { ParameterDefaultOperation, ParameterExpansionPart, Word, WordPart } from "unbash";
import { type Arg, hole, knownText, namesMark } from "../arg.ts";
import { variableValue } from "../variables.ts";
import { evaluates } from "./evaluated-text.ts";
import { resolveText } from "./resolve.ts";
import { addFlow, type Found, type WordContext } from "./word-context.ts";

/** The text of `$name`. */
export function variableText(name: string, at: WordPart, context: WordContext, found: Found): string {
  context.usesVariable(name, at);
  found.variables.push(name);
  if (name === "@") found.isList = true;
  const value = variableValue(name, context.variables);
  if (!value.includes(namesMark)) return value;
  found.isNames = true;
  return value.replaceAll(namesMark, "");
}

/** The text of `${…}`. */
export function parameterText(part: ParameterExpansionPart, context: WordContext, found: Found): string {
  const { operation } = part;
  if (part.index !== undefined) {
    const index = subscript(part.index, context);
    if (index.text === "@") found.isList = true;
    if (index.flow !== null) addFlow(found, index.flow);
  }
  if (part.prefix === "#") return hole.number;
  if (part.prefix === "!") {
    // The value names another variable, whose subscript may run a command.
    if (operation?.type !== "Names") context.suspicious("runs-code", part, part.text);
    return hole.variable;
  }
  const whole = variableText(part.parameter, part, context, found);
  const value = part.index === undefined ? whole : hole.variable;
  if (operation === undefined) return value;
  switch (operation.type) {
    case "Default":
      return withDefault(part, operation, value, context, found);
    case "Transform":
      if (operation.operand.value.includes("P")) context.suspicious("runs-code", part, part.text);
      return hole.variable;
    case "Unknown":
      context.suspicious("runs-code", part, part.text);
      return hole.variable;
    case "Remove":
    case "CaseModification":
      if (operation.operand !== undefined) resolveText(operation.operand, context);
      return hole.variable;
    case "Replace":
      resolveText(operation.pattern, context);
      resolveText(operation.replacement, context);
      return hole.variable;
    case "Slice":
      for (const word of [operation.offset, operation.length]) {
        if (word === undefined) continue;
        evaluates(resolveText(word, context), part, context);
      }
      if (operation.length !== undefined) context.mayStop();
      return hole.variable;
    case "Names":
      return hole.variable;
  }
}

/** `${x:-y}`, `${x:=y}`, `${x:?y}`, `${x:+y}`, where `value` is that of x. */
function withDefault(
  part: ParameterExpansionPart,
  { operand, operator }: ParameterDefaultOperation,
  value: string,
  context: WordContext,
  found: Found,
): string {
  const other = resolveText(operand, context);
  found.variables.push(...other.variables);
  if (other.flow !== null) addFlow(found, other.flow);
  const isKnown = value !== "" && !value.includes(hole.variable);
  // `${x:=/}` assigns: from here on the value is one of two.
  if (operator.endsWith("=")) context.assigns(part.parameter, knownText(other), part);
  if (operator.endsWith("?")) {
    context.mayStop();
    found.isAnything = true;
    return value === hole.variable ? hole.filled : value;
  }
  if (operator.endsWith("+")) return isKnown ? other.text : hole.variable + other.text;
  // The value is most likely the default, but the variable may be set: both readings are kept.
  return isKnown ? value : hole.variable + other.text;
}

/** An index between brackets. `@` and `*` mean all elements; anything else is evaluated. */
export function subscript(index: Word, context: WordContext): Arg {
  const arg = resolveText(index, context);
  if (index.text !== "@" && index.text !== "*") evaluates(arg, index, context);
  return arg;
}
