import * as z from "zod";
import type { OfferedTool } from "../../agents/index.ts";
import { tools } from "./index.ts";

let offered: readonly OfferedTool[] | null = null;

/** The tools as agents are told of them, from the same schemas that check what they send. */
export function offeredTools(): readonly OfferedTool[] {
  offered ??= tools.map(({ name, aliases, input, when, guide, mayRepeat }) => {
    const { $schema: _, description, ...inputSchema } = z.toJSONSchema(input, { io: "input" });
    return {
      name,
      ...(aliases !== undefined && { aliases }),
      description: description ?? "",
      inputSchema: withReasons(inputSchema),
      ...(when !== undefined && { when }),
      ...(guide !== undefined && { guide }),
      ...(mayRepeat && { mayRepeat }),
    };
  });
  return offered;
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
