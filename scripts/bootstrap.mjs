// Makes a fresh clone ready: dependencies, Node 24, the bundle. Plain JavaScript, runs on Node 18 and later,
// because it runs before anything of ours is installed.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { takeLock } from "./bootstrap-lock.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, "node_modules");
const ownNode = join(modules, ".bin", process.platform === "win32" ? "node.cmd" : "node");
const wantedMajor = 24;
const wantsBuild = process.argv.includes("--build");

if (isWorkLeft()) {
  takeLock(join(root, ".bootstrap.lock"), () => say("Another start is setting this checkout up: waiting"));
  // Asked again, each of them: the one that was waited for may have done it.
  if (!isInstalled()) installDependencies();
  if (usableNodeMajor() < wantedMajor) setUpNode();
  if (wantsBuild && isBundleStale()) build();
}

function isWorkLeft() {
  return !isInstalled() || usableNodeMajor() < wantedMajor || (wantsBuild && isBundleStale());
}

function isInstalled() {
  const installed = join(modules, ".package-lock.json");
  if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(join(root, "package-lock.json")).mtimeMs)
    return false;
  // Somebody may have left out what only development needs; a checkout cannot be built without it.
  return ["node", "rolldown"].every((name) => existsSync(join(modules, name, "package.json")));
}

function installDependencies() {
  say(existsSync(modules) ? "Dependencies changed: installing" : "First start: installing dependencies (about 30 s)");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  // With what development needs, also where NODE_ENV=production says otherwise: the build and Node 24 are among it.
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const result = spawnSync(npm, args, { cwd: root, stdio: ["ignore", 2, 2] });
  if (result.error) fail(`npm could not be run (${result.error.message}).`, "Install npm, it comes with Node.");
  if (result.status !== 0) fail("npm ci failed.", "Check the network and the disk, and run it again: npm ci");
}

function setUpNode() {
  // The package "node" puts its binary in place with an install script; where scripts are switched off, run it here.
  const script = join(modules, "node", "installArchSpecificPackage.js");
  const binary = join(modules, "node", "bin", "node");
  if (existsSync(script)) {
    say(`Setting up Node ${wantedMajor} for this project`);
    spawnSync(process.execPath, [script], { cwd: dirname(script), stdio: ["ignore", 2, 2] });
  }
  // npm links what a package offers before its script runs, so what came later is linked here.
  if (existsSync(binary) && !existsSync(ownNode) && process.platform !== "win32") {
    mkdirSync(dirname(ownNode), { recursive: true });
    rmSync(ownNode, { force: true });
    symlinkSync(join("..", "node", "bin", "node"), ownNode);
  }
  if (usableNodeMajor() < wantedMajor) {
    fail(
      `Cotty needs Node ${wantedMajor} or newer; this is ${process.version}, and the project's own copy could not be set up.`,
      `Install Node ${wantedMajor} or newer and run the command again.`,
    );
  }
}

function usableNodeMajor() {
  for (const candidate of [ownNode, process.execPath]) {
    try {
      const version = execFileSync(candidate, ["-p", "process.versions.node"], { encoding: "utf8", stdio: "pipe" });
      const major = Number(version.split(".")[0]);
      if (major >= wantedMajor) return major;
    } catch {
      // Not there, or not runnable on this machine: the next candidate decides.
    }
  }
  return 0;
}

function isBundleStale() {
  const bundle = join(root, "dist", "main.js");
  const sources = [
    "src",
    "package.json",
    "package-lock.json",
    "config/vite.ts",
    "scripts/build.mjs",
    "scripts/build-web.mjs",
  ].map((path) => join(root, path));
  const page = join(root, "dist", "web", "index.html");
  return !existsSync(bundle) || !existsSync(page) || Math.max(...sources.map(newestChange)) > statSync(bundle).mtimeMs;
}

function build() {
  say("Building");
  const node = existsSync(ownNode) ? ownNode : process.execPath;
  const result = spawnSync(node, [join(root, "scripts", "build.mjs")], { cwd: root, stdio: ["ignore", 2, 2] });
  if (result.status !== 0) fail("The build failed.", "What is wrong is said above. To try again: npm run build");
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
