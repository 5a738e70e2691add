import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { UserError } from "../base/index.ts";

export const othersMayUse = 0o077;

/**
 * A folder that only its owner can enter. One that exists is closed to others if it is empty or holds `ours`; any
 * other is left alone and refused, because it may be one that others need (`/tmp`).
 */
export function ensurePrivateFolder(path: string, ours: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const status = statSync(path);
    if (process.platform === "win32" || (status.mode & othersMayUse) === 0) return;
    const names = readdirSync(path);
    if (names.length > 0 && !names.includes(ours)) throw openToOthers(path);
    chmodSync(path, 0o700);
  } catch (error) {
    throw error instanceof UserError ? error : unusable(path, error);
  }
}

function openToOthers(path: string): UserError {
  return new UserError(
    "store.open-to-others",
    `${path} can be read by others and holds other things, so sessions are not stored there.`,
    `Choose another folder, or close it to others: chmod 700 ${path}`,
  );
}

export function unusable(path: string, cause: unknown): UserError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new UserError(
    "store.unwritable",
    `${path} cannot be used to store sessions: ${reason}.`,
    "Check that it belongs to you and that the disk is not full, or choose another folder (COTTY_STATE_DIR).",
    { cause },
  );
}
