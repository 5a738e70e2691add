import { UserError } from "../base/index.ts";

export function noSuchSession(id: string): UserError {
  return new UserError("session.unknown", `There is no session ${id}.`, "List the sessions: cotty sessions");
}

export function leaseLost(session: string, epoch: number): UserError {
  return new UserError(
    "store.lease-lost",
    `Session ${session} belongs to another process now, or was given back (this one held epoch ${epoch}).`,
    "Nothing was written. Open the session again to go on with it here.",
  );
}

export function damaged(session: string, seq: number, reason: string, options?: { cause?: unknown }): UserError {
  return new UserError(
    "store.damaged",
    `Event ${seq} of session ${session} cannot be read: ${reason}.`,
    `Run "cotty verify ${session}" to see what was changed, and restore the store from a backup.`,
    options,
  );
}

export function storeClosed(): UserError {
  return new UserError("store.closed", "The store was closed while it was needed.", "Start Cotty again.");
}
