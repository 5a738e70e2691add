import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { createMarkScanner, markNumber } from "./mark-scanner.ts";

const nonce = "0123456789abcdef01234567";
const mark = (body: string) => `\x1b]${markNumber};${nonce};${body}\x07`;

type Seen = { bytes: string } | { mark: string[] } | { paste: boolean };

/** What the scanner saw, with neighbouring bytes joined: chunking must not show. */
function scan(chunks: Uint8Array[]): Seen[] {
  const seen: Seen[] = [];
  const scanner = createMarkScanner(nonce, {
    onBytes(bytes) {
      const text = Buffer.from(bytes).toString("latin1");
      const last = seen.at(-1);
      if (last !== undefined && "bytes" in last) last.bytes += text;
      else seen.push({ bytes: text });
    },
    onMark: ({ type, fields }) => seen.push({ mark: [type, ...fields] }),
    onOuterMark: ({ type, fields }) => seen.push({ mark: ["outer", type, ...fields] }),
    onPasteMode: (paste) => seen.push({ paste }),
  });
  for (const chunk of chunks) scanner.push(chunk);
  scanner.end();
  return seen;
}

const scanText = (text: string) => scan([Buffer.from(text, "utf8")]);

describe("the mark scanner", () => {
  it("takes marks out and leaves everything else as it was", () => {
    expect(scanText(`a${mark("C;1")}b\x1b[31mc${mark("D;2;0;r:/tmp")}`)).toEqual([
      { bytes: "a" },
      { mark: ["C", "1"] },
      { bytes: "b\x1b[31mc" },
      { mark: ["D", "2", "0", "r:/tmp"] },
    ]);
  });

  it.each([
    ["another nonce", `\x1b]${markNumber};ffffffffffffffffffffffff;D;2;0;r:/\x07`],
    ["a mark of another program", "\x1b]133;D;0\x07"],
    ["a control character inside", `\x1b]${markNumber};${nonce};D;2\n;0\x07`],
    ["no end within 65 KiB", `\x1b]${markNumber};${nonce};D;${"x".repeat(67_000)}\x07`],
    ["no end at all", `\x1b]${markNumber};${nonce};D;2;0`],
  ])("takes a mark with %s for output", (_, text) => {
    expect(scanText(text)).toEqual([{ bytes: text }]);
  });

  it.each([
    ["OSC", "\x1b]0;never ended"],
    ["DCS", "\x1bP never ended"],
    ["mark", `\x1b]${markNumber};${nonce};D;1`],
    ["escape", "\x1b\x1b"],
  ])("finds a mark behind an unterminated %s", (_, text) => {
    expect(scanText(`${text}${mark("D;1;0;r:/")}`)).toEqual([{ bytes: text }, { mark: ["D", "1", "0", "r:/"] }]);
  });

  it("hears the shell outside while it listens to one inside, and no shell farther out", () => {
    const seen: string[] = [];
    const scanner = createMarkScanner("a".repeat(24), {
      onBytes: (bytes) => seen.push(Buffer.from(bytes).toString("latin1")),
      onMark: ({ type }) => seen.push(`<${type}>`),
      onOuterMark: ({ type }) => seen.push(`<outer ${type}>`),
      onPasteMode: () => {},
    });
    const say = (letter: string) =>
      scanner.push(Buffer.from(`${letter}\x1b]${markNumber};${letter.repeat(24)};D;1;0\x07`));
    const sayAll = () => ["a", "b", "c"].forEach(say);
    scanner.enter();
    scanner.setNonce("b".repeat(24));
    sayAll();
    scanner.enter();
    scanner.setNonce("c".repeat(24));
    sayAll();
    scanner.leave();
    sayAll();
    scanner.leave();
    sayAll();
    const unknown = `c\x1b]${markNumber};${"c".repeat(24)};D;1;0\x07`;
    expect(seen).toEqual([
      ...["a", "<outer D>", "b", "<D>", unknown],
      ...["a", "b", "<outer D>", "c", "<D>"],
      ...["a", "<outer D>", "b", "<D>", "c"],
      ...["a", "<D>", "b", "c"],
    ]);
  });

  it("takes out marks of the nonces before, without a word", () => {
    const seen: string[] = [];
    const scanner = createMarkScanner("", {
      onBytes: (bytes) => seen.push(Buffer.from(bytes).toString("latin1")),
      onMark: ({ type }) => seen.push(`<${type}>`),
      onOuterMark: ({ type }) => seen.push(`<outer ${type}>`),
      onPasteMode: () => {},
    });
    const nonces = ["a", "b", "c"].map((letter) => letter.repeat(24));
    for (const each of nonces) scanner.setNonce(each);
    const text = [...nonces, "d".repeat(24)].map((each) => `-\x1b]${markNumber};${each};C;1\x07`).join("");
    for (const byte of Buffer.from(text)) scanner.push(Uint8Array.of(byte));
    scanner.end();
    expect(seen.join("")).toBe(`---<C>-\x1b]${markNumber};${"d".repeat(24)};C;1\x07`);
  });

  it("tells when a line editor switches bracketed paste, after handing on the switch itself", () => {
    expect(scanText("\x1b[?2004h$ \x1b[?2004l\r\n\x1b[?2005h")).toEqual([
      { bytes: "\x1b[?2004h" },
      { paste: true },
      { bytes: "$ \x1b[?2004l" },
      { paste: false },
      { bytes: "\r\n\x1b[?2005h" },
    ]);
  });

  const piece = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom("\x1b", "\x1b]", "\x1b[", "\x1b[?2004", "\x1b[?2004h", "\x1b[?2004l", "\x07", "\x1b]0;t\x07"),
    fc.constantFrom(mark("C;1"), mark("D;2;0;r:/a b"), mark("D;2").slice(0, 20), mark("").slice(0, -1)),
  );
  test.prop([fc.array(piece, { maxLength: 30 }), fc.infiniteStream(fc.integer({ min: 1, max: 9 }))], { numRuns: 500 })(
    "sees the same in any chunking",
    (pieces, sizes) => {
      const bytes = Buffer.from(pieces.join(""), "utf8");
      const chunks: Uint8Array[] = [];
      for (let at = 0; at < bytes.length; ) {
        const size = sizes.next().value ?? 1;
        chunks.push(bytes.subarray(at, at + size));
        at += size;
      }
      expect(scan(chunks)).toEqual(scan([bytes]));
    },
  );

  test.prop([fc.array(piece, { maxLength: 30 })], { numRuns: 300 })("loses and invents no byte", (pieces) => {
    const text = Buffer.from(pieces.join(""), "utf8").toString("latin1");
    const rebuilt = scan([Buffer.from(text, "latin1")])
      .map((item) => ("bytes" in item ? item.bytes : "mark" in item ? mark(item.mark.join(";")) : ""))
      .join("");
    expect(rebuilt).toBe(text);
  });
});
