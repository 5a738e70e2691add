import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const annotation = /\*\*Feature: cotty, Property (\d+): [^*\n]{20,}\*\*/;

/** The lines of every test that holds a property, by file. */
const files = globSync("{src,test}/**/*.test.ts", { cwd: root })
  .map((file) => ({ file, lines: readFileSync(join(root, file), "utf8").split("\n") }))
  .filter(({ lines }) => lines.some((line) => annotation.test(line)));

describe("the 22 properties", () => {
  it("each stand beside a property test, as **Feature: cotty, Property N: what it says** [S3.61]", () => {
    const numbers = files.flatMap(({ file, lines }) =>
      lines.flatMap((line, at) => {
        const number = annotation.exec(line)?.[1];
        if (number === undefined) return [];
        const around = lines.slice(Math.max(0, at - 2), at + 5).join("\n");
        return [/\.prop\(|fc\.asyncProperty\(/.test(around) ? Number(number) : `${file}:${at + 1} is over no property`];
      }),
    );
    const all = Array.from({ length: 22 }, (_, index) => index + 1);
    expect(new Set(numbers)).toEqual(new Set(all));
  });

  it("run a hundred times at least: no file that holds one asks for fewer runs [S3.60]", () => {
    const few = files.flatMap(({ file, lines }) =>
      [...lines.join("\n").matchAll(/numRuns: ([\d_]+)/g)].flatMap(([, runs = ""]) =>
        Number(runs.replaceAll("_", "")) < 100 ? [`${file}: ${runs}`] : [],
      ),
    );
    // Who asks for no number gets the hundred of fast-check.
    expect(few).toEqual([]);
  });
});
