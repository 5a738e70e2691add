import { execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { needs } from "./needs.ts";

const isRoot = process.getuid?.() === 0;

/** Root writes wherever it wants, except on what is mounted read-only. */
export const needsProtection = isRoot ? needs("mount") : needs();

/** Nothing in this folder can be written until the end of the scope, not even by root. */
export function protectFolder(path: string): Disposable {
  if (!isRoot) {
    chmodSync(path, 0o500);
    return { [Symbol.dispose]: () => chmodSync(path, 0o700) };
  }
  execFileSync("mount", ["--bind", path, path]);
  execFileSync("mount", ["-o", "remount,bind,ro", path]);
  return { [Symbol.dispose]: () => void execFileSync("umount", [path]) };
}
