import { expect, it } from "vitest";
import { createMemoryStore } from "../../store/index.ts";
import { createSessionFollower, type FollowedSessions } from "./session-follower.ts";
import type { ListChange } from "./session-list.ts";

it("reads the list once for everyone who asks in the same moment, and tells only those who still want it", async () => {
  await using store = createMemoryStore();
  await store.createSession({ id: "s", title: "one", target: "local", cwd: "/", at: 1 });
  let reads = 0;
  const access: FollowedSessions = {
    heldState: () => null,
    get: (id) => store.getSession(id),
    read: (id, wanted) => store.read(id, wanted),
    subscribe: (id, wanted) => store.subscribe(id, wanted),
    list(wanted) {
      reads++;
      return store.list(wanted);
    },
  };
  const { list } = createSessionFollower(access);
  const told: ListChange[] = [];
  const gone = new AbortController();
  for (let i = 0; i < 1000; i++) list.watch((change) => told.push(change), { signal: gone.signal });
  gone.abort();
  const stop = new AbortController();
  const first = await new Promise<ListChange>((resolve) => list.watch(resolve, { signal: stop.signal }));
  expect([first.type, told]).toEqual(["sessions", []]);
  expect(reads).toBeLessThanOrEqual(4);
  stop.abort();
});
