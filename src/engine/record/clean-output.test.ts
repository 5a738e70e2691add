import { describe, expect, it } from "vitest";
import { createSecrets } from "../../compose/index.ts";
import { createOutputCollector } from "../../terminal/index.ts";
import { cleanOutput, cleanRead, cleanScreen } from "./clean-output.ts";

const jwt = `eyJhbGciOiJIUzI1NiJ9.${"cGF5bG9hZA".repeat(12)}.c2lnbmF0dXJlc2lnbmF0dXJl`;
const passphrase = "correct horse battery staple";
const { clean, createFilter } = createSecrets([passphrase]);
const cleaning = { clean, createRedactor: createFilter };

describe("a screen", () => {
  it("shows no part of a secret that is wider than it", () => {
    const rows = [`token: ${jwt.slice(0, 60)}`, jwt.slice(60, 130), jwt.slice(130), "$ ls"];
    expect(cleanScreen({ text: rows.join("\n"), wrapped: [1, 2] }, clean)).toBe("token: ‹secret:jwt#1›\n$ ls");
  });

  it("leaves out the end of a line that began above it", () => {
    const rows = [jwt.slice(60, 130), jwt.slice(130), "$ ls"];
    expect(cleanScreen({ text: rows.join("\n"), wrapped: [0, 1] }, clean)).toBe("…\n$ ls");
  });

  it("without secrets stays as it is, row by row", () => {
    const text = `${"x".repeat(80)}\nyyy\n$ `;
    expect(cleanScreen({ text, wrapped: [1] }, clean)).toBe(text);
  });
});

describe("output with its middle left out", () => {
  it.each([1, 7, 30, 77])("shows no half of a secret that stood at the gap (%i)", (shift) => {
    const collector = createOutputCollector({ maxBytes: 4000, maxLines: 500 });
    const line = `key ${jwt}\n`;
    collector.push(Buffer.from("x".repeat(shift) + line.repeat(200)));
    const shown = cleanOutput({ ...collector.result(), outcome: "exited" }, cleaning);
    for (let at = 0; at + 8 <= jwt.length; at++) expect(shown).not.toContain(jwt.slice(at, at + 8));
    expect(shown).toMatch(/key ‹secret:jwt#1›\n…\n\[… \d+ bytes left out …\]\n…\nkey ‹secret:jwt#1›\n/);
  });

  it("shows nothing of a private key that began in the gap", () => {
    const collector = createOutputCollector({ maxBytes: 4000, maxLines: 500 });
    const body = Array.from({ length: 60 }, (_, i) => btoa(`line ${i} of the key, padded to be long enough ..`));
    const key = ["-----BEGIN PRIVATE KEY-----", ...body, "-----END PRIVATE KEY-----"].join("\n");
    collector.push(Buffer.from(`${"x\n".repeat(240)}${key}\nafter\n`));
    const shown = cleanOutput({ ...collector.result(), outcome: "exited" }, cleaning);
    for (const line of body) expect(shown).not.toContain(line.slice(4, 24));
    expect(shown).toMatch(/‹secret:private-key#\d›\n-----END PRIVATE KEY-----\nafter\n$/);
  });
});

describe("output of a command that still runs", () => {
  const shown = (output: string, outcome: "running" | "exited" = "running", droppedBytes = 0) =>
    cleanOutput({ output, droppedBytes, outcome }, cleaning);

  it.each(Array.from({ length: 20 }, (_, at) => 3 + at * 7))("shows no half of a secret at its end (%i)", (length) => {
    for (const before of ["key ", "key \u001b[31m", "[… 9 bytes left out …]\nx\nkey "]) {
      const text = shown(before + jwt.slice(0, length), "running", 9);
      for (let at = 0; at + 4 <= length; at++) expect(text).not.toContain(jwt.slice(at, at + 4));
      expect(text).toMatch(/key …$/);
    }
  });

  it("shows no half of a known secret with blanks in it", () => {
    expect(shown("it is correct horse batt")).toBe("it is …");
    expect(shown(`it is ${passphrase}\nnext `)).toBe("it is ‹secret:key#1›\nnext ");
  });

  it("shows whole lines and the words of a question", () => {
    for (const text of ["one\ntwo-2\n", "Your name: ", "Continue?", ""]) expect(shown(text)).toBe(text);
    expect(shown("\u001b[1mContinue?\u001b[0m")).toBe("Continue?");
  });

  it("shows its last word once it has ended", () => {
    expect(shown("at id-4711")).toBe("at …");
    expect(shown("at id-4711", "exited")).toBe("at id-4711");
  });
});

describe("[PO131] a text that a tool read", () => {
  it("is whole where an event can hold it", () => {
    const text = `${"x".repeat(70)}\n`.repeat(1500);
    expect(cleanRead(text, clean)).toBe(text);
  });

  it("is cut before it is cleaned, so that no more is read than can be shown", () => {
    const lengths: number[] = [];
    const shown = cleanRead("line of a file\n".repeat(600_000), (text) => {
      lengths.push(text.length);
      return text;
    });
    expect(Math.max(...lengths)).toBeLessThanOrEqual(60_000);
    expect(shown).toMatch(/^line of a file\n.*… \d{7} characters are .* …\n.*line of a file\n$/s);
  });

  it.each([0, 1, 7, 30, 77, 150])("shows no half of a secret that stood at the gap (%i)", (shift) => {
    const text = "x".repeat(shift) + `key ${jwt}\n`.repeat(3000);
    const shown = cleanRead(text, clean);
    for (let at = 0; at + 8 <= jwt.length; at++) expect(shown).not.toContain(jwt.slice(at, at + 8));
    expect(shown).toContain("characters left out");
  });
});
