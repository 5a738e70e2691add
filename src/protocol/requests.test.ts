import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { arbitraryOf } from "../../test/support/zod-arbitrary.ts";
import { ClientMessage, Request, requestSchemas } from "./index.ts";

const requestTypes = Object.keys(requestSchemas) as (keyof typeof requestSchemas)[];

/** What a refusal says, in the form "field: reason". */
function refusals(schema: z.ZodType, value: unknown): string[] {
  const result = schema.safeParse(value);
  return result.success ? [] : result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
}

describe("requests", () => {
  it.each(requestTypes)("takes every %s that its schema describes, and gives it back unchanged", (type) => {
    fc.assert(
      fc.property(arbitraryOf(requestSchemas[type]), (request) => {
        const sent = JSON.parse(JSON.stringify(request)) as object;
        // Only what has a default may be added to what was sent.
        expect(Request.parse(sent)).toEqual(type === "approve" ? { scope: "once", ...sent } : sent);
      }),
    );
  });

  it.each(requestTypes)("refuses a %s with a field it does not know, by the name of the field", (type) => {
    fc.assert(
      fc.property(arbitraryOf(requestSchemas[type]), fc.stringMatching(/^x[a-z]{1,8}$/), (request, field) => {
        expect(refusals(Request, { ...(request as object), [field]: 1 })).toEqual([`: Unrecognized key: "${field}"`]);
      }),
    );
  });

  it.each(requestTypes)("refuses a %s in which a field is wrong or missing, by the name of the field", (type) => {
    const { shape } = requestSchemas[type];
    const fields = Object.keys(shape).filter((field) => field !== "type");
    if (fields.length === 0) return expect(refusals(Request, { type })).toEqual([]);
    fc.assert(
      fc.property(arbitraryOf(requestSchemas[type]), fc.constantFrom(...fields), (request, field) => {
        const wrong = { ...(request as object), [field]: Number.NaN };
        expect(refusals(Request, wrong)).toEqual([expect.stringMatching(new RegExp(`^${field}: Invalid `))]);
      }),
    );
  });

  it.each([null, [], "prompt", 3, {}, { type: "promt" }, { type: "__proto__" }, { type: ["prompt"] }])(
    "refuses %j, which is no request at all",
    (value) => {
      expect(Request.safeParse(value).success).toBe(false);
    },
  );

  it("refuses unknown fields at every depth", () => {
    const attachments = [{ name: "a", text: "b", path: "/etc/passwd" }];
    expect(refusals(Request, { type: "prompt", text: "", attachments })).toEqual([
      'attachments.0: Unrecognized key: "path"',
    ]);
    expect(refusals(Request, { type: "settings", settings: { autoApprove: true } })).toEqual([
      'settings: Unrecognized key: "autoApprove"',
    ]);
    const message = { type: "request", id: "r", session: "s", request: { type: "stop", now: true } };
    expect(refusals(ClientMessage, message)).toEqual(['request: Unrecognized key: "now"']);
  });

  it("approves once unless told otherwise", () => {
    expect(Request.parse({ type: "approve", stepId: "s", digest: "d" })).toEqual({
      type: "approve",
      stepId: "s",
      digest: "d",
      scope: "once",
    });
  });

  it("has every request in the union that is in the table", () => {
    expect(Request.options.map((option) => option.shape.type.value)).toEqual(requestTypes);
  });

  it("has limits: what is too large is refused before anyone works on it", () => {
    const tooLong = [
      { type: "prompt", text: "x".repeat(2_000_001) },
      { type: "keys", terminalId: "t", bytes: "AAAA".repeat(350_001) },
      { type: "secret", terminalId: "t", value: "x".repeat(100_001) },
      { type: "resize", terminalId: "t", cols: 1001, rows: 1 },
      { type: "stop", pad: "x" },
    ];
    expect(tooLong.filter((request) => Request.safeParse(request).success)).toEqual([]);
  });
});
