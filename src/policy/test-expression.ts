import type { TestExpression } from "unbash";
import { resolveText, type WordHost } from "./words.ts";

/** `[[ … ]]` evaluates more than it compares: arithmetic operators and -v run subscripts. */
export function judgeTest(expression: TestExpression, host: WordHost): undefined {
  switch (expression.type) {
    case "TestUnary": {
      const operand = resolveText(expression.operand, host);
      if (["-v", "-R"].includes(expression.operator) && /\[/.test(operand.text))
        host.suspicious("runs-code", expression, operand.text);
      return;
    }
    case "TestBinary": {
      const sides = [resolveText(expression.left, host), resolveText(expression.right, host)];
      const isArithmetic = /^-(?:eq|ne|lt|le|gt|ge)$/.test(expression.operator);
      const isNumber = (text: string) => /^(?:-?\d+|\ufdd2)$/u.test(text);
      if (isArithmetic && !sides.every((side) => isNumber(side.text)))
        host.suspicious("arithmetic", expression, "[[ … ]]");
      return;
    }
    case "TestLogical":
      for (const operand of expression.operands) judgeTest(operand, host);
      return;
    case "TestNot":
      return judgeTest(expression.operand, host);
    case "TestGroup":
      return judgeTest(expression.expression, host);
  }
}
