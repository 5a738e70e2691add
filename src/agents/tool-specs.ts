import * as z from "zod";
import type { ToolSpec } from "../models/index.ts";
import { toolInputs, toolNames } from "../protocol/index.ts";

let specs: ToolSpec[] | null = null;

/** The tools as models are told of them, from the same schemas that check what models send. */
export function toolSpecs(): ToolSpec[] {
  specs ??= toolNames.map((name) => {
    const { $schema: _, description, ...inputSchema } = z.toJSONSchema(toolInputs[name], { io: "input" });
    return { name, description: description ?? "", inputSchema };
  });
  return specs;
}
