import { expect, it } from "vitest";
import { openTestServer } from "../../../test/support/server.ts";
import { defaultSettings, emptyState, evolve, type SessionState } from "../../session/index.ts";
import { createSessionStates } from "./session-states.ts";

it("answers with the whole state each time, and reads only what happened since", async () => {
  await using test = await openTestServer({ script: [{ text: "One." }, { text: "Two." }] });
  const id = await test.openSession({ title: "counted" });
  const runner = await test.engine.take(id, { isAttended: () => true });
  const reads: number[] = [];
  const states = createSessionStates({
    heldState: () => null,
    read(session, wanted) {
      reads.push(wanted.after);
      return test.store.read(session, wanted);
    },
  });
  const whole = async () => {
    let state = emptyState(id);
    for await (const event of test.store.read(id, { after: 0 })) state = evolve(state, event);
    return state;
  };
  const seqs = [0];
  for (const text of ["first", "second"]) {
    await runner.request({ type: "prompt", text }, { by: "person:mira", from: "test" });
    await runner.idle();
    const state = await states.now(id);
    expect(state).toEqual(await whole());
    seqs.push(state.seq);
  }
  expect(await states.now(id)).toEqual(await whole());
  expect(reads).toEqual(seqs);
  await expect(states.now("s_none")).rejects.toMatchObject({ code: "session.unknown" });
});

it("begins with the state that the engine of this process holds, and reads only what it does not have", async () => {
  await using test = await openTestServer({ script: [{ text: "One." }] });
  const id = await test.openSession({ title: "held" });
  const runner = await test.engine.take(id, { isAttended: () => true });
  await runner.request({ type: "prompt", text: "first" }, { by: "person:mira", from: "test" });
  await runner.idle();
  const reads: number[] = [];
  let held: SessionState | null = runner.state;
  const states = createSessionStates({
    heldState: () => held,
    read(session, wanted) {
      reads.push(wanted.after);
      return test.store.read(session, wanted);
    },
  });
  expect(await states.now(id)).toBe(runner.state);
  // Another process has taken it: it goes on from there.
  held = null;
  const before = runner.state;
  await runner.request({ type: "settings", settings: { maxSteps: 3 } }, { by: "person:mira", from: "test" });
  expect((await states.now(id)).settings.maxSteps).toBe(3);
  expect(reads).toEqual([before.seq, before.seq]);
});

it("takes the held state once it has an event, and folds the event until then", async () => {
  const opened = { type: "session.opened", seq: 1, at: 1, session: "s", by: "engine", hash: "" } as const;
  const event = { ...opened, title: "t", target: "local", cwd: "/", settings: defaultSettings, version: "0" } as const;
  const empty = emptyState("s");
  let held = empty;
  const states = createSessionStates({ heldState: () => held, read: async function* () {} });
  expect(states.after(empty, event)).toEqual(evolve(empty, event));
  held = evolve(empty, event);
  expect(states.after(empty, event)).toBe(held);
});
