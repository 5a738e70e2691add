import { accessSync, closeSync, constants, openSync, readSync, statSync, writeSync } from "node:fs";
import { constants as osConstants } from "node:os";
import { join, resolve } from "node:path";
import { spawn } from "node-pty";
import { UserError } from "../../base/index.ts";
import { lookPath } from "./look-path.ts";
import { claimPtyChild } from "./own-children.ts";
import { createPtyDelivery, type PtyExit } from "./pty-delivery.ts";

export type { PtyExit };

/** The thing we type into: a shell here, or the ssh client that carries one from elsewhere. */
export interface Pty {
  /** The local child: a shell, or the ssh client. */
  readonly pid: number;
  /** The terminal device (`/dev/pts/7`), where the system has one. */
  readonly device: string | null;
  /** Queued, never blocks the loop. After the exit it does nothing. */
  write(bytes: Uint8Array | string): void;
  onData(listener: (bytes: Uint8Array) => void): void;
  /** Called once, after the last byte, however slow the reader was. */
  onExit(listener: (exit: PtyExit) => void): void;
  /** Stops reading; the kernel then stops the child once its buffer is full. */
  pause(): void;
  resume(): void;
  resize(cols: number, rows: number): void;
  /** SIGHUP by default, which is what closing a terminal window sends. */
  kill(signal?: string): void;
}

export interface LocalPtyOptions {
  argv: [string, ...string[]];
  cwd: string;
  /** The whole environment; nothing is inherited besides it. */
  env: Record<string, string>;
  cols: number;
  rows: number;
}

/** What a dead child can have left in the kernel's buffers is far less; a background job could write for ever. */
const maxTailBytes = 1024 * 1024;

/**
 * A PTY on this machine. node-pty reads, but its way of closing loses the tail: libuv takes a partial read together
 * with a hang-up for the end. So we hold the device open ourselves, and when the child has gone we read the master to
 * its end before anyone closes it.
 */
export function openLocalPty(options: LocalPtyOptions): Pty {
  const [file, ...args] = options.argv;
  const program = findProgram(file, options);
  checkFolder(options.cwd);
  const child = spawn(program, args, {
    cols: options.cols,
    rows: options.rows,
    cwd: options.cwd,
    env: options.env,
    name: options.env["TERM"] ?? "xterm-256color",
    encoding: null,
  });
  const releaseChild = claimPtyChild(child.pid);
  const inner = child as unknown as NodePtyInternals;
  const device = inner.ptsName ?? null;
  const heldDevice = device === null ? null : openSync(device, constants.O_RDWR | constants.O_NOCTTY);

  const delivery = createPtyDelivery();

  child.onData((data) => delivery.push(data as unknown as Uint8Array));
  // node-pty tells of an exit only after it has closed the master. It starts to wait for "close" at the exit itself.
  inner._socket.on("newListener", (name: string) => {
    if (name === "close" && delivery.isOpen) takeTail();
  });
  child.onExit(({ exitCode, signal }) => {
    releaseChild();
    if (heldDevice !== null) closeSync(heldDevice);
    const name = signalName(signal);
    delivery.end({ exitCode: name === null ? exitCode : null, signal: name });
  });

  function takeTail() {
    delivery.hold();
    // Gives out what the stream still holds as an event, to the listener above; what it returns are the same bytes.
    inner._socket.read();
    for (const bytes of readToEnd(inner.fd)) delivery.push(bytes);
    setImmediate(() => inner._socket.destroy());
  }

  return {
    pid: child.pid,
    device,
    write(bytes) {
      if (!delivery.isOpen) return;
      const all = typeof bytes === "string" ? Buffer.from(bytes, "utf8") : Buffer.from(bytes);
      // Behind what waits already, if anything does.
      const isFree = inner._writeStream._writeQueue.length === 0;
      const rest = isFree ? all.subarray(writeAtOnce(inner.fd, all)) : all;
      if (rest.length > 0) child.write(rest);
    },
    onData: delivery.onData,
    onExit: delivery.onExit,
    pause() {
      delivery.pause();
      if (delivery.isOpen) child.pause();
    },
    resume() {
      delivery.resume();
      // What it gave out may have paused it again.
      if (delivery.isOpen && !delivery.isPaused) child.resume();
    },
    resize(cols, rows) {
      if (delivery.isOpen) child.resize(cols, rows);
    },
    kill(signal) {
      if (!delivery.hasEnded) child.kill(signal);
    },
  };
}

/** What we need of node-pty and its types do not show. */
interface NodePtyInternals {
  readonly fd: number;
  readonly ptsName?: string;
  readonly _writeStream: { readonly _writeQueue: readonly unknown[] };
  readonly _socket: NodeJS.EventEmitter & { read(): unknown; destroy(): void };
}

/**
 * How many bytes the kernel took now; the master never blocks. node-pty hands every write to a thread of the pool, and
 * waking that took longer than bash takes for a small command.
 */
function writeAtOnce(fd: number, bytes: Uint8Array): number {
  try {
    return writeSync(fd, bytes);
  } catch (error) {
    // EAGAIN: there is no room. EIO: the child has just gone, which node-pty will tell.
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EAGAIN" || code === "EIO") return 0;
    throw error;
  }
}

function readToEnd(fd: number): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let total = 0; total < maxTailBytes; ) {
    const buffer = Buffer.allocUnsafe(65536);
    let count: number;
    try {
      count = readSync(fd, buffer);
    } catch (error) {
      // EAGAIN: nothing is left. EIO: nothing is left and nobody can write any more.
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EAGAIN" || code === "EIO") break;
      throw error;
    }
    if (count === 0) break;
    chunks.push(buffer.subarray(0, count));
    total += count;
  }
  return chunks;
}

function signalName(signal: number | undefined): string | null {
  if (signal === undefined || signal === 0) return null;
  const found = Object.entries(osConstants.signals).find(([, number]) => number === signal);
  return found?.[0] ?? `SIG${signal}`;
}

/** node-pty would start the child anyway, and its failure would look like the output of a shell. */
function findProgram(file: string, options: LocalPtyOptions): string {
  const candidates = file.includes("/")
    ? [resolve(options.cwd, file)]
    : lookPath(options.env["PATH"], options.cwd)
        .split(":")
        .map((folder) => join(folder, file));
  const program = candidates.find(isExecutableFile);
  if (program === undefined) {
    throw new UserError(
      "terminal.no-such-program",
      `There is no program "${file}" that can be run on this machine.`,
      "Install it, or choose another shell (for example: bash).",
    );
  }
  return program;
}

function isExecutableFile(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function checkFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new UserError(
    "terminal.no-such-folder",
    `A terminal cannot start in ${path}: there is no such folder.`,
    "Start it in a folder that exists.",
  );
}
