import { expect, it } from "vitest";
import { openTestServer } from "../../test/support/server.ts";
import { emptyState, evolve } from "../session/index.ts";
import { createFoldedSessions } from "./folded-sessions.ts";

it("answers with the whole state each time, and reads only what happened since", async () => {
  await using test = await openTestServer({ script: [{ text: "One." }, { text: "Two." }] });
  const id = await test.openSession({ title: "counted" });
  const runner = await test.engine.take(id, { isAttended: () => true });
  const reads: number[] = [];
  const folded = createFoldedSessions({
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
    const state = await folded.stateOf(id);
    expect(state).toEqual(await whole());
    seqs.push(state.seq);
  }
  expect(await folded.stateOf(id)).toEqual(await whole());
  expect(reads).toEqual(seqs);
  await expect(folded.stateOf("s_none")).rejects.toMatchObject({ code: "session.unknown" });
});
