// Runs every measurement side by side, or those named, or parts of one: node bench/run.ts store terminal:commands
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const folder = dirname(fileURLToPath(import.meta.url));
const wanted = new Map<string, string[]>();
for (const [name = "", ...parts] of process.argv.slice(2).map((argument) => argument.split(":"))) {
  wanted.set(name, [...(wanted.get(name) ?? []), ...parts]);
}
const notABench = new Set(["run", "report"]);
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".ts"))
  .map((file) => basename(file, ".ts"))
  .filter((name) => !notABench.has(name) && (wanted.size === 0 || wanted.has(name)));

for (const name of names) {
  process.stdout.write(`\n── ${name}\n`);
  const bench = (await import(pathToFileURL(join(folder, `${name}.ts`)).href)) as {
    run(parts: readonly string[]): Promise<void>;
  };
  await bench.run(wanted.get(name) ?? []);
}
