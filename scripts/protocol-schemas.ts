import * as z from "zod";
import {
  ClientMessage,
  Envelope,
  eventSchemas,
  eventTypes,
  protocolVersion,
  Request,
  requestSchemas,
  ServerMessage,
} from "../src/protocol/index.ts";

type JsonSchema = Record<string, unknown>;

/** The protocol as JSON Schema, for programs in any language: file name → schema. */
export function protocolSchemas(): Map<string, JsonSchema> {
  return new Map([
    ["event.json", eventSchema()],
    ["request.json", requestSchema()],
    ["client-message.json", document("What a client sends: one JSON message each.", convert(ClientMessage))],
    ["server-message.json", document("What a server sends. Open: more fields may come.", convert(ServerMessage))],
  ]);
}

/** Events are open: a type that is not listed here only needs a sound envelope, and a reader keeps it as it is. */
function eventSchema(): JsonSchema {
  const definitions = Object.fromEntries(eventTypes.map((type) => [type, convert(eventSchemas[type])]));
  const unknownEvent = {
    allOf: [convert(Envelope), { properties: { type: { not: { enum: eventTypes } } } }],
  };
  return document("An event of a session. Open: more types and fields may come; keep what you do not know.", {
    anyOf: [...eventTypes.map(refer), { $ref: "#/$defs/unknown" }],
    $defs: { ...definitions, unknown: unknownEvent },
  });
}

function requestSchema(): JsonSchema {
  const definitions = Object.fromEntries(
    Object.entries(requestSchemas).map(([type, schema]) => [type, convert(schema)]),
  );
  return document("What a surface asks of a session. Strict: a field that is not listed is refused.", {
    oneOf: Request.options.map((option) => refer(option.shape.type.value)),
    $defs: definitions,
  });
}

function document(description: string, schema: JsonSchema): JsonSchema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $comment: `Protocol version ${protocolVersion}. Generated from src/protocol by "npm run schemas".`,
    description,
    ...schema,
  };
}

/** As it is sent: fields with a default may be missing there. */
function convert(schema: z.ZodType): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input" });
  return rest;
}

function refer(name: string): JsonSchema {
  return { $ref: `#/$defs/${name}` };
}
