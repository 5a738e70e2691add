export type { Lease, LeaseInfo, MailboxEntry, OwnerId, SearchHit, SessionRow, Store, Verified } from "./store.ts";
