import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { typedText, whyNotTyped } from "./typed-text.ts";

describe("a suggested command that a person sends to the terminal", () => {
  it("is typed as it is, and Enter follows only where it is to run", () => {
    expect([typedText("df -h .", { run: false }), typedText("df -h .\n", { run: true })]).toEqual([
      "df -h .",
      "df -h .\r",
    ]);
    expect([whyNotTyped("df -h .", { run: false }), whyNotTyped("a\nb", { run: true })]).toEqual([null, null]);
  });

  it("is not put at the prompt where it has several lines: each but the last would run", () => {
    const several = "df -h .\ntouch /tmp/sent\n# look";
    expect([typedText(several, { run: false }), typedText(several, { run: true })]).toEqual([null, `${several}\r`]);
    expect(whyNotTyped(several, { run: false })).toContain("several lines");
  });

  it.each(["\u001b[78~", "ls\u0018\u0005", "ls\r", "a\tb", "\u009b201~", "ls\u007f", ""])(
    "is not typed at all with keys in it: %j",
    (text) => {
      expect([typedText(text, { run: false }), typedText(text, { run: true })]).toEqual([null, null]);
      expect(whyNotTyped(text, { run: true })).toContain("control characters");
    },
  );

  test.prop([fc.string({ unit: "binary" })], { numRuns: 300 })(
    "never holds a key when it is only put there",
    (text) => {
      expect(typedText(text, { run: false }) ?? "").not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    },
  );
});
