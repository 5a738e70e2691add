// Bundles the command line into dist/: split chunks, so that `cotty --version` loads next to nothing.
// Packages with native code or their own data files stay outside.
import { readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, "dist");
const staging = join(root, `dist.${process.pid}`);

const bundle = await rolldown({
  // The pty host is a program of its own: it outlives the process that started it.
  input: { main: join(root, "src/main.ts"), "pty-host": join(root, "src/terminal/host/pty-host.ts") },
  cwd: root,
  platform: "node",
  external: ["node-pty"],
  resolve: { conditionNames: ["node", "import", "default"] },
  checks: { ineffectiveDynamicImport: false },
});
await bundle.write({
  dir: staging,
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "chunks/[name]-[hash].js",
  minify: false,
  sourcemap: false,
});
await bundle.close();

// Replace file by file, the entry last: a cotty that starts during the build finds the old or the new one, whole.
swapInto(out);

function swapInto(target) {
  const old = `${target}.old.${process.pid}`;
  let hadOld = true;
  try {
    renameSync(target, old);
  } catch {
    hadOld = false;
  }
  renameSync(staging, target);
  if (hadOld) rmSync(old, { recursive: true, force: true });
  process.stderr.write(`cotty: built ${readdirSync(target).length} entries\n`);
}
