import { describe } from "vitest";
import type { Clock } from "../base/index.ts";
import type { Store } from "./store.ts";
import { describeEventsOfType } from "./testing/events-of-type-contract.ts";
import { describeLeases } from "./testing/lease-contract.ts";
import { describeLedger } from "./testing/ledger-contract.ts";
import { describeLog } from "./testing/log-contract.ts";
import { describeMailbox } from "./testing/mailbox-contract.ts";
import { describeSearch } from "./testing/search-contract.ts";
import { describeSessions } from "./testing/sessions-contract.ts";
import { describeUsage } from "./testing/usage-contract.ts";

export type OpenStore = (options?: { clock: Clock }) => Promise<Store>;

/** What every store has to do. `open` gives an empty one each time. */
export function describeStoreContract(name: string, open: OpenStore): void {
  describe(`${name}: the contract of a store`, () => {
    describeSessions(open);
    describeLog(open);
    describeLedger(open);
    describeLeases(open);
    describeMailbox(open);
    describeSearch(open);
    describeEventsOfType(open);
    describeUsage(open);
  });
}
