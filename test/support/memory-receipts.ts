import { type Credentials, openCredentials, type Receipts } from "../../src/server/auth/credentials.ts";

/** Receipts of credentials that last as long as the test. */
export function memoryReceipts(...present: string[]): Receipts {
  const ids = new Set(present);
  return {
    has: (id) => ids.has(id),
    put: (id) => void ids.add(id),
    remove: (id) => void ids.delete(id),
  };
}

/** Credentials below a folder, with receipts that last as long as the test. */
export const credentialsIn = (directory: string, now?: () => number): Credentials =>
  openCredentials({ directory, receipts: memoryReceipts(), ...(now && { now }) });
