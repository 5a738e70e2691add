import type { TestExpression } from "unbash";
import { evaluates } from "./words/evaluated-text.ts";
import { resolveText } from "./words/resolve.ts";
import type { WordContext } from "./words/word-context.ts";

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
      for (const side of [expression.left, expression.right]) {
        const value = resolveText(side, context);
        if (isArithmetic) evaluates(value, side, context);
        else if (/^-(?:nt|ot|ef)$/.test(expression.operator)) context.testsPath(value.text, expression);
      }
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
