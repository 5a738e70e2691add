/** The pty host process: `pty-host STATE_DIR HOST_ID IDLE_AFTER_MS`. Started by start-host.ts, never by a person. */
import { randomBytes } from "node:crypto";
import { loadEmulator } from "../../screen/emulator.ts";
import { pidNamespace } from "../../system/process-table.ts";
import { removeHostFiles, socketPath, writeHostCard } from "../host-files.ts";
import { showLife } from "../host-register.ts";
import { ptyHostTitle } from "../pty-host-title.ts";
import { adoptOrphans, type OrphanCare } from "./adopt-orphans.ts";
import { serveHost } from "./host-server.ts";
import { openHostedTerminal } from "./open-hosted-terminal.ts";

const [stateDir, hostId, idleAfter] = process.argv.slice(2);
if (stateDir === undefined || hostId === undefined || idleAfter === undefined) {
  process.stderr.write("This program is started by Cotty itself.\n");
  process.exit(2);
}
const idleAfterMs = Number(idleAfter);
process.title = ptyHostTitle;
delete process.env.NODE_COMPILE_CACHE;
process.umask(0o077);
// The debugger is shut by a flag (start-host.ts). Without this, the signal would end the host and every terminal in it.
process.on("SIGUSR1", () => {});

const token = randomBytes(32).toString("hex");
const socket = socketPath(stateDir, hostId);
await showLife(stateDir, hostId);
writeHostCard(stateDir, hostId, { pid: process.pid, socket, token, pidNamespace: pidNamespace() });
// An update may replace our files while we live on, so nothing is left to be loaded later; not at once, because the
// first command should not wait for it.
setTimeout(() => void loadEmulator(), 2000).unref();

// A defect in one terminal (node-pty throws what a dying PTY reports) must not end the terminals of everyone else.
let defects = 0;
const report = (error: unknown) => {
  defects++;
  if (defects <= 100) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
};

/** Begun while the engine connects: the first shell waits for it, and hardly ever has to. */
let orphanCare: Promise<OrphanCare | null> = Promise.resolve(null);

const exitCode = await serveHost({
  socketPath: socket,
  token,
  idleAfterMs,
  // Also where a host is to end at once: its engine needs a moment to connect.
  unusedAfterMs: 30_000,
  onReady() {
    process.on("uncaughtException", report);
    process.on("unhandledRejection", report);
    orphanCare = adoptOrphans();
  },
  async openTerminal(terminal, owner, params, options) {
    await orphanCare;
    return await openHostedTerminal({ stateDir, hostId, terminal, owner, params, ...options });
  },
}).then(
  () => 0,
  (error: unknown) => {
    report(error);
    return 1;
  },
);
removeHostFiles(stateDir, hostId);
// What was left running in the background (a server that the agent started) would have no host above it any more, and
// would pass for a person's own process.
await (await orphanCare)?.untilNoneLeft();
// node-pty keeps timers of its own for PTYs that are closed; nothing is left to wait for.
process.exit(exitCode);
