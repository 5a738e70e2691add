// Writes src/models/runbooks/bundled.ts from the data files beside it. The bundle in dist/ has no data files, so
// their text travels as a module; a test fails when it is older than the files.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const room = join(dirname(dirname(fileURLToPath(import.meta.url))), "src/models/runbooks");
const files = readdirSync(join(room, "data")).filter((name) => name.endsWith(".toml"));
const entries = files
  .sort()
  .map((name) => `  "${name}":\n    ${JSON.stringify(readFileSync(join(room, "data", name), "utf8"))},\n`);
writeFileSync(
  join(room, "bundled.ts"),
  [
    "// Written by scripts/write-runbooks.ts from data/*.toml. Change those, then run `npm run runbooks`.\n",
    "export const bundledRunbooks: Record<string, string> = {\n",
    ...entries,
    "};\n",
  ].join(""),
);
process.stderr.write(`cotty: wrote ${files.length} runbooks\n`);
