import { closeSync, openSync, readSync, rmSync, watch } from "node:fs";
import { join } from "node:path";
import { randomText } from "../../base/index.ts";

/** The messages of one ssh client, kept out of the terminal. The file is gone from its folder once it is not needed. */
export interface LoginLog {
  readonly path: string;
  text(): string;
  /** Calls back with each new state of the text, until closed. */
  onChange(listener: (text: string) => void): void;
  /** Nobody else needs the path any more; what is written from now on can still be read here. */
  hide(): void;
  close(): void;
}

export function createLoginLog(directory: string): LoginLog {
  const path = join(directory, `log-${process.pid}-${randomText(10)}`);
  // Held open for reading: the client goes on writing to it after it has been removed.
  const descriptor = openSync(path, "wx+", 0o600);
  let stopWatching = () => {};
  let isOpen = true;
  const text = () => (isOpen ? readFromStart(descriptor) : "");
  const hide = () => {
    stopWatching();
    rmSync(path, { force: true });
  };
  return {
    path,
    text,
    onChange(listener) {
      stopWatching = watchFile(path, () => listener(text()));
      listener(text());
    },
    hide,
    close() {
      hide();
      if (isOpen) closeSync(descriptor);
      isOpen = false;
    },
  };
}

function watchFile(path: string, onChange: () => void): () => void {
  try {
    const watcher = watch(path, onChange);
    return () => watcher.close();
  } catch {
    // A machine has only so many watches, and a login must not fail because an editor took them all.
    const timer = setInterval(onChange, 100);
    return () => clearInterval(timer);
  }
}

/** From the beginning every time; a client that stays connected for days must not make this grow without end. */
const maxBytes = 64 * 1024;

function readFromStart(descriptor: number): string {
  const buffer = Buffer.alloc(maxBytes);
  let size = 0;
  for (;;) {
    const count = readSync(descriptor, buffer, size, maxBytes - size, size);
    size += count;
    if (count === 0 || size === maxBytes) return buffer.toString("utf8", 0, size);
  }
}
