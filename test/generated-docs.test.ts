import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { generatedDocs } from "../scripts/generated-docs.ts";
import { configKeys, namedSections } from "../src/config/index.ts";
import { eventSchemas, eventTypes, requestSchemas } from "../src/protocol/index.ts";
import { arbitraryOf } from "./support/zod-arbitrary.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const files = generatedDocs();

describe("generated documents", () => {
  it.each([...files])("%s is what the source gives now (npm run schemas writes it)", (path, text) => {
    expect(readFileSync(join(root, path), "utf8")).toBe(text);
  });

  it("has no schema left over from an earlier version", () => {
    const found = readdirSync(join(root, "docs", "schema")).map((name) => `docs/schema/${name}`);
    expect(found.sort()).toEqual([...files.keys()].filter((path) => path.startsWith("docs/schema/")).sort());
  });

  it("explains every setting with its variables", () => {
    const page = files.get("docs/configuration.md") ?? "";
    const all = [...configKeys, ...[...namedSections.values()].flatMap((section) => [...section.fields.values()])];
    const names = all.flatMap((key) => [key.environment, ...key.key.variables.map(({ name }) => name)]);
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

describe("the JSON Schema of the protocol", () => {
  const read = (name: string) => JSON.parse(files.get(`docs/schema/${name}`) ?? "");
  const request = z.fromJSONSchema(read("request.json"));
  const events = read("event.json").$defs;

  it.each(eventTypes)("accepts every %s event that the program accepts, and none that lacks a field", (type) => {
    const event = z.fromJSONSchema(events[type]);
    const { required } = events[type] as { required: string[] };
    fc.assert(
      fc.property(arbitraryOf(eventSchemas[type]), fc.constantFrom(...required), (value, field) => {
        const { [field]: _, ...rest } = value as Record<string, unknown>;
        expect([event.safeParse(value).success, event.safeParse(rest).success]).toEqual([true, false]);
      }),
    );
  });

  it.each(Object.keys(requestSchemas) as (keyof typeof requestSchemas)[])(
    "accepts every %s request that the program accepts, and refuses one field more",
    (type) => {
      fc.assert(
        fc.property(arbitraryOf(requestSchemas[type]), (value) => {
          const more = { ...(value as object), surprise: 1 };
          expect([request.safeParse(value).success, request.safeParse(more).success]).toEqual([true, false]);
        }),
      );
    },
  );

  it("leaves room for event types of later versions, which still need an envelope", () => {
    const [envelope, limit] = events.unknown.allOf;
    expect(limit).toEqual({ properties: { type: { not: { enum: eventTypes } } } });
    expect(envelope.required).toEqual(["type", "seq", "at", "session", "by", "hash"]);
  });
});
