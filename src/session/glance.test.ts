import { expect, it } from "vitest";
import type { Event } from "../protocol/index.ts";
import { glanceAt } from "./index.ts";
import { openTestSession } from "./testing/build.ts";

/** What a list shows of a session after these events, and how many of them it had to read. */
async function glanceOf({ events }: { events: readonly Event[] }) {
  let read = 0;
  const glance = await glanceAt(
    { id: "s1", title: "", head: { seq: events.length } },
    async function* (_id, { after, limit }) {
      for (const event of events.slice(after, after + limit)) {
        read++;
        yield event;
      }
    },
  );
  return { ...glance, read };
}

const end = (outcome: "complete" | "stopped" | "failed") =>
  ({ type: "turn.finished", outcome, summary: "ok" }) as const;

it("[LO7] a session that rests keeps the title of its first prompt and how its last turn ended", async () => {
  for (const outcome of ["complete", "stopped", "failed"] as const) {
    const session = openTestSession();
    session.ask({ type: "prompt", text: "What fills this disk?\nLook at /var." });
    session.record(end(outcome));
    expect(await glanceOf(session)).toMatchObject({ title: "What fills this disk?", lastEnd: outcome });
  }
});

it("[LO7] a long log is read at its ends only", async () => {
  const session = openTestSession();
  session.ask({ type: "prompt", text: "go" });
  for (let i = 0; i < 500; i++) session.record({ type: "text.streamed", text: `${i}` });
  session.record(end("complete"));
  expect(await glanceOf(session)).toEqual({ title: "go", lastEnd: "complete", read: 22 });
});

it("[LO7] a turn that nobody works on was interrupted, and one before a fresh start counts no more", async () => {
  const cut = openTestSession();
  expect(await glanceOf(cut)).toMatchObject({ title: "", lastEnd: null });
  cut.ask({ type: "prompt", text: "go" });
  for (let i = 0; i < 50; i++) cut.record({ type: "text.streamed", text: `${i}` });
  expect(await glanceOf(cut)).toMatchObject({ lastEnd: "interrupted" });
  cut.record(end("complete"));
  cut.ask({ type: "new" });
  expect(await glanceOf(cut)).toMatchObject({ title: "go", lastEnd: null });
});
