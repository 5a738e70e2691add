import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOutputRedactor, redact } from "./redact.ts";
import { createRedactor } from "./redactor.ts";
import { createSecretMemory } from "./secret-memory.ts";
import { createSecretTags } from "./tags.ts";

const key = "MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF8PbnGy0AHB7MhgwMbRvI0MBZhpI";
const begin = "-----BEGIN RSA PRIVATE KEY-----";
const end = "-----END RSA PRIVATE KEY-----";

const piece = fc.constantFrom(
  ...[begin, `# ${begin}`, `+${begin}`, `"${begin}\\n${key}\\n${end}\\n"`, end, key, key.slice(0, 40), `+${key}`],
  ...[
    "touch x",
    "reboot",
    "/tmp/helper",
    "E",
    "echo: hi",
    "PuTTY-User-Key-File-3: x",
    "Private-MAC: 00",
    "#",
    " ",
    "\t",
  ],
  ...[
    "PASSWORD=hunter2hunter2",
    "password:",
    "hunter2hunter2",
    "token = '",
    "ghp_0123456789abcdef",
    "0123456789abcdefABCD",
  ],
  ...["\u001b[31m", "\u001b[2K", "\b", "h u n t e r 2 h u n t e r 2", "\u200b", "6768705f 30313233", "known", "secret"],
  ...["\u2028", "\f", "\v", "\u0085"],
);
const lineEnd = fc.constantFrom("\n", "\n", "\n", "\r\n", "\n\n", "\r", " ", "");
const text = fc
  .array(fc.tuple(fc.oneof({ arbitrary: piece, weight: 8 }, fc.string({ maxLength: 12 })), lineEnd), { maxLength: 14 })
  .map((parts) => parts.flat().join(""));

const memory = () => createSecretMemory({ digest: (value) => value, seed: 1 });
const values = [{ kind: "key", value: "known\nsecret" }];

/** Each line is what it was, or says that something is hidden in it. */
function expectSameLines(shown: string, original: string): void {
  const [lines, before] = [shown.split("\n"), original.split("\n")];
  expect(lines.length).toBe(before.length);
  lines.forEach((line, at) => {
    if (line !== before[at]) expect(line).toContain("‹secret:");
  });
  for (const other of ["\r", "\v", "\f", "\u0085", "\u2028", "\u2029"])
    expect(shown.split(other).length).toBe(original.split(other).length);
}

describe("[PO116] redaction keeps every line end, and no line is changed without a tag", () => {
  it.each([
    ["a comment", ["#!/bin/sh", `# ${begin}`, "touch x", "# end", ""]],
    ["a comment before a blank", ["#", `# ${begin}`, "", "rm x", ""]],
    ["a key", ["a", begin, key, key, "x=", end, "b", ""]],
    ["a key that ends in a command", ["cat > k <<E", begin, key, "E", "/tmp/helper", end, ""]],
    ["the end of a key", ["a", key, key, end, "b", ""]],
  ])("around %s", (_what, lines) => {
    const original = lines.join("\n");
    expectSameLines(redact(original, { encoded: "kept" }), original);
    expectSameLines(redact(original), original);
  });

  it("in every text", () => {
    fc.assert(
      fc.property(text, fc.boolean(), (original, isKept) => {
        const tags = createSecretTags(memory());
        expectSameLines(redact(original, { values, tags, ...(isKept && { encoded: "kept" }) }), original);
      }),
      { numRuns: 500 },
    );
  });

  it("in every stream, whatever the pieces are in which it arrives", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(text, sizes, fc.boolean(), (original, cuts, isOutput) => {
        const options = { values, tags: createSecretTags(memory()) };
        const stream = isOutput ? createOutputRedactor(options) : createRedactor(options);
        let shown = "";
        let from = 0;
        for (const size of cuts) {
          shown += stream.push(original.slice(from, from + size));
          from += size;
        }
        expectSameLines(shown + stream.push(original.slice(from)) + stream.end(), original);
      }),
      { numRuns: 500 },
    );
  });
});
