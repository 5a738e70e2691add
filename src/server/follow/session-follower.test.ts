import { afterEach, describe, expect, it } from "vitest";
import { attended, openTestServer, type TestServer } from "../../../test/support/server.ts";
import type { SessionRunner } from "../../engine/index.ts";
import { createSessionFollower, type FollowedSessions } from "./session-follower.ts";
import type { ListChange } from "./session-list.ts";

const mira = { by: "person:mira" as const, from: "test" };

interface Counted extends FollowedSessions {
  /** The seq of every event that a subscription has given out. */
  readonly given: number[];
  readonly reads: number[];
}

/** The sessions of a server, and what of them was read from its store. */
function countReads({ store, engine }: TestServer, { isHeld }: { isHeld: boolean }): Counted {
  const given: number[] = [];
  const reads: number[] = [];
  return {
    given,
    reads,
    list: (wanted) => store.list(wanted),
    get: (id) => store.getSession(id),
    heldState: (id) => (isHeld ? engine.stateOf(id) : null),
    read(id, wanted) {
      reads.push(wanted.after);
      return store.read(id, wanted);
    },
    async *subscribe(id, wanted) {
      for await (const event of store.subscribe(id, wanted)) {
        given.push(event.seq);
        yield event;
      }
    },
  };
}

describe("following sessions", () => {
  const stop = new AbortController();
  afterEach(() => stop.abort());

  async function open(options: { isHeld: boolean }) {
    const test = await openTestServer();
    const runner = await test.engine.take(await test.openSession({ title: "followed" }), attended);
    const sessions = countReads(test, options);
    const signal = new AbortController().signal;
    return { test, runner, sessions, signal, follower: createSessionFollower(sessions) };
  }

  const change = (runner: SessionRunner, maxSteps: number) =>
    runner.request({ type: "settings", settings: { maxSteps } }, mira);

  it("reads each new event once, for everyone who looks at the session and for the list", async () => {
    const { test, runner, sessions, follower, signal } = await open({ isHeld: true });
    await using _ = test;
    const told: ListChange[] = [];
    const listed = Promise.withResolvers<void>();
    const titled = Promise.withResolvers<void>();
    follower.list.watch(
      (next) => {
        told.push(next);
        if (next.type === "sessions") listed.resolve();
        if (next.type === "session-changed" && next.session.mode === "plan") titled.resolve();
      },
      { signal },
    );
    await listed.promise;
    const from = runner.state.seq;
    const seen: number[][] = [];
    const caughtUp: Promise<unknown>[] = [];
    const reading = Array.from({ length: 5 }, async () => {
      const mine: number[] = [];
      seen.push(mine);
      const ready = Promise.withResolvers<number>();
      caughtUp.push(ready.promise);
      for await (const { event } of follower.events(runner.id, { after: from, signal, onCaughtUp: ready.resolve })) {
        mine.push(event.seq);
        if (mine.length === 4) return;
      }
    });
    await Promise.all(caughtUp);
    for (const steps of [1, 2, 3]) await change(runner, steps);
    await runner.request({ type: "settings", settings: { mode: "plan" } }, mira);
    await Promise.all([...reading, titled.promise]);
    const all = [1, 2, 3, 4].map((each) => from + each);
    expect(seen).toEqual(seen.map(() => all));
    expect(sessions.given.filter((seq) => seq > from)).toEqual(all);
  });

  it("tells what a session of another process has come to, event by event", async () => {
    const { test, runner, follower, signal } = await open({ isHeld: false });
    await using _ = test;
    const phases: string[] = [];
    const rested = Promise.withResolvers<void>();
    follower.list.watch(
      (next) => {
        const session = next.type === "sessions" ? next.sessions[0] : next.type === "session-changed" && next.session;
        if (!session) return;
        if (phases.at(-1) !== session.phase) phases.push(session.phase);
        if (phases.includes("thinking") && session.phase === "input") rested.resolve();
        if (next.type === "sessions") void runner.request({ type: "prompt", text: "go" }, mira);
      },
      { signal },
    );
    await rested.promise;
    expect(phases.slice(-2)).toEqual(["thinking", "input"]);
    expect(await follower.stateOf(runner.id)).toEqual(runner.state);
  });

  it("gives a reader that falls far behind everything in order, from the store", async () => {
    const { test, runner, sessions, follower, signal } = await open({ isHeld: true });
    await using _ = test;
    const from = runner.state.seq;
    const total = 2500;
    const hurry = Promise.withResolvers<void>();
    const caughtUp = [Promise.withResolvers<number>(), Promise.withResolvers<number>()] as const;
    const read = async (isSlow: boolean) => {
      const seen: number[] = [];
      const onCaughtUp = caughtUp[isSlow ? 0 : 1].resolve;
      for await (const { event } of follower.events(runner.id, { after: from, signal, onCaughtUp })) {
        seen.push(event.seq);
        if (isSlow && seen.length === 1) await hurry.promise;
        if (seen.length === total) break;
      }
      return seen;
    };
    const [slow, fast] = [read(true), read(false)];
    await Promise.all(caughtUp.map(({ promise }) => promise));
    for (let i = 0; i < total; i++) await change(runner, 1 + (i % 2));
    const all = Array.from({ length: total }, (_, at) => from + 1 + at);
    expect(await fast).toEqual(all);
    hurry.resolve();
    expect(await slow).toEqual(all);
    expect(sessions.reads[0]).toBe(from + 1);
  });
});
