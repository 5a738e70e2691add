import { describe, expect, it } from "vitest";
import { createSecrets, drawsWithoutSecrets } from "../../compose/index.ts";
import { drawScreen } from "../../terminal/index.ts";
import { seenScreen } from "./seen-screen.ts";

const token = "ghp_k3R7mZq2Wn8Tx5Vb1Yc9Ld4Hf6Js0Pa3Ge7U";
const size = { cols: 40, rows: 10, alternate: false };

/** A terminal that has printed this, and its screen as an agent gets it. */
async function seenAfter(printed: string): Promise<string> {
  const bytes = Buffer.from(printed);
  const terminal = {
    state: async () => ({ offset: bytes.length }),
    async *output(from: number) {
      for (let at = from; at < bytes.length; at += 7)
        yield { offset: at, bytes: bytes.subarray(at, at + 7), missedBytes: 0 };
    },
  } as unknown as Parameters<typeof seenScreen>[1];
  const screen = { ...size, cursor: { row: 0, column: 0 }, title: "", ...(await drawScreen(printed, size)) };
  const filters = createSecrets([]).of("s1");
  const deps = { clean: filters.clean, drawWithoutSecrets: drawsWithoutSecrets(filters) };
  return seenScreen(screen, terminal, { ...deps, signal: new AbortController().signal });
}

const lettersOf = (text: string) => text.replaceAll(/‹[^›]*›|[^\w]/g, "");

describe("[PO182] a screen shows nothing of a secret whose beginning is not on it", () => {
  it.each([
    ["one letter on each line", [...`url ${token}`].join("\r\n")],
    ["a tab behind each letter", [...`url ${token}`].join("\t")],
    ["one letter on each line, with what scrolled off erased", `${[...token].join("\r\n")}\x1b[3J`],
    ["one letter on each line, with the first row overwritten", `${[...token].join("\r\n")}\x1b[H  \x1b[10;1H`],
    ["a dump of one byte on each line", [...token].map((letter) => `   ${letter}`).join("\r\n")],
  ])("%s", async (_, spelled) => {
    const seen = await seenAfter(`$ show\r\n${spelled}\r\n$ `);
    for (let at = 0; at + 3 <= token.length; at++) expect(lettersOf(seen)).not.toContain(token.slice(at, at + 3));
    expect(seen).toMatch(/‹secret:[\w-]+#1›[\s\S]*\n\$$/);
  });

  it("shows the screen as it is, row by row, where the output holds no secret", async () => {
    expect(await seenAfter(`${"x".repeat(50)}\r\n\x1b[31mred\x1b[0m\r\n$ `)).toBe(
      `${"x".repeat(40)}\n${"x".repeat(10)}\nred\n$`,
    );
  });

  it("also where more was printed than is looked at", async () => {
    const seen = await seenAfter(`${"a line of no interest\r\n".repeat(20_000)}${[...token].join("\r\n")}\r\n$ `);
    expect(lettersOf(seen)).toBe("");
  });
});
