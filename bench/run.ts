// Runs every measurement side by side, or those named: node bench/run.ts store cli
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const folder = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2);
const notABench = new Set(["run", "report"]);
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".ts"))
  .map((file) => basename(file, ".ts"))
  .filter((name) => !notABench.has(name) && (wanted.length === 0 || wanted.includes(name)));

for (const name of names) {
  process.stdout.write(`\n── ${name}\n`);
  const bench = (await import(pathToFileURL(join(folder, `${name}.ts`)).href)) as { run(): Promise<void> };
  await bench.run();
}
