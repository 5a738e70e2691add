import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Waiting, waiting } from "./support/waiting.ts";

const root = join(import.meta.dirname, "..");
const sources = globSync("src/**/*.{ts,tsx}", { cwd: root })
  .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));

/** The sources that use a thing by now. */
function usersOf(row: Waiting): string[] {
  switch (row.kind) {
    case "file":
      return holding(`/${basename(row.file)}"`);
    case "export":
      return holding(row.name).filter((file) => file !== row.file);
    case "event":
      return holding(`type: "${row.type}"`);
    case "hold":
      return holding(`hold: "${row.name}"`);
    case "script":
      return globSync(`${row.folder}/**/*.test.ts`, { cwd: root });
  }
}

const holding = (words: string) => sources.filter(({ text }) => text.includes(words)).map(({ file }) => file);

function isThere(row: Waiting): boolean {
  switch (row.kind) {
    case "file":
      return existsSync(join(root, row.file));
    case "export":
      return new RegExp(`export (?:const|function) ${row.name}\\b`).test(readFileSync(join(root, row.file), "utf8"));
    case "event":
      return readFileSync(join(root, "src/protocol/events.ts"), "utf8").includes(`"${row.type}": z.`);
    case "hold":
      return (
        /Hold = z.enum\((.*)\)/
          .exec(readFileSync(join(root, "src/protocol/policy.ts"), "utf8"))?.[1]
          ?.includes(`"${row.name}"`) === true
      );
    case "script":
      return Object.hasOwn(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts, row.name);
  }
}

describe("what was built before anything uses it", () => {
  it("is still there", () => {
    expect(waiting.filter((row) => !isThere(row))).toEqual([]);
  });

  it("leaves the list as soon as something uses it", () => {
    expect(waiting.flatMap((row) => usersOf(row).map((file) => ({ ...row, usedBy: file })))).toEqual([]);
  });

  it("has every export that is tagged as waiting on the list", () => {
    const tagged = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/@waiting ([\w ]+?)(?:\s*\*\/|\n \*\/)\nexport (?:const|function) (\w+)/g)].map(
        ([, piece, name]) => ({ for: piece, kind: "export", file, name }),
      ),
    );
    const tags = sources.flatMap(({ text }) => text.match(/@waiting/g) ?? []);
    expect(tagged).toEqual(waiting.filter((row) => row.kind === "export"));
    expect(tags.length).toBe(tagged.length);
  });
});
