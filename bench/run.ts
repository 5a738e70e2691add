// Runs every measurement side by side, or those named, or parts of one: node bench/run.ts store terminal:commands
import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const folder = dirname(fileURLToPath(import.meta.url));
const wanted = new Map<string, string[]>();
for (const [name = "", ...parts] of process.argv.slice(2).map((argument) => argument.split(":"))) {
  wanted.set(name, [...(wanted.get(name) ?? []), ...parts]);
}
// A measurement is a file, or a folder with its parts.
const files = new Map(
  globSync(["*.ts", "*/index.ts"], { cwd: folder }).map((file) => [file.replace(/(\/index)?\.ts$/, ""), file]),
);
for (const name of ["run", "report"]) files.delete(name);

for (const [name, file] of [...files].sort()) {
  if (wanted.size > 0 && !wanted.has(name)) continue;
  process.stdout.write(`\n── ${name}\n`);
  const bench = (await import(pathToFileURL(join(folder, file)).href)) as {
    run(parts: readonly string[]): Promise<void>;
  };
  await bench.run(wanted.get(name) ?? []);
}
