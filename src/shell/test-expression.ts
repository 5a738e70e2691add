import type { TestExpression } from "unbash";
import { evaluates } from "./words/evaluated-text.ts";
import { resolveText } from "./words/resolve.ts";
import type { WordContext } from "./words/word-context.ts";

const isOfFiles = (operator: string) => /^-(?:nt|ot|ef)$/.test(operator);

/** Reads `[[ … ]]`, which also evaluates: arithmetic operators and -v run the subscripts in their operands. */
export function walkTest(expression: TestExpression, context: WordContext): undefined {
  switch (expression.type) {
    case "TestUnary": {
      const operand = resolveText(expression.operand, context);
      if (["-v", "-R"].includes(expression.operator) && !/^\w+$/.test(operand.text))
        context.suspicious("runs-code", expression, operand.text);
      context.testsPath(operand.text, expression);
      // The number of a descriptor: zsh takes a sum.
      if (expression.operator === "-t") evaluates(operand, expression.operand, context);
      return;
    }
    case "TestBinary": {
      const isArithmetic = /^-(?:eq|ne|lt|le|gt|ge)$/.test(expression.operator);
      const [left, right] = [resolveText(expression.left, context), resolveText(expression.right, context)];
      for (const [value, side] of [
        [left, expression.left],
        [right, expression.right],
      ] as const) {
        if (isArithmetic) evaluates(value, side, context);
        else if (isOfFiles(expression.operator)) context.testsPath(value.text, expression);
      }
      if (!isOfFiles(expression.operator)) context.compares(left, right, expression);
      return;
    }
    case "TestLogical":
      for (const operand of expression.operands) walkTest(operand, context);
      return;
    case "TestNot":
      return walkTest(expression.operand, context);
    case "TestGroup":
      return walkTest(expression.expression, context);
  }
}
