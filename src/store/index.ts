export { liveOwnerOf } from "./leases.ts";
export { headLine, parseHeadLine } from "./ledger.ts";
export { createMemoryStore } from "./memory-store.ts";
export { describeThisProcess, endProcess } from "./process-identity.ts";
export { openRegister } from "./register.ts";
export { openSecretFiles, removeSecretFile } from "./secret-files.ts";
export { hasStore, hasTraces, openSqliteStore } from "./sqlite-store.ts";
export type {
  Lease,
  OwnerId,
  SessionRow,
  Store,
} from "./store.ts";
