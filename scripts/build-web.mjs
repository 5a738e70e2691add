// Builds the browser app into dist/web when one of its sources is newer. Assets are named by their content and old ones
// stay for a while: a page that is open loads the parts of its own build. index.html comes last.
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, "dist", "web");
const keptAfterMs = 3 * 24 * 60 * 60 * 1000;
const sources = ["src/web", "src/base", "src/protocol", "src/session", "src/client", "config/vite.ts"];

export async function buildWeb() {
  const startedAt = new Date();
  if (!isStale()) return;
  const staging = join(root, "dist", `.web-${process.pid}`);
  try {
    // Whatever the shell or a test runner says: with another value React's development build would be shipped, which is
    // three times as slow and does everything twice.
    process.env.NODE_ENV = "production";
    // Vite is loaded only when there is something to build: it costs more than everything else here.
    const { build } = await import("vite");
    await build({
      root: join(root, "src/web"),
      configFile: join(root, "config/vite.ts"),
      logLevel: "warn",
      build: { outDir: staging },
    });
    publish(staging, startedAt);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

function isStale() {
  const page = join(out, "index.html");
  const inputs = [...sources, "package-lock.json", "scripts/build-web.mjs"].map((path) => join(root, path));
  return !existsSync(page) || Math.max(...inputs.map(newestChange)) > statSync(page).mtimeMs;
}

function publish(staging, startedAt) {
  const assets = join(out, "assets");
  mkdirSync(assets, { recursive: true });
  const built = readdirSync(join(staging, "assets"));
  for (const name of built) renameSync(join(staging, "assets", name), join(assets, name));
  for (const name of readdirSync(assets)) {
    const path = join(assets, name);
    if (!built.includes(name) && startedAt - statSync(path).mtimeMs > keptAfterMs) rmSync(path, { force: true });
  }
  for (const name of readdirSync(staging)) {
    if (name === "assets" || name === "index.html") continue;
    cpSync(join(staging, name), join(out, name), { recursive: true });
  }
  // As old as the sources it was made from: what is saved while the build runs is newer, and builds again.
  utimesSync(join(staging, "index.html"), startedAt, startedAt);
  renameSync(join(staging, "index.html"), join(out, "index.html"));
}

function newestChange(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce((newest, entry) => Math.max(newest, newestChange(join(path, entry))), stat.mtimeMs);
}
