import type { ArithmeticExpression, Redirection } from "unbash";
import type { Arg } from "../arg.ts";
import { assignedBy, mayFail, readArithmetic } from "../arithmetic.ts";
import type { Located } from "../span.ts";
import { quotedPiece } from "./pieces.ts";
import { addFlow, type Found, type WordContext } from "./word-context.ts";

/**
 * The one place for all text that a shell evaluates as arithmetic, whatever its form. With `x='a[$(id)]'` the name x
 * alone runs `id` there.
 */
export function evaluates(
  { text, names }: Pick<Arg, "text" | "names">,
  at: Located & { text?: string },
  context: WordContext,
): undefined {
  const reading = names === true ? "unknown" : readArithmetic(text, context.variables);
  if (reading !== "number")
    context.suspicious(reading === "code" ? "runs-code" : "arithmetic", at, (at.text ?? text).slice(0, 60));
  if (mayFail(text, context.variables)) context.mayStop();
  for (const name of assignedBy(text)) context.counts(name, false, at);
}

/** `{name}>file` puts the number of the descriptor into a variable, and evaluates a subscript in the name. */
export function fillsDescriptor(redirect: Redirection, context: WordContext): undefined {
  if (redirect.descriptor?.type !== "FileDescriptorVariable") return;
  const { name } = redirect.descriptor;
  if (!/^\w+$/.test(name)) context.suspicious("runs-code", redirect, `{${name}}`);
  context.counts(name, false, redirect);
}

/** `$(( ))`, `(( ))` and the head of a loop. */
export function checkArithmetic(
  expression: ArithmeticExpression | undefined,
  context: WordContext,
  found?: Found,
  isWhole = true,
): undefined {
  if (expression === undefined) return;
  const into: Found = found ?? { variables: [], flow: null };
  switch (expression.type) {
    case "ArithmeticBinary":
      checkArithmetic(expression.right, context, into, false);
      if (/^(?:<<|>>|[-+*/%&^|])?=$/.test(expression.operator) && expression.left.type === "ArithmeticWord") {
        const { value } = expression.left;
        const isPlain = /^[A-Za-z_]\w*$/.test(value);
        if (!isPlain || expression.operator !== "=") checkArithmetic(expression.left, context, into, false);
        if (isPlain)
          context.counts(value, isWhole && expression.operator === "=" && isSure(expression.right), expression);
        return;
      }
      return checkArithmetic(expression.left, context, into, false);
    case "ArithmeticUnary":
      checkArithmetic(expression.operand, context, into, false);
      if (/^(?:\+\+|--)$/.test(expression.operator) && expression.operand.type === "ArithmeticWord")
        context.counts(expression.operand.value, false, expression);
      return;
    case "ArithmeticTernary":
      for (const part of [expression.test, expression.consequent, expression.alternate])
        checkArithmetic(part, context, into, false);
      return;
    case "ArithmeticGroup":
      return checkArithmetic(expression.expression, context, into, false);
    case "ArithmeticCommandExpansion":
      if (expression.script !== undefined) addFlow(into, context.substitute(expression.script, expression));
      context.suspicious("arithmetic", expression, expression.text);
      return;
    case "ArithmeticWord": {
      // `((rm -rf ~))` is not arithmetic: shells differ on what such text means.
      if (!/^[\w$@#.:[\]{}"'`()?!*-]*$/.test(expression.value) || /\(/.test(expression.value.replaceAll("$(", "")))
        context.suspicious("runs-code", expression, expression.value.slice(0, 40));
      const { parts, value } = expression;
      const inside: Found = { variables: into.variables, flow: null };
      const text = parts === undefined ? value : quotedPiece(parts, context, inside).text;
      if (inside.flow !== null) addFlow(into, inside.flow);
      return evaluates({ text, ...(inside.isNames === true && { names: true }) }, expression, context);
    }
  }
}

/** A number that is written out: giving it to a variable cannot fail. */
const isSure = (expression: ArithmeticExpression): boolean =>
  expression.type === "ArithmeticWord" && /^(?:0|[1-9]\d{0,17})$/.test(expression.value);
