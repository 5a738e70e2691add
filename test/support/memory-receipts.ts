import type { Receipts } from "../../src/server/auth/credentials.ts";

/** Receipts of credentials that last as long as the test. */
export function memoryReceipts(...present: string[]): Receipts {
  const ids = new Set(present);
  return {
    has: (id) => ids.has(id),
    put: (id) => void ids.add(id),
    remove: (id) => void ids.delete(id),
  };
}
