// Writes what is generated from the source: docs/configuration.md and the JSON Schema of the protocol.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { generatedDocs } from "./generated-docs.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const schemas = join(root, "docs", "schema");
mkdirSync(schemas, { recursive: true });
const files = generatedDocs();
for (const name of readdirSync(schemas)) {
  if (!files.has(`docs/schema/${name}`)) rmSync(join(schemas, name));
}
for (const [path, text] of files) {
  writeFileSync(join(root, path), text);
  process.stdout.write(`${path}\n`);
}
