import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMemoryStore, type Store } from "../../store/index.ts";
import { createSessionFollower, type FollowedSessions } from "./session-follower.ts";

/** Sessions of other processes. */
const inStore = (store: Store): FollowedSessions => ({
  list: (wanted) => store.list(wanted),
  get: (id) => store.getSession(id),
  read: (id, wanted) => store.read(id, wanted),
  subscribe: (id, wanted) => store.subscribe(id, wanted),
  heldState: () => null,
});

const owner = { id: "o", pid: process.pid, startedAt: 0, host: "h" };

describe("following a session for many", () => {
  it("gives every reader each event once and in order, whenever it came and however slow it is", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ at: fc.nat({ max: 30 }), after: fc.nat({ max: 30 }), slow: fc.nat({ max: 3 }) }), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.integer({ min: 31, max: 60 }),
        async (readers, total) => {
          await using store = createMemoryStore();
          await store.createSession({ id: "s", title: "", target: "local", cwd: "/", at: 1 });
          const lease = await store.acquire("s", owner, { ttlMs: 60_000 });
          if (!lease) throw new Error("It is ours.");
          const follower = createSessionFollower(inStore(store));
          const stop = new AbortController();
          const read = async ({ after, slow }: { after: number; slow: number }): Promise<number[]> => {
            const seen: number[] = [];
            for await (const { event, text } of follower.events("s", {
              after,
              signal: stop.signal,
              onCaughtUp: () => {},
            })) {
              expect(JSON.parse(text)).toEqual({ type: "event", session: "s", event });
              seen.push(event.seq);
              for (let i = 0; i < slow; i++) await new Promise((resolve) => setImmediate(resolve));
              if (event.seq === total) return seen;
            }
            return seen;
          };
          const reading: Promise<number[]>[] = [];
          for (let seq = 0; seq < total; seq++) {
            for (const reader of readers) {
              if (reader.at === seq) reading.push(read({ ...reader, after: Math.min(reader.after, seq) }));
            }
            await store.append(lease, seq, [{ type: "text.streamed", text: `${seq}`, at: 1, by: "agent:x" }]);
          }
          const expected = readers.map(({ at, after }) => Math.min(after, at)).map((after) => after + 1);
          const firsts = (await Promise.all(reading)).map((seen) => {
            expect(seen).toEqual(Array.from({ length: total - (seen[0] ?? 0) + 1 }, (_, i) => i + (seen[0] ?? 0)));
            return seen[0];
          });
          expect(firsts.sort()).toEqual(expected.sort());
          stop.abort();
        },
      ),
      { numRuns: 100 },
    );
  });

  it("tells its readers when the session is deleted", async () => {
    await using store = createMemoryStore();
    await store.createSession({ id: "s", title: "", target: "local", cwd: "/", at: 1 });
    const signal = new AbortController().signal;
    const follower = createSessionFollower(inStore(store));
    const caughtUp = Promise.withResolvers<number>();
    const reading = follower
      .events("s", { after: 0, signal, onCaughtUp: caughtUp.resolve })
      [Symbol.asyncIterator]()
      .next();
    await caughtUp.promise;
    await store.deleteSession("s");
    await expect(reading).rejects.toMatchObject({ name: "UserError" });
  });
});
