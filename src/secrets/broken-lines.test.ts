import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { secretSamples } from "../../test/support/secret-samples.ts";
import { stripAnsi } from "../terminal/index.ts";
import { createOutputRedactor, hideDrawn, isDrawn, redact } from "./redact.ts";
import { createSecretTags } from "./tags.ts";

const token = "ghp_Zx7Qm2Kp9Lw4Rt8Vb3Nc6Hd5Js1Fg0YaUeIo";
const half = [token.slice(0, 20), token.slice(20)] as const;
const [first, second] = half;

/** Any eight letters of a secret in a row, however they are spread, besides what says which kind of token it is. */
function leaksIn(shown: string, secret = token, sign = 4): string[] {
  const flat = stripAnsi(shown).replaceAll(/[^\w.-]/g, "");
  return Array.from({ length: secret.length - sign - 7 }, (_, at) => secret.slice(at + sign, at + sign + 8)).filter(
    (piece) => flat.includes(piece),
  );
}

describe("[PO250] a token that is cut into pieces is hidden, whatever stands between them", () => {
  it.each(
    Object.entries({
      "a box": `│ ${first} │\n│ ${second} │\n`,
      "nl with blanks": `     9  ${first}\n    10  ${second}\n`,
      "a search in several files": `f.txt:9:token=${first}\nf.txt:10:${second}\n`,
      "a log of containers": `web-1  | ${first}\nweb-1  | ${second}\nweb-1  | ready\n`,
      "time stamps": `2026-01-02T10:00:00.123Z ${first}\n2026-01-02T10:00:01.456Z ${second}\n`,
      "a system log": `Nov 20 00:01:02 host app[123]: ${first}\nNov 20 00:01:03 host app[123]: ${second}\n`,
      "a column that is followed by another": `KEY    ${first}   one\n       ${second}   two\n`,
      "a column behind other words": `name   ${first}   one\nother  ${second}   two\n`,
      "cells that are not as wide as each other": `| KEY | ${first} | a |\n| other | ${second} | b |\n`,
      "elements of a page": `<td>${first}</td>\n<td>${second}</td>\n`,
      "a comment of SQL": `-- ${first}\n-- ${second}\n`,
      "a sign at the front of the next line": `x = '${first}'\n  + '${second}';\n`,
      "texts that are added": `a = "${first}" + "${second}"`,
      "texts that PHP adds": `$a = '${first}' . '${second}';`,
      "texts that Lua adds": `a = "${first}" .. "${second}"`,
      "texts side by side": `"${first}" "${second}"`,
      "texts of a shell": `'${first}''${second}'`,
    }),
  )("%s", (_what, text) => {
    for (const ending of ["\n", "\r\n", "\r\r\n"])
      expect(leaksIn(redact(`before\n${text}after it\n`.replaceAll("\n", ending)))).toEqual([]);
  });

  it.each(
    secretSamples.filter(({ secret }) => /^[\w.~+=:-]{24,400}$/.test(secret) && !/^T0|^[a-z0-9]+$/i.test(secret)),
  )("a token of $kind in a log: $secret", ({ secret }) => {
    const cut = Math.max(14, secret.search(/\d/) + 8);
    const text = `web-1  | ${secret.slice(0, cut)}\nweb-1  | ${secret.slice(cut)}\n`;
    expect(
      redact(text)
        .split("\n")
        .map((line) => line.includes("‹secret:")),
    ).toEqual([true, true, false]);
  });

  it("leaves the plain line behind a token that is cut into numbered lines", () => {
    const numbered = [0, 10, 20, 30].map((from, at) => `${at + 1}\t${token.slice(from, from + 10)}\n`).join("");
    expect(redact(`${numbered}5\tend\nend\n`).split("\n").slice(4)).toEqual(["5\tend", "end", ""]);
  });

  it("leaves what stands below a whole token in a table", () => {
    const text = `token   ${token}\ncommit  9fceb02d0ae598e95dc970b74767f19372d6120b\n`;
    expect(redact(text)).toBe(text.replace(token, "‹secret:github#1›"));
  });
});

describe("[PO251] what is hidden in the output of an event is hidden in its recording", () => {
  /** As an event gets it. */
  function clean(text: string): string {
    const tags = createSecretTags();
    return redact(stripAnsi(isDrawn(text) ? hideDrawn(text, { tags }) : text), { tags });
  }
  const before: Record<string, (line: string, at: number) => string> = {
    nothing: (line) => line,
    "cat -n": (line, at) => `${String(at + 1).padStart(6)}\t${line}`,
    "nl -s": (line, at) => `${String(at + 1).padStart(6)}  ${line}`,
    "grep -n": (line, at) => `f.txt:${at + 1}:${line}`,
    containers: (line) => `web-1  | ${line}`,
    box: (line) => `│ ${line} │`,
    quotation: (line) => `> ${line}`,
  };
  const secretLine = fc.constantFrom("password: Xk3vQ9mWz7Lp4t", `token=${token}`, "DB_PASS=Xk3vQ9mWz7Lp4t");
  const broken = fc.integer({ min: 7, max: 30 }).map((width) => token.match(new RegExp(`.{1,${width}}`, "g")) ?? []);
  const other = fc.constantFrom("", "ready", "server01 is up", "a: 1", "end");
  const lines = fc.tuple(
    fc.array(other, { maxLength: 3 }),
    fc.oneof(secretLine, broken),
    fc.array(other, { maxLength: 3 }),
  );

  it("in whatever pieces it arrives, however its lines end and whatever stands before them", () => {
    fc.assert(
      fc.property(
        lines.map((parts) => parts.flat(2)),
        fc.constantFrom("\n", "\r\n", "\r\r\n", "\r\u001b[0m\r\n", "\r\ufdd1\n"),
        fc.constantFrom(...Object.keys(before)),
        fc.integer({ min: 1, max: 40 }),
        (parts, ending, how, size) => {
          const raw = parts.map((line, at) => `${before[how]?.(line, at)}${ending}`).join("");
          const event = clean(raw.replaceAll("\ufdd1", ""));
          const filter = createOutputRedactor();
          let recorded = "";
          for (let at = 0; at < raw.length; at += size) recorded += filter.push(raw.slice(at, at + size));
          recorded += filter.end();
          const isTagged = (text: string) => text.split("\n").map((line) => line.includes("‹secret:"));
          expect(isTagged(recorded)).toEqual(isTagged(event));
          expect(leaksIn(recorded)).toEqual([]);
          expect(leaksIn(redact(raw))).toEqual([]);
          expect(recorded).not.toContain("Xk3vQ9mWz7Lp4t");
        },
      ),
      { numRuns: 600 },
    );
  });
});
