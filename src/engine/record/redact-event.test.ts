import { expect, it } from "vitest";
import type { NewEvent } from "../../protocol/index.ts";
import { createSecretMemory, createSecretTags, redact } from "../../secrets/index.ts";
import { redactEvent } from "./redact-event.ts";

/** In a session whose output said that all of this is a password. */
function redactIn(printed: string) {
  const tags = createSecretTags(createSecretMemory({ digest: (text) => text, seed: 1 }));
  redact(printed, { tags });
  return {
    redact: (text: string) => redact(text, { tags, encoded: "kept" }),
    redactTyped: (text: string) => redact(text, { tags: { ...tags, memory: null }, encoded: "kept" }),
  };
}

const summary = "It deletes 1 file and 1 folder, 4.1 KB, 1 with uncommitted changes.";

it("[PO118] takes none of Cotty's own words out of a step, whatever was printed before", () => {
  const redacted = redactIn(
    `db_password: "delete on this machine"\ny_password: "${summary}"\nz_password: "host4prod"\n`,
  );
  const event = {
    type: "step.proposed",
    by: "agent:cotty",
    phrase: "delete on this machine",
    confirmHost: "host4prod",
    protectedHost: { name: "host4prod", isRead: false },
    effect: { summary },
    findings: [{ ruleId: "rm.recursive", say: summary }],
  } as unknown as NewEvent;
  expect(redactEvent(event, redacted)).toEqual(event);
});

it("[PO118] takes no sentence out of what anybody says because a command printed it as a password", () => {
  const text = "clean up, but do not touch production";
  const prompt = { type: "prompt.received", by: "agent:other", text } as unknown as NewEvent;
  expect(redactEvent(prompt, redactIn('db_password: "but do not touch production"\n'))).toEqual(prompt);
});
