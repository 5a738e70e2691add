import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redact } from "./redact.ts";
import { createRedactor } from "./redactor.ts";

/** Bytes without a pattern, the same in each run: a test must not depend on what a generator happens to make. */
function bytes(length: number, seed: number): number[] {
  let state = seed;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (state >> 16) & 255;
  });
}
const base64 = (values: readonly number[]) => btoa(String.fromCharCode(...values));
const folded = (text: string, width: number) => text.match(new RegExp(`.{1,${width}}`, "g")) ?? [];
const body = base64(bytes(1190, 7));
const lines = folded(body, 64);
const end = "-----END PRIVATE KEY-----";
const ed25519 = `${base64([48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32, ...bytes(32, 5)])}`;
const printedByBase64 = folded(btoa(`-----BEGIN PRIVATE KEY-----\n${lines.join("\n")}\n${end}\n`), 76);

/** Ways to print a key so that its first line is not there to tell what it is. */
const ways: Record<string, string> = {
  "tail key.pem": [...lines.slice(-9), end].join("\n"),
  "tail -n 2 key.pem": [lines.at(-1), end].join("\n"),
  "tail -c 300 key.pem": [...lines, end].join("\n").slice(-300),
  "sed -n 5,20p key.pem": lines.slice(3, 19).join("\n"),
  "sed -n 4p key.pem": `${lines[2]}\n`,
  "grep -v -- ----- key.pem": lines.join("\n"),
  "grep -n . key.pem | tail -n +2": [...lines.map((line, at) => `${at + 2}:${line}`), `27:${end}`].join("\n"),
  "cat -n key.pem | tail -n +2": lines.map((line, at) => `${String(at + 2).padStart(6)}\t${line}`).join("\n"),
  "grep -r . keys": lines.map((line) => `keys/web.pem:${line}`).join("\n"),
  "git diff": lines.map((line) => `-${line}`).join("\n"),
  "diff key.pem /dev/null": lines.map((line) => `< ${line}`).join("\n"),
  "a quotation in a mail": lines.map((line) => `> ${line}`).join("\n"),
  "a block of YAML": ["key: |", ...lines.map((line) => `    ${line}`), "name: web"].join("\n"),
  "lines of a program": lines.map((line) => `  "${line}\\n" +`.replace(" +", "")).join("\n"),
  "tr -d '\\n'": lines.join(""),
  "tail -n +2 key.pem | tr -d '\\n'": lines.join("") + end,
  "cut out of JSON": `${lines.join("\\n")}\\n${end}\\n"}`,
  "fold -w 40": folded(body, 40).join("\n"),
  "lines as a terminal gets them": [...lines, end].join("\r\n"),
  "with colours": lines.map((line) => `\u001b[32m${line.slice(0, 20)}\u001b[1m${line.slice(20)}\u001b[0m`).join("\r\n"),
  "base64 key.pem": printedByBase64.join("\n"),
  "base64 -w0 key.pem": printedByBase64.join(""),
  "base64 key.pem | tail -n 3": printedByBase64.slice(-3).join("\n"),
  "a Kubernetes secret": `data:\n  tls.key: ${printedByBase64.join("")}\nkind: Secret`,
  "a variable": `TLS_BODY=${lines.join("")}`,
  "an Ed25519 key": ed25519,
};

/** Every run of twelve letters of the key, in either form. */
const pieces = new Set(
  [body, printedByBase64.join(""), ed25519].flatMap((text) =>
    Array.from({ length: text.length - 11 }, (_, at) => text.slice(at, at + 12)),
  ),
);
function leaksIn(shown: string): string[] {
  const flat = shown.replaceAll(/\u001b\[[\d;]*m|\s/g, "");
  return [...pieces].filter((piece) => flat.includes(piece));
}

function inPieces(text: string, sizes: readonly number[]): string {
  const redactor = createRedactor();
  let shown = "";
  for (let at = 0, i = 0; at < text.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    shown += redactor.push(text.slice(at, at + size));
    at += size;
  }
  return shown + redactor.end();
}

describe("[PO23] base64 of which nobody says what it is", { timeout: 180_000 }, () => {
  it.each(Object.entries(ways))("is hidden: %s", (_way, printed) => {
    const shown = redact(`before\n${printed}\nafter\n`);
    expect([leaksIn(`${printed}`).length > 0, leaksIn(shown)]).toEqual([true, []]);
    expect([shown.startsWith("before\n"), shown.endsWith("after\n")]).toEqual([true, true]);
  });

  it("has the same tag on each of its lines", () => {
    const tags = lines.map(() => "‹secret:encoded#1›\n").join("");
    expect(redact(`$ tail key.pem\n${lines.join("\n")}\n$ `)).toBe(`$ tail key.pem\n${tags}$ `);
    expect(redact(`1:${lines[0]}\n2:${lines[1]}\n`)).toBe("1:‹secret:encoded#1›\n2:‹secret:encoded#2›\n");
  });

  it("is hidden whatever the pieces in which it arrives, with the same text around it", () => {
    const texts = Object.values(ways).flatMap((way) => [
      way,
      `${way}\n`,
      "plain words, 12:30\n",
      "name: web1\n",
      "done\r\n",
    ]);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...texts), { minLength: 1, maxLength: 4 }),
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 8 }),
        (parts, sizes) => {
          const text = parts.join("\n");
          const shown = inPieces(text, sizes);
          expect(leaksIn(shown)).toEqual([]);
          // A value that is a secret in two ways has the name under which it was found first, and lines that are hidden
          // together may have one tag or one each.
          const unnamed = (each: string) =>
            each.replaceAll(/‹secret:[\w-]+#\d+›(?:\s*‹secret:[\w-]+#\d+›)*/gu, "‹secret›");
          expect(unnamed(shown)).toBe(unnamed(inPieces(text, [text.length])));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("is hidden once: what was hidden already stays as it is", () => {
    for (const way of Object.values(ways)) {
      const once = redact(`before\n${way}\nafter\n`);
      expect(redact(once)).toBe(once);
    }
  });

  it("stays in what somebody wrote, who knows what it is", () => {
    expect(redact(`echo ${body} | base64 -d`, { encoded: "kept" })).toBe(`echo ${body} | base64 -d`);
    const redactor = createRedactor({ encoded: "kept" });
    expect(redactor.push(`${body}\n`) + redactor.end()).toBe(`${body}\n`);
  });

  it("keeps no line back for ever, and shows a line without end that is not base64", () => {
    const long = "word ".repeat(20_000);
    expect(inPieces(long, [777])).toBe(long);
    expect(inPieces(`${"ab".repeat(40_000)}\nafter\n`, [999])).toBe(`${"ab".repeat(40_000)}\nafter\n`);
    const endless = base64(bytes(60_000, 3));
    expect(inPieces(`before ${endless} after\n`, [1000])).toMatch(/^before ‹secret:encoded#1› after\n$/u);
  });
});

const certificate = ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----"];
const publicKey = base64([0, 0, 0, 7, ...[..."ssh-rsa"].map((letter) => letter.charCodeAt(0)), ...bytes(270, 9)]);

describe("[PO23] what says that it is public, and ordinary text,", () => {
  it.each([
    ["a certificate", certificate.join("\n")],
    ["a certificate in a listing", certificate.map((line, at) => `${at + 1}:${line}`).join("\n")],
    ["a certificate in JSON", JSON.stringify({ ca: certificate.join("\n") })],
    ["a certificate in the settings of Kubernetes", `certificate-authority-data: ${btoa(certificate.join("\n"))}`],
    ["a signature", ["-----BEGIN PGP SIGNATURE-----", "", ...lines, "=x7Qm", "-----END PGP SIGNATURE-----"].join("\n")],
    ["a public key", `ssh-rsa ${publicKey} me@laptop`],
    ["a known host", `host.example,192.0.2.1 ssh-rsa ${publicKey}`],
    ["a checksum of npm", `      "integrity": "sha512-${base64(bytes(64, 4))}",`],
    ["a checksum of go", `example.org/pkg v1.2.3 h1:${base64(bytes(32, 4))}`],
    ["checksums in hex", `${"9f3a7c1e5b2d8046".repeat(4)}  a\n${"0f3a7c1e5b2d8046".repeat(4)}  b`],
    ["hashes of commits", "3f786850e387550fdab836ed7e6dc881de23001b\n89e6c98d92887913cadf06b2adb97f26cde4849b"],
    ["one digest in base64", base64(bytes(32, 8))],
    ["a picture in a page", `<img src="data:image/png;base64,${base64(bytes(120, 2))}">`],
    ["paths", "/usr/lib/postgresql/15/lib/pgxs/src/test/perl/PostgreSQL/Test\n/usr/share/zoneinfo/right/Etc/GMT+2"],
    ["long names", "TheVeryLongNameOfTheTestCaseForTheAccountServiceImplementation2Factory"],
    ["a list of words and numbers", "alpha1\nBravo2\nCharlie3Delta\nv1.2.3\nweb-1\n"],
  ])("stays as it is: %s", (_what, text) => expect(redact(`${text}\n`)).toBe(`${text}\n`));

  it("ends where the public thing ends: a key after a certificate is hidden", () => {
    expect(
      leaksIn(redact(`${certificate.slice(0, 1).join("\n")}\nAAAA\n-----END CERTIFICATE-----\n${lines.join("\n")}\n`)),
    ).toEqual([]);
    expect(leaksIn(redact(`-----BEGIN CERTIFICATE-----\n$ tail key.pem\n${lines.join("\n")}\n`))).toEqual([]);
  });
});
