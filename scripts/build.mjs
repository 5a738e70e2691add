// Builds the browser app into dist/web, then bundles the command line into dist/: split chunks, so that
// `cotty --version` loads next to nothing. Packages with native code or their own data files stay outside.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { bareBuiltins } from "./bare-builtins.mjs";
import { buildWeb } from "./build-web.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, "dist");
const chunks = join(out, "chunks");
const staging = join(out, `.staging-${process.pid}`);
const startedAt = new Date();
const keptAfterMs = 3 * 24 * 60 * 60 * 1000;

try {
  // The page first: the program's own files say whether anything is stale.
  await buildWeb();
  await bundleInto(staging);
  publish();
} finally {
  rmSync(staging, { recursive: true, force: true });
}

async function bundleInto(dir) {
  const bundle = await rolldown({
    // The pty host is a program of its own: it outlives the process that started it.
    input: { main: join(root, "src/main.ts"), "pty-host": join(root, "src/terminal/pty-host/process/pty-host.ts") },
    cwd: root,
    platform: "node",
    external: ["node-pty", "koffi"],
    plugins: [bareBuiltins()],
    resolve: {
      conditionNames: ["node", "import", "default"],
      // Its main file asks for its parts in a way that no bundler sees.
      alias: { "jsonc-parser": join(root, "node_modules/jsonc-parser/lib/esm/main.js") },
    },
    // A room's door names everything it has; what is not used from there is not loaded either. Only entries act when loaded.
    treeshake: { moduleSideEffects: [{ test: /\/src\//, sideEffects: false }] },
    checks: { ineffectiveDynamicImport: false },
  });
  await bundle.write({
    dir,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    codeSplitting: { groups: [{ name: "base", test: /^\0builtin:|\/src\/base\// }] },
    minify: false,
    sourcemap: false,
  });
  await bundle.close();
}

// File by file, chunks first and entries last: whoever starts during the build finds the old program or the new one,
// whole. Chunks are named by their content, so two builds at once cannot disturb each other.
function publish() {
  const built = readdirSync(join(staging, "chunks"));
  mkdirSync(chunks, { recursive: true });
  for (const name of built) renameSync(join(staging, "chunks", name), join(chunks, name));
  for (const name of readdirSync(staging)) {
    if (!name.endsWith(".js")) continue;
    // As old as the sources it was made from: what is saved while the build runs is newer, and builds again.
    utimesSync(join(staging, name), startedAt, startedAt);
    renameSync(join(staging, name), join(out, name));
  }
  retireChunks(built);
  // What was compiled from the old files; it is made again by the next start.
  rmSync(join(out, "compile-cache"), { recursive: true, force: true });
}

// A daemon or a pty host that is still running may load a chunk of its own build at any time, so chunks stay for a while
// after the build that replaced them. A chunk's time says when it was last part of a build.
function retireChunks(built) {
  const list = join(out, "chunks.json");
  const current = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
  for (const name of readdirSync(chunks)) {
    const path = join(chunks, name);
    try {
      if (built.includes(name) || current.includes(name)) utimesSync(path, startedAt, startedAt);
      else if (startedAt - statSync(path).mtimeMs > keptAfterMs) rmSync(path);
    } catch (error) {
      // Another build at the same time has removed it.
      if (error.code !== "ENOENT") throw error;
    }
  }
  writeFileSync(join(staging, "chunks.json"), JSON.stringify(built));
  renameSync(join(staging, "chunks.json"), list);
}
