import fc from "fast-check";
import type * as z from "zod";

/**
 * Values that a zod schema accepts, derived from the schema itself, so that a new field is tested without anyone
 * thinking of it. Covers what the protocol and the configuration use; anything else fails loudly.
 */
export function arbitraryOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "string":
      return accepted(schema, stringOf(def as StringDef));
    case "number":
      return accepted(schema, numberOf(def as NumberDef));
    case "boolean":
      return fc.boolean();
    case "enum":
      return fc.constantFrom(...Object.values(def.entries));
    case "literal":
      return fc.constantFrom(...def.values);
    case "unknown":
      return fc.jsonValue({ maxDepth: 2 });
    case "array":
      return accepted(schema, fc.array(arbitraryOf(def.element), { maxLength: 3 }));
    case "tuple":
      return fc.tuple(...def.items.map((item) => arbitraryOf(item)));
    case "object":
      return objectOf(def);
    case "union":
      return fc.oneof(...def.options.map((option) => arbitraryOf(option)));
    case "nullable":
      return fc.option(arbitraryOf(def.innerType), { nil: null });
    case "optional":
    case "default":
      return arbitraryOf(def.innerType);
    case "record":
      return fc.dictionary(arbitraryOf(def.keyType) as fc.Arbitrary<string>, arbitraryOf(def.valueType), {
        maxKeys: 3,
      });
    default:
      throw new Error(`No values are known for a schema of type "${def.type}".`);
  }
}

interface Check {
  check: string;
  format?: string;
  pattern?: RegExp;
  value?: number | bigint;
  inclusive?: boolean;
  minimum?: number;
}
interface StringDef extends Partial<Check> {
  checks?: z.core.$ZodCheck<never>[];
}
type NumberDef = StringDef;

function checksOf(def: StringDef): Check[] {
  const inner = (def.checks ?? []).map((check) => (check as unknown as { _zod: { def: Check } })._zod.def);
  return def.check === undefined ? inner : [def as Check, ...inner];
}

function stringOf(def: StringDef): fc.Arbitrary<string> {
  const checks = checksOf(def);
  const format = checks.find((check) => check.check === "string_format");
  const minLength = checks.find((check) => check.check === "min_length")?.minimum ?? 0;
  if (format?.format === "url") return fc.webUrl();
  if (format?.format === "base64") return fc.base64String({ maxLength: 40 });
  if (format?.pattern !== undefined) return fc.stringMatching(format.pattern, { maxLength: 20 });
  return fc.string({ unit: "grapheme", minLength, maxLength: minLength + 12 });
}

function numberOf(def: NumberDef): fc.Arbitrary<number> {
  const checks = checksOf(def);
  const lower = checks.find((check) => check.check === "greater_than");
  const upper = checks.find((check) => check.check === "less_than");
  const isWhole = checks.some((check) => check.format === "safeint");
  const min = Number(lower?.value ?? -1_000_000) + (lower?.inclusive === false ? 1 : 0);
  const max = Number(upper?.value ?? Math.max(min, 0) + 1_000_000);
  return isWhole ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
}

function objectOf(def: z.core.$ZodObjectDef): fc.Arbitrary<unknown> {
  const fields = Object.entries(def.shape);
  const requiredKeys = fields.filter(([, field]) => field._zod.optin !== "optional").map(([name]) => name);
  return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, arbitraryOf(field)])), {
    requiredKeys,
    noNullPrototype: true,
  });
}

/** Refinements cannot be read from a schema, only asked. */
function accepted<T>(schema: z.core.$ZodType, values: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return values.filter((value) => (schema as z.ZodType).safeParse(value).success);
}
