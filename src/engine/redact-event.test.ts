import { expect, it } from "vitest";
import { createSecretMemory, createSecretTags, redact } from "../policy/index.ts";
import type { NewEvent } from "../protocol/index.ts";
import { redactEvent } from "./redact-event.ts";

/** In a session whose output said that all of this is a password. */
function redactIn(printed: string) {
  const tags = createSecretTags(createSecretMemory({ digest: (text) => text, seed: 1 }));
  redact(printed, { tags });
  return (text: string) => redact(text, { tags, encoded: "kept" });
}

const summary = "It deletes 1 file and 1 folder, 4.1 KB, 1 with uncommitted changes.";

it("[PO118] takes none of Cotty's own words out of a step, whatever was printed before", () => {
  const redacted = redactIn(
    `db_password: "delete on this machine"\ny_password: "${summary}"\nz_password: "host4prod"\n`,
  );
  const event = {
    type: "step.proposed",
    phrase: "delete on this machine",
    confirmHost: "host4prod",
    protectedHost: { name: "host4prod", isRead: false },
    effect: { summary },
    findings: [{ ruleId: "rm.recursive", say: summary }],
  } as unknown as NewEvent;
  expect(redactEvent(event, redacted)).toEqual(event);
});

it("[PO118] hides a secret in a sentence of Cotty's own", () => {
  const event = { type: "step.proposed", findings: [{ say: "Writes hunter2hunter2 there." }] } as unknown as NewEvent;
  expect(redactEvent(event, redactIn("password: hunter2hunter2\n"))).toEqual({
    type: "step.proposed",
    findings: [{ say: "Writes ‹secret:password#1› there." }],
  });
});

it("[PO118] takes no sentence out of what a person says because a command printed it as a password", () => {
  const prompt = { type: "prompt.received", text: "clean up, but do not touch production" } as unknown as NewEvent;
  expect(redactEvent(prompt, redactIn('db_password: "but do not touch production"\n'))).toEqual(prompt);
});
