// Makes a fresh clone ready: dependencies, Node 24, the bundle. Plain JavaScript, runs on Node 18 and later,
// because it runs before anything of ours is installed.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const wantedMajor = 24;

installDependencies();
ensureNode();
if (process.argv.includes("--build")) buildWhatIsStale();

function installDependencies() {
  const installed = join(root, "node_modules", ".package-lock.json");
  const lock = join(root, "package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  say(existsSync(installed) ? "Dependencies changed: installing" : "First start: installing dependencies (about 30 s)");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const result = spawnSync(npm, ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: root, stdio: "inherit" });
  if (result.status !== 0) {
    fail("npm ci failed.", "Check the network and run it again: npm ci");
  }
}

function ensureNode() {
  if (projectNodeMajor() >= wantedMajor) return;
  // The package "node" puts its binary in place with an install script; where scripts are switched off, run it here.
  const script = join(root, "node_modules", "node", "installArchSpecificPackage.js");
  if (existsSync(script)) {
    say(`Setting up Node ${wantedMajor} for this project`);
    spawnSync(process.execPath, [script], { cwd: dirname(script), stdio: "inherit" });
  }
  if (projectNodeMajor() < wantedMajor) {
    fail(
      `Cotty needs Node ${wantedMajor} or newer; this is ${process.version}, and the project's own copy could not be set up.`,
      `Install Node ${wantedMajor} or newer and run the command again.`,
    );
  }
}

function projectNodeMajor() {
  const own = join(root, "node_modules", ".bin", process.platform === "win32" ? "node.cmd" : "node");
  for (const candidate of [own, process.execPath]) {
    try {
      const version = execFileSync(candidate, ["-p", "process.versions.node"], { encoding: "utf8" }).trim();
      const major = Number(version.split(".")[0]);
      if (major >= wantedMajor) return major;
    } catch {
      // Not there, or not runnable on this machine: the next candidate decides.
    }
  }
  return 0;
}

function buildWhatIsStale() {
  const bundle = join(root, "dist", "main.js");
  const sources = [join(root, "src"), join(root, "package-lock.json"), join(root, "scripts", "build.mjs")];
  if (existsSync(bundle) && Math.max(...sources.map(newestChange)) <= statSync(bundle).mtimeMs) return;
  say("Building");
  const own = join(root, "node_modules", ".bin", "node");
  const node = existsSync(own) ? own : process.execPath;
  const result = spawnSync(node, [join(root, "scripts", "build.mjs")], { cwd: root, stdio: "inherit" });
  if (result.status !== 0) fail("The build failed.", "Run: npm run build");
}

function newestChange(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  // The folder's own time counts too: deleting a file changes nothing else.
  let newest = stat.mtimeMs;
  for (const entry of readdirSync(path)) newest = Math.max(newest, newestChange(join(path, entry)));
  return newest;
}

function say(text) {
  process.stderr.write(`cotty: ${text} …\n`);
}

function fail(what, next) {
  process.stderr.write(`cotty: ${what}\n${next}\n`);
  process.exit(1);
}
