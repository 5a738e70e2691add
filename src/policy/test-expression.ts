import type { TestExpression } from "unbash";
import { machines } from "./paths.ts";
import { evaluates, resolveText, type WordHost } from "./words.ts";

/** `[[ … ]]` evaluates more than it compares: arithmetic operators and -v run subscripts. */
export function judgeTest(expression: TestExpression, host: WordHost): undefined {
  switch (expression.type) {
    case "TestUnary": {
      const operand = resolveText(expression.operand, host);
      if (["-v", "-R"].includes(expression.operator) && !/^\w+$/.test(operand.text))
        host.suspicious("runs-code", expression, operand.text);
      // A test of a file asks the machine that it is on.
      if (machines.test(operand.text.replace(/^\/+/, "/"))) host.suspicious("machine", expression, operand.text);
      // The number of a descriptor: zsh takes a sum.
      if (expression.operator === "-t") evaluates(operand, expression.operand, host);
      return;
    }
    case "TestBinary": {
      const isArithmetic = /^-(?:eq|ne|lt|le|gt|ge)$/.test(expression.operator);
      for (const side of [expression.left, expression.right]) {
        const value = resolveText(side, host);
        if (isArithmetic) evaluates(value, side, host);
        else if (/^-(?:nt|ot|ef)$/.test(expression.operator) && machines.test(value.text.replace(/^\/+/, "/")))
          host.suspicious("machine", expression, value.text);
      }
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
