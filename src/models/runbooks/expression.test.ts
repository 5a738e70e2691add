import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { compileExpression, type Scalar } from "./expression.ts";
import { compileTemplate } from "./template.ts";

const known: Record<string, Scalar> = { "disk.percent": "95", total: 2048, name: "db-1", zero: 0, none: null };
const scope = (name: string) => known[name] ?? null;

describe("an expression", () => {
  it.each<[string, Scalar]>([
    ["disk.percent >= 90", true],
    ['disk.percent >= 90 and name = "db-1"', true],
    ["disk.percent < 90 or zero = 0", true],
    ["not (zero = 0)", false],
    ["total / 1024 + 1 * 2", 4],
    ["(1 + 2) * 3", 9],
    ["total / zero", null],
    ["none > 1", null],
    ["none + 1", null],
    ["not none", null],
    ["known(none)", false],
    ["known(name) and not known(none)", true],
    ['name != "db-2"', true],
    ["disk.percent", "95"],
  ])("%s is %j", (source, value) => {
    expect(compileExpression(source).evaluate(scope)).toBe(value);
  });

  it.each(["", "1 +", "(1", "a b", "known(1)", "known", "and", "1 $ 2", '"open', "a >"])("%j is refused", (source) => {
    expect(() => compileExpression(source)).toThrow();
  });

  it("names what it asks for", () => {
    expect(compileExpression("a.b > 1 and known(c) or d = a.b").names).toEqual(["a.b", "c", "d", "a.b"]);
  });

  test.prop([fc.integer({ min: 0 }), fc.integer({ min: 0 }), fc.integer({ min: 1 })], { numRuns: 200 })(
    "counts like arithmetic does",
    (a, b, c) => {
      expect(compileExpression(`${a} + ${b} * ${c} - ${a} / ${c}`).evaluate(scope)).toBeCloseTo(a + b * c - a / c, 3);
      expect(compileExpression(`${a} < ${b}`).evaluate(scope)).toBe(a < b);
    },
  );

  test.prop([fc.string({ unit: fc.constantFrom(...'ab1. "()<>=!+-*/andornotknown'.split("")) })], { numRuns: 500 })(
    "is either understood or refused, whatever it is",
    (source) => {
      try {
        compileExpression(source).evaluate(scope);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    },
  );
});

describe("a text with places", () => {
  it.each([
    ["{{disk.percent}} % on {{name:code}}", "95 % on `db-1`"],
    ["{{total:bytes}}", "2 KiB"],
    ["{{1536 * 1024:bytes}}", "1.5 MiB"],
    ["{{zero:plural file files}}, {{1:plural file files}}", "0 files, 1 file"],
    ["{{1:choose is are}}", "is"],
    ["{{2:plural file_system file_systems}}", "2 file systems"],
    ["{{93784:duration}}", "1 day 2 hours"],
    ["{{6.9:down}}", "6"],
    ["{{none:else nobody_knows}}", "nobody knows"],
    ["{{1763211720:date}}", "2025-11-15"],
    ["no places", "no places"],
  ])("%s becomes %s", (source, text) => {
    expect(compileTemplate(source).render(scope)).toBe(text);
  });

  it("is left out as a whole when something it says is not known", () => {
    expect(compileTemplate("{{name}} has {{none}}").render(scope)).toBeNull();
  });

  it.each(["{{name", "{{}}", "{{name:shout}}", "{{1 +}}"])("%j is refused", (source) => {
    expect(() => compileTemplate(source)).toThrow();
  });

  test.prop([fc.string({ unit: "binary" })], { numRuns: 300 })("cannot be made to forge a line", (value) => {
    const shown = compileTemplate("{{x:code}}").render(() => value) ?? "";
    expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(shown.slice(1, -1)).not.toContain("`");
  });
});
