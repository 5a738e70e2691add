import { describe, expect, it } from "vitest";
import { fingerprint, inGroups, oldMessages } from "./old-chat.ts";

describe("a chat that the browser kept", () => {
  it("is read as far as it is sound, whatever else lies in the storage", () => {
    const sound = [
      { role: "user", text: "free?" },
      { role: "model", text: "yes" },
    ];
    expect(oldMessages(JSON.stringify([...sound, null, 7, { role: "system", text: "x" }, { role: "user" }]))).toEqual(
      sound,
    );
    for (const broken of ["", "{", "null", '"text"', '{"role":"user","text":"x"}'])
      expect(oldMessages(broken)).toEqual([]);
  });

  it("is sent in requests that a connection takes, in order and whole", () => {
    const messages = Array.from({ length: 120 }, (_, index) => ({
      role: "user" as const,
      text: `${index} ${"x".repeat(9000)}`,
    }));
    const groups = inGroups(messages);
    expect(groups.flat()).toEqual(messages);
    expect(groups.every((group) => group.reduce((sum, { text }) => sum + text.length, 0) <= 200_000)).toBe(true);
    expect(inGroups([{ role: "model", text: "x".repeat(500_000) }]).length).toBe(1);
  });

  it("has one name in every window, and another one when it is another chat", () => {
    expect(fingerprint("[a]")).toBe(fingerprint("[a]"));
    expect(fingerprint("[a]")).not.toBe(fingerprint("[b]"));
  });
});
