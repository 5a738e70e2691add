import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { createLineSplitter, toJsonLine } from "./json-lines.ts";

describe("JSON lines", () => {
  test.prop([fc.array(fc.jsonValue()), fc.array(fc.nat({ max: 40 }))], { numRuns: 200 })(
    "arrive as they were sent, wherever the stream is cut into chunks",
    (values, lengths) => {
      const splitter = createLineSplitter();
      let rest = values.map(toJsonLine).join("");
      const lines: string[] = [];
      for (const length of lengths) {
        lines.push(...splitter.push(rest.slice(0, length)));
        rest = rest.slice(length);
      }
      lines.push(...splitter.push(rest), ...splitter.end());
      expect(lines).toEqual(values.map((value) => JSON.stringify(value)));
    },
  );

  it("keeps an unfinished line until its end, or the end of the stream, arrives", () => {
    const splitter = createLineSplitter();
    expect(splitter.push('{"a":')).toEqual([]);
    expect(splitter.push("1}\n\nla")).toEqual(['{"a":1}', ""]);
    expect(splitter.end()).toEqual(["la"]);
    expect(splitter.end()).toEqual([]);
  });

  it("drops the carriage return of a Windows line end, also when it comes in a chunk of its own", () => {
    const splitter = createLineSplitter();
    expect([...splitter.push("one\r"), ...splitter.push("\ntwo\r\n")]).toEqual(["one", "two"]);
  });

  it("refuses a line without end, so that no sender can fill the memory", () => {
    const splitter = createLineSplitter({ maxLineLength: 10 });
    expect(splitter.push("0123456789")).toEqual([]);
    expect(() => splitter.push("x")).toThrow(RangeError);
  });

  it("refuses a line that is too long also when it arrives with its end", () => {
    const splitter = createLineSplitter({ maxLineLength: 10 });
    expect(() => splitter.push("0123456789x\nshort\n")).toThrow(RangeError);
    expect(() => createLineSplitter({ maxLineLength: 10 }).push("ok\n0123456789x")).toThrow(RangeError);
  });
});
