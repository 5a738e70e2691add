import { expect, it } from "vitest";
import { createMemoryStore } from "../store/index.ts";
import type { SessionAccess } from "./deps.ts";
import { createFoldedSessions } from "./folded-sessions.ts";
import { createSessionIndex, type IndexChange } from "./session-index.ts";

it("reads the list once for everyone who asks in the same moment, and tells only those who still want it", async () => {
  await using store = createMemoryStore();
  await store.createSession({ id: "s", title: "one", target: "local", cwd: "/", at: 1 });
  let reads = 0;
  const access: SessionAccess = {
    ...unused,
    get: (id) => store.getSession(id),
    read: (id, wanted) => store.read(id, wanted),
    subscribe: (id, wanted) => store.subscribe(id, wanted),
    list(wanted) {
      reads++;
      return store.list(wanted);
    },
  };
  const index = createSessionIndex(access, createFoldedSessions(access));
  const told: IndexChange[] = [];
  const gone = new AbortController();
  for (let i = 0; i < 1000; i++) index.watch((change) => told.push(change), { signal: gone.signal });
  gone.abort();
  const stop = new AbortController();
  const first = await new Promise<IndexChange>((resolve) => index.watch(resolve, { signal: stop.signal }));
  expect([first.type, told]).toEqual(["sessions", []]);
  expect(reads).toBeLessThanOrEqual(4);
  stop.abort();
});

const unused = {
  verify: async () => ({ ok: true, events: 0 }),
  search: async () => [],
  open: () => Promise.reject(new Error("Nothing is opened here.")),
  request: () => Promise.reject(new Error("Nothing is asked here.")),
  delete: () => Promise.reject(new Error("Nothing is deleted here.")),
};
