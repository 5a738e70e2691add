import { describe, expect, it } from "vitest";
import { typable } from "./typed-command.ts";

describe("a command of an answer", () => {
  it("is typed without the line ends around it, so that nothing runs before Enter", () => {
    expect(typable("\n df -h .\n")).toEqual({ text: "df -h .", notRun: null, notSent: null });
  });

  it("of several lines is not put on the line, where its first line would run", () => {
    const notSent = "It has several lines, and each would run at once.";
    expect(typable("df -h .\ntouch x\n# look")).toEqual({ text: "df -h .\ntouch x\n# look", notRun: null, notSent });
  });

  it.each(["\x1b[78~", "a\rb", "a\tb", "a\x7f", "a\u009bb"])("with keys in it is not typed at all: %j", (text) => {
    const why = "It has control characters, which act as keys.";
    expect(typable(text)).toEqual({ text, notRun: why, notSent: why });
  });
});
