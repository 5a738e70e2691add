#!/usr/bin/env node
// The entry: argv in, exit code out. Everything is imported late, so that `--version` costs next to nothing and an
// old Node gets a sentence instead of a syntax error.
const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  process.stderr.write(
    `cotty: Cotty needs Node 24 or newer; this is ${process.version}.\nInstall a newer Node, or use bin/cotty of a checkout, which brings its own.\n`,
  );
  process.exit(125);
}

// Node would open its debugger, through which every account of this machine could run code in here.
process.on("SIGUSR1", () => {});

const { enableCompileCache } = await import("node:module");
const { fileURLToPath } = await import("node:url");
// Beside the code it was made from. The usual place is a folder in /tmp that any account can make first, and what is read
// from it is run without a look at the source.
const cache = import.meta.url.endsWith(".ts") ? "../node_modules/.cache/compile" : "./compile-cache";
enableCompileCache(fileURLToPath(new URL(cache, import.meta.url)));
const { runCli } = await import("./cli/index.ts");
process.exitCode = await runCli(process.argv.slice(2));
