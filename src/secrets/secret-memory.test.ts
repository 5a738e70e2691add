import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { secretSamples } from "../../test/support/secret-samples.ts";
import { createOutputRedactor, redact } from "./redact.ts";
import { createSecretMemory, type Fingerprint, isDistinctive } from "./secret-memory.ts";
import { createSecretTags } from "./tags.ts";

const value = "hunter22xyz";
const hex = [...value].map((letter) => letter.charCodeAt(0).toString(16)).join("");
/** Stands for a keyed digest: the same text has the same one, and it does not show the text. */
const digest = (text: string) =>
  [...text].reduce((sum, letter) => (sum * 31n + BigInt(letter.charCodeAt(0))) % 2n ** 89n, 7n).toString(36);

function session(kept: Fingerprint[] = []) {
  const memory = createSecretMemory({ digest, seed: 4711, onNew: (made) => kept.push(...made) });
  memory.add([...kept]);
  const tags = createSecretTags(
    memory,
    kept.map(({ tag }) => tag),
  );
  return { kept, tags, clean: (text: string) => redact(text, { tags }) };
}

describe("[PO47] a value that was hidden once", () => {
  it("is hidden later without its name, as it is and encoded, under the same tag", () => {
    const { clean } = session();
    expect(clean(`DB_PASSWORD=${value}\n`)).toBe("DB_PASSWORD=‹secret:password#1›\n");
    expect(clean(`it is ${value}, or x${value}y\n`)).toBe("it is ‹secret:password#1›, or x‹secret:password#1›y\n");
    for (const form of [btoa(value), hex, encodeURIComponent(`${value}`), JSON.stringify(value)])
      expect(clean(`> ${form} <\n`)).not.toContain(form.slice(2, 10));
  });

  it("is hidden in the text in which it was recognised, also before", () => {
    expect(session().clean(`${value}\nDB_PASSWORD=${value}\n${value}\n`)).toBe(
      "‹secret:password#1›\nDB_PASSWORD=‹secret:password#1›\n‹secret:password#1›\n",
    );
  });

  it("is hidden where it is broken over lines or drawn", () => {
    const { clean } = session();
    clean(`DB_PASSWORD=${value}\n`);
    expect(clean("hunt\ner22xyz\n")).toBe("‹secret:password#1›\n‹secret:password#1›\n");
    expect(clean("hunter2X\b2xyz\n")).toBe("‹secret:password#1›X\b\n");
  });

  it("is known to the next process, which is given fingerprints and never the value", () => {
    const first = session();
    first.clean(`DB_PASSWORD=${value}\n`);
    expect(JSON.stringify(first.kept)).not.toContain(value.slice(0, 5));
    const next = session(first.kept);
    expect(next.clean(`${value}\nAPI_TOKEN=other77value\n`)).toBe(
      "‹secret:password#1›\nAPI_TOKEN=‹secret:password#2›\n",
    );
  });

  it("is hidden in a recording, in whatever pieces, with colours inside", () => {
    const { clean, tags } = session();
    clean(`DB_PASSWORD=${value}\n`);
    for (const size of [1, 3, 50]) {
      const filter = createOutputRedactor({ tags });
      const text = `$ cat f\r\nhunt\u001b[31mer22xyz\u001b[0m bash$ `;
      const shown =
        Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
          filter.push(text.slice(at * size, (at + 1) * size)),
        ).join("") + filter.end();
      expect(shown).toBe("$ cat f\r\n‹secret:password#1›\u001b[31m\u001b[0m bash$ ");
    }
  });

  it("makes nothing readable that was hidden before it was known, in whatever order, pieces and company", () => {
    const pieces = new Set(
      secretSamples.flatMap(({ secret }) =>
        secret
          .split("\n")
          .filter((line) => !line.includes(" "))
          .flatMap((line) => Array.from({ length: Math.max(0, line.length - 7) }, (_, at) => line.slice(at, at + 8))),
      ),
    );
    const leaksIn = (shown: string) => [...pieces].filter((piece) => shown.includes(piece));
    const output = fc.array(fc.constantFrom(...secretSamples.map(({ line }) => line), "plain words"), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(
        fc.array(output, { minLength: 1, maxLength: 4 }),
        fc.constantFrom("\n", "\r\n"),
        fc.integer({ min: 1, max: 90 }),
        (outputs, end, size) => {
          const { clean, tags } = session();
          for (const lines of outputs) {
            const text = lines.join(end);
            expect(leaksIn(clean(text))).toEqual([]);
            const filter = createOutputRedactor({ tags });
            let shown = "";
            for (let at = 0; at < text.length; at += size) shown += filter.push(text.slice(at, at + size));
            expect(leaksIn(shown + filter.end())).toEqual([]);
          }
        },
      ),
      { numRuns: 200 },
    );
  }, 60_000);

  it("is a line of a private key as well", () => {
    const { clean } = session();
    const lines = ["MIIEvQIBADANBgkqhkiG9w0BAQEF", "AASCBKcwggSjAgEAAoIBAQC7VJTU"];
    clean(`-----BEGIN PRIVATE KEY-----\n${lines.join("\n")}\n-----END PRIVATE KEY-----\n`);
    expect(clean(`second: ${lines[1]}!\n`)).toBe("second: ‹secret:private-key#1›!\n");
  });

  it.each([
    "swordfish",
    "changeit",
    "my-service",
    "DatabasePassword",
    "/etc/ssl/private",
    "src/app/login",
    "12345678",
    "2024-01-01",
    "localhost:5432",
    "https://x.example/a",
    "short1",
    "v1.2.3-rc1",
    "but do not touch pr0duction",
  ])("stays readable elsewhere where it is an ordinary word, path, number or sentence: %s", (ordinary) => {
    expect(isDistinctive(ordinary)).toBe(false);
    const { clean } = session();
    clean(`password = "${ordinary}"\n`);
    expect(clean(`see ${ordinary} there\n`)).toBe(`see ${ordinary} there\n`);
  });

  it.each([value, "Tr0ub4dor&3", "Zx7Qm2Kp", "pässwört1", "p@ss/w0rd!"])("is remembered: %s", (secret) => {
    expect(isDistinctive(secret)).toBe(true);
  });
});
