import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { readClipboardRequest } from "./clipboard-guard.ts";

const encoded = (text: string) => `c;${Buffer.from(text).toString("base64")}`;

describe("a program that wants the clipboard (OSC 52)", () => {
  it("may set it right after the person did something", () => {
    expect(readClipboardRequest(encoded("grüße"), 100)).toEqual({ kind: "set", text: "grüße" });
  });

  it.each([
    ["while nobody typed", encoded("x"), 60_000],
    ["to read it", "c;?", 0],
    ["with what is no text", `c;${Buffer.from([0xff, 0xfe]).toString("base64")}`, 0],
    ["with nonsense", "c;%%%", 0],
    ["with very much", encoded("x".repeat(200_000)), 0],
    ["before any gesture", encoded("x"), Number.POSITIVE_INFINITY],
  ])("is refused %s", (_, data, since) => {
    expect(readClipboardRequest(data, since).kind).toBe("refused");
  });

  test.prop([fc.string({ unit: "binary" })], { numRuns: 200 })("cannot break the page with any data", (data) => {
    expect(["set", "refused"]).toContain(readClipboardRequest(data, 0).kind);
  });
});
