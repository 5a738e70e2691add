import { configurationPage } from "./configuration-page.ts";
import { protocolSchemas } from "./protocol-schemas.ts";
import { agentPage } from "./tools-table.ts";

/** Every file that is written from the source, by path from the root of the project. */
export function generatedDocs(): Map<string, string> {
  const schemas = [...protocolSchemas()].map(
    ([name, schema]) => [`docs/schema/${name}`, `${JSON.stringify(schema, null, 2)}\n`] as const,
  );
  return new Map([["docs/configuration.md", configurationPage()], ["docs/agent.md", agentPage()], ...schemas]);
}
