import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { needs } from "../../test/support/needs.ts";
import { redact } from "./redact.ts";
import { createSecretMemory } from "./secret-memory.ts";
import { createSecretTags } from "./tags.ts";

const value = "kR7zQ2mXv9Lw4TbN";
const file = `# the shop, 12 ab 34 cd\nhost = localhost\nX=${value}\nX y\n`;
const tag = "‹secret:password#1›";

/** Of a session that has hidden the value before. */
function clean(text: string, secret = value): string {
  const tags = createSecretTags(createSecretMemory({ digest: (each) => each, seed: 7 }));
  redact(`DB_PASSWORD=${secret}\n`, { tags });
  return redact(text, { tags });
}

const printed = (command: string): string => execFileSync("sh", ["-c", command], { input: file, encoding: "utf8" });

describe("[PO60] a value that was hidden before is hidden where it is written out", () => {
  it.each([
    "sed 's/./& /g'",
    "sed 's/./&  /g'",
    "sed 's/./&-/g'",
    "sed 's/./&x/g'",
    `sed 's/./"&",/g'`,
    "od -c",
    "od -An -c",
    "od -ta",
    "od",
    "od -b",
    "od -x",
    "od -An -tx1",
    "od -tx1z",
    "od -tx4",
    "od -tx8",
    "od -An -td1",
    "od -An -tu1 | tr -s ' \\n' ','",
    "od -td2",
    "od -td4",
    "od -td8",
    "od -to4",
    "od -An -v -w1 -tx1",
    "od -w3 -tx1",
    "od -An -v -tx1 | sed 's/ /\\\\x/g'",
    "od -An -v -tx1 | sed 's/ /, 0x/g'",
    "base32",
    "base32 -w 20",
    "basenc --base32hex",
    "basenc --base32hex -w 20",
    "basenc --base2msbf",
    "basenc --base2lsbf",
    "basenc --base2msbf | tail -c +45",
    "od -tf8",
    "od -tf4",
    "iconv -c -f utf-16le -t utf-8",
    "iconv -c -f utf-16be -t utf-8",
    "{ printf ' '; cat; printf ' '; } | iconv -c -f utf-16le -t utf-8",
  ])("by %s", (command) => {
    expect(clean(printed(command))).toContain(tag);
  });

  it.each(["xxd -u -g 3", "xxd -g 16", "xxd -g 5 -c 20", "xxd -e", "xxd -b", "xxd -p | cut -c5-"])(
    "by %s",
    needs("xxd"),
    (command) => {
      expect(clean(printed(command))).toContain(tag);
    },
  );

  it.each(["cmp -l - /dev/zero", "cmp -bl - /dev/zero", "cmp -bl /dev/zero -"])(
    "[PO94] in every column of %s that shows its bytes",
    (command) => {
      const shown = clean(printed(`${command} 2>/dev/null || true`));
      const cells = shown.split("\n").map((line) => line.trim().split(/\s+/));
      expect(shown).toContain(tag);
      const spelled = [1, 2, 3, 4].map((at) => cells.map((line) => line[at] ?? "").join(""));
      expect(spelled.filter((text) => text.includes("Q2m") || text.includes("1216215"))).toEqual([]);
    },
  );

  it("[PO94] where z85 prints it", () => {
    const z85 = execFileSync("basenc", ["--z85"], { input: `  ${value}..`, encoding: "utf8" });
    expect(clean(z85)).toContain(tag);
  });

  it("in the text column of xxd with groups of any width", needs("xxd"), () => {
    for (const group of [1, 2, 3, 5, 7, 16]) expect(clean(printed(`xxd -u -g ${group}`))).not.toMatch(/Q2m|Xv9L|w4Tb/);
  });

  it("in the bytes and in the text column of xxd, and nowhere else", () => {
    const dump = [
      "00000000: 2320 7468 6520 7368 6f70 2c20 3132 2061  # the shop, 12 a",
      "00000010: 6220 3334 2063 640a 583d 6b52 377a 5132  b 34 cd.X=kR7zQ2",
      "00000020: 6d58 7639 4c77 3454 624e 0a58 2079 0a    mXv9Lw4TbN.X y.",
      "",
    ];
    expect(clean(dump.join("\n")).split("\n")).toEqual([
      dump[0],
      `00000010: 6220 3334 2063 640a 583d ${tag}  ${tag}`,
      `00000020: ${tag} 0a58 2079 0a    ${tag}`,
      "",
    ]);
  });

  it("in hexdump -C, also under a name that is told only there", () => {
    const dump = [
      "00000000  44 42 5f 50 41 53 53 57  4f 52 44 3d 6b 52 37 7a  |DB_PASSWORD=kR7z|",
      "00000010  51 32 6d 58 76 39 4c 77  34 54 62 4e 0a           |Q2mXv9Lw4TbN.|",
      "0000001d",
      "",
    ].join("\n");
    expect(redact(dump)).toBe(
      [
        `00000000  44 42 5f 50 41 53 53 57  4f 52 44 3d ${tag}  |${tag}|`,
        `00000010  ${tag} 0a           |${tag}|`,
        "0000001d",
        "",
      ].join("\n"),
    );
  });

  it("with whatever separator behind each letter, and in whatever numbers", () => {
    const secret = fc
      .stringMatching(/^[A-Za-z][A-Z][0-9][a-z][!-~]{4,20}[0-9][A-Z]$/)
      .filter((text) => !/["'\\]/.test(text));
    const separator = fc.constantFrom(" ", "  ", "   ", "-", ".", ", ", '","', "|", "\t", " . ");
    const number = fc.constantFrom<(byte: number) => string>(
      (byte) => byte.toString(16).padStart(2, "0"),
      (byte) => `0x${byte.toString(16).padStart(2, "0")}`,
      (byte) => byte.toString(8).padStart(3, "0"),
      (byte) => String(byte),
    );
    fc.assert(
      fc.property(secret, separator, number, (text, between, written) => {
        const known = clean(`it is ${text} here\n`, text) !== `it is ${text} here\n`;
        fc.pre(known);
        const spaced = [...text].join(between);
        expect(clean(`it is\n${spaced}\n`, text)).not.toContain(spaced);
        const numbers = [...Buffer.from(text)].map(written).join(" ");
        expect(clean(`it is\n${numbers}\n`, text)).not.toContain(numbers);
      }),
      { numRuns: 200 },
    );
  });

  it("leaves dumps, tables and lists without it as they are", () => {
    for (const text of [
      "00000000: 4865 6c6c 6f2c 2077 6f72 6c64 210a       Hello, world!.\n",
      "a b c d e f g h i j k\n",
      "10 20 30 40 50 60 70 80 90\n",
      "2024-01-01 12:00:00.123 10.0.0.17 aa:bb:cc:dd:ee:ff\n",
      "for (let i = 0; i < n; i++) { a[i] = b[i] + c * d - e; }\n",
    ])
      expect(clean(text)).toBe(text);
  });
});
