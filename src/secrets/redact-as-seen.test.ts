import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stripAnsi } from "../terminal/index.ts";
import { createOutputRedactor, hideDrawn, redact } from "./redact.ts";
import { createSecretTags } from "./tags.ts";

const token = "ghp_Zx7Qm2Kp9Lw4Rt8Vb3Nc6Hd5Js1Fg0YaUeIo";
const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${token.slice(4)}`;
const between = (letter: string) => [...token].join(letter);
const folded = (text: string, width: number, end = "\n") =>
  (text.match(new RegExp(`.{1,${width}}`, "g")) ?? []).join(end);

/** As an event gets it. */
function clean(text: string): string {
  const tags = createSecretTags();
  return redact(stripAnsi(hideDrawn(text, { tags })), { tags });
}
/** As a recording gets it, in pieces. */
function recorded(text: string, size: number): string {
  const filter = createOutputRedactor();
  let shown = "";
  for (let at = 0; at < text.length; at += size) shown += filter.push(text.slice(at, at + size));
  return shown + filter.end();
}
/** Any eight letters of the token in a row, however they are spread. */
function leaksIn(shown: string): string[] {
  const flat = stripAnsi(shown).replaceAll(/[^\w.-]/g, "");
  return Array.from({ length: token.length - 11 }, (_, at) => token.slice(at + 4, at + 12)).filter((piece) =>
    flat.includes(piece),
  );
}

it("[PO131] a row of one letter, written over many times, is no part of a secret to look for", () => {
  const text = `${"x".repeat(70)}\rghp_y1\n`.repeat(400);
  expect(redact(text)).not.toContain("ghp_y1");
});

it("[PO131] a few bytes that move the cursor far make no large screen", () => {
  const text = "\u001b[40Ba".repeat(20_000);
  expect(redact(text) === text).toBe(true);
});

/** Ways to show a token so that a person reads it and its bytes are not in one piece. */
const ways: Record<string, string> = {
  "cursor-left over a mistake": `a ${token.slice(0, 10)}XXX\u001b[3D${token.slice(10)} b`,
  "backspace over a mistake": `${token.slice(0, 20)}X\b${token.slice(20)}`,
  "a carriage return over other text": `loading…\r${token}\r\n`,
  "the end before the beginning": `\u001b[24G${token.slice(23)}\u001b[1G${token.slice(0, 23)}`,
  "each letter at its own place, backwards": [...token]
    .map((letter, at) => `\u001b[7;${at + 3}H${letter}`)
    .toReversed()
    .join(""),
  "two halves with another row between": `\u001b[2;1H${token.slice(0, 15)}\u001b[9;1Hother\u001b[2;16H${token.slice(15)}`,
  "saved and restored": `\u001b7${"x".repeat(50)}\u001b8${token}\u001b[K`,
  "shown for a moment": `${token.slice(0, 9)}?\b${token.slice(9)}\r\u001b[2Kgone`,
  "a line editor that draws each key": [...token].map((_, at) => `\r$ ${token.slice(0, at + 1)}`).join(""),
  "deleted letters": `${token.slice(0, 12)}ZZ${token.slice(12)}\u001b[13G\u001b[2P`,
  "the question of a pager between two rows": `${"x".repeat(60)} ${token.slice(0, 19)}\r\n\u001b[7m--More--(89%)\u001b[27m\r${token.slice(19)} end\r\n`,
  "the question of a pager, erased": `${"x".repeat(60)} ${token.slice(0, 19)}\r\n--More--\r\u001b[K${token.slice(19)} end\r\n`,
  "lines of ten": folded(token, 10),
  "lines of ten from a terminal": `it is\r\n${folded(token, 10, "\r\n")}\r\n`,
  "lines of seven, indented": `key:\n  ${folded(token, 7, "\n  ")}\n`,
  "the right margin": `${"so far to the right ".repeat(3)}${token.slice(0, 20)}\n${token.slice(20)}\n`,
  "the right margin, late": `${token.slice(0, 30)}\n${token.slice(30)}\n`,
  "a JWT in lines of ten": folded(jwt, 10),
  "two lines of a quotation": `> ${token.slice(0, 20)}\n> ${token.slice(20)}\n`,
  "numbered lines": `1: ${token.slice(0, 10)}\n2: ${token.slice(10, 20)}\n3: ${token.slice(20)}\n`,
  "a text in a program": `"${token.slice(0, 20)}" +\n"${token.slice(20)}"`,
  "lines of seven, cut in two before": `${folded(token.slice(0, 20), 7)}\n${folded(token.slice(20), 7)}\n`,
  "uneven lines": `${token.slice(0, 10)}\n${token.slice(10, 20)}\n${token.slice(20, 25)}\n${token.slice(25)}\n`,
  "uneven lines, and words behind it": `${token.slice(0, 10)}\n${token.slice(10, 33)}\n${token.slice(33)}, or so\n`,
  "two lines of a comment": `# ${token.slice(0, 20)}\n# ${token.slice(20)}\n`,
  "two lines of a program's comment": `// ${token.slice(0, 20)}\n// ${token.slice(20)}\n`,
  "two lines of a list": `- ${token.slice(0, 20)}\n- ${token.slice(20)}\n`,
  "two rows of a table": `| ${token.slice(0, 20)} |\n| ${token.slice(20)} |\n`,
  "an empty line between": `${token.slice(0, 20)}\n\n${token.slice(20)}\n`,
  "a backslash at the line's end": `${token.slice(0, 20)}\\\n${token.slice(20)}\n`,
  "insert mode": `A \u001b[4h${token.slice(20)}\u001b[20D${token.slice(0, 20)}\u001b[4l`,
  "insert mode, letter by letter from the end": `\u001b[4h${[...token]
    .toReversed()
    .map((letter) => `${letter}\b`)
    .join("")}\u001b[4l`,
  "a line put in above": `\u001b[3;1H${token.slice(20)}\u001b[L${token.slice(0, 20)}\u001b[9;1H`,
  "a line taken out between": `${token.slice(0, 20)}\r\nxx\r\n${token.slice(20)}\u001b[A\u001b[M`,
  "scrolled down": `\u001b[H${token.slice(20)}\u001b[T\u001b[H${token.slice(0, 20)}\u001b[9;1H`,
  "scrolled in a region": `\u001b[1;5r\u001b[H${token.slice(20)}\u001b[H\u001bM${token.slice(0, 20)}\u001b[r\u001b[9;1H`,
  "on the other screen": `${token.slice(20)}\u001b[?1049h${token.slice(0, 20)}${token.slice(20)}\u001b[?1049l`,
  "shifted to the left": `${token.slice(20)} ${token.slice(0, 20)}\u001b[20 @`,
  "a rectangle that is copied": `${token.slice(20)}\r\n${token.slice(0, 20)}\u001b[1;1;1;20;1;2;21$v`,
  "a letter that is repeated": `ghp_Z\u001b[1b${token.slice(5)}`,
  "its end alone, and then all of it": `${token.slice(20)}\r${token}`,
  "zero-width spaces": between("\u200b"),
  "soft hyphens": between("\u00ad"),
  accents: between("\u0301"),
  "a byte order mark": `\ufeff${token.slice(0, 9)}\ufeff${token.slice(9)}`,
  "marks of direction": `\u202a${token.slice(0, 9)}\u2066${token.slice(9)}\u2069`,
  "letters before and after": `abc${token}xyz`,
  "blanks between the letters": between(" "),
};

describe("[PO46] text is judged as a person sees it", () => {
  it.each(Object.entries(ways))("a token is hidden: %s", (_way, text) => {
    expect(leaksIn(clean(`before\n${text}\nafter it\n`))).toEqual([]);
    for (const size of [1, 7, 10_000]) expect([size, leaksIn(recorded(`$ x\r\n${text}`, size))]).toEqual([size, []]);
    expect(clean(`before\n${text}\nafter it\n`)).toContain("‹secret:");
  });

  it("leaves text that draws without a secret exactly as it is", () => {
    const bar = Array.from({ length: 50 }, (_, at) => `\r[${"#".repeat(at)}${" ".repeat(50 - at)}] ${at * 2} %`).join(
      "",
    );
    const top = "\u001b[H\u001b[2J  PID USER\u001b[2;1H 4711 bob\u001b[3;1H 4712 eve\u001b[K";
    for (const text of [bar, top, "abc\b\b\bxyz", "one\rtwo\n"]) {
      expect(recorded(text, 13)).toBe(text);
      expect(hideDrawn(text, { tags: createSecretTags() })).toBe(text);
    }
  });

  it("leaves the line after a token that ends its line", () => {
    expect(clean(`${token}\nDone\n`)).toBe("‹secret:github#1›\nDone\n");
    expect(clean(`${token}\nserver01\nserver02\n`)).toBe("‹secret:github#1›\nserver01\nserver02\n");
    expect(clean(`${token}\nGH=abc12345Q\n`)).toBe("‹secret:github#1›\nGH=abc12345Q\n");
    expect(clean("ghp_ is how\nit begins1234567890123456789\n")).toBe("ghp_ is how\nit begins1234567890123456789\n");
  });

  it("never changes text without secrets, whatever it draws and in whatever pieces", () => {
    const part = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom(
        "\r",
        "\b",
        "\n",
        "\r\n",
        "\u001b[3D",
        "\u001b[2;5H",
        "\u001b[K",
        "\u001b[2J",
        "\u001b[A",
        "\u200b",
        "\u001b[",
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), fc.integer({ min: 1, max: 40 }), (parts, size) => {
        const text = parts.join("");
        const shown = recorded(text, size);
        expect(shown).toBe(shown.includes("‹secret:") ? shown : text);
      }),
      { numRuns: 500 },
    );
  });
});
