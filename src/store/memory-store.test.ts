import { createMemoryStore } from "./memory-store.ts";
import { describeStoreContract } from "./store-contract.ts";

describeStoreContract("memory store", async (options) => createMemoryStore(options));
