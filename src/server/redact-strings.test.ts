import { describe, expect, it } from "vitest";
import { createId } from "../base/index.ts";
import { redactStrings } from "./redact-strings.ts";

const [one, other] = [createId("s"), createId("s")];
const hidden: Record<string, string> = { [one]: "first-value", [other]: "other-value" };
const redact = (text: string, session?: string) =>
  (session === undefined ? text : text.replaceAll(hidden[session] ?? "\0", "[hidden]")).replaceAll("known", "[secret]");

describe("what somebody sees who may only look", () => {
  it.each([
    ["an event", { session: one, text: "first-value" }],
    ["a summary", { id: one, title: "first-value", waiting: [{ text: "first-value" }] }],
    ["a list", [{ id: one, title: "first-value" }]],
    ["a change in the list", { type: "session-changed", session: { id: one, title: "first-value" } }],
    ["any other field", { of: one, more: { deep: ["first-value"] } }],
  ])("hides what was hidden in a session where its id stands: %s", (_what, value) => {
    const shown = JSON.stringify(redactStrings(value, redact));
    expect([shown.includes("first-value"), shown.includes("[hidden]"), shown.includes(one)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("hides no less where a text is called like another session", () => {
    const value = { session: one, title: other, text: "first-value other-value known" };
    expect(redactStrings(value, redact)).toEqual({ session: one, title: other, text: "[hidden] [hidden] [secret]" });
  });

  it("keeps to the session of the address, and to what everyone hides where there is none", () => {
    expect(redactStrings({ text: "first-value" }, redact, one)).toEqual({ text: "[hidden]" });
    expect(redactStrings({ n: 1, none: null, text: "first-value known" }, redact)).toEqual({
      n: 1,
      none: null,
      text: "first-value [secret]",
    });
  });
});
