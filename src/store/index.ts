export { liveOwnerOf } from "./leases.ts";
export { headLine, parseHeadLine } from "./ledger.ts";
export { createMemoryStore } from "./memory-store.ts";
export { describeThisProcess } from "./process-identity.ts";
export { openRegister, type Register, type RegisterPart } from "./register.ts";
export { hasStore, hasTraces, openSqliteStore } from "./sqlite-store.ts";
export type {
  Lease,
  LeaseInfo,
  LedgerHead,
  LedgerVerdict,
  MailboxEntry,
  OwnerId,
  SearchHit,
  SessionRow,
  Store,
  Verified,
} from "./store.ts";
