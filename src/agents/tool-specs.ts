import * as z from "zod";
import type { ToolSpec } from "../models/index.ts";
import { toolInputs, toolNames } from "../protocol/index.ts";

let specs: ToolSpec[] | null = null;

/** The tools as models are told of them, from the same schemas that check what models send. */
export function toolSpecs(): ToolSpec[] {
  specs ??= toolNames.map((name) => {
    const { $schema: _, description, ...inputSchema } = z.toJSONSchema(toolInputs[name], { io: "input" });
    return { name, description: description ?? "", inputSchema: withReasons(inputSchema) };
  });
  return specs;
}

/** Models have to say why: a person decides by it. A call without a reason is still carried out like any other. */
function withReasons(schema: Record<string, unknown>): Record<string, unknown> {
  const properties = schema["properties"] as Record<string, Record<string, unknown>>;
  const { reasoning } = properties;
  if (reasoning === undefined) return schema;
  const { default: _, ...asked } = reasoning;
  const required = [...((schema["required"] as string[] | undefined) ?? []), "reasoning"];
  return { ...schema, properties: { ...properties, reasoning: asked }, required };
}
