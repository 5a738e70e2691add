import { openSqliteStore } from "./sqlite-store.ts";
import { describeStoreContract } from "./store-contract.ts";
import { createTempFolder } from "./testing/temp-folder.ts";

describeStoreContract("SQLite store", async (options) => {
  const folder = await createTempFolder();
  const store = await openSqliteStore({ directory: folder.path, ...options });
  return {
    ...store,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
});
