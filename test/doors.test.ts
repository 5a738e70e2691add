import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const files = globSync("{src,test,bench,scripts}/**/*.{ts,tsx,mjs}", { cwd: root });
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** The names in `{ a, type B, c as d }`, as they are called where they come from. */
const namesIn = (list: string) =>
  list
    .replaceAll(/\/\/.*$/gm, "")
    .split(",")
    .map((part) => part.trim().replace(/^type\s+/, ""))
    .filter((part) => part !== "");

/** What a door exports: `export { a } from "./a.ts"`, and what it declares itself. */
function exportsOf(door: string): string[] {
  const text = read(door);
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = ""]) => namesIn(list));
  const own = [...text.matchAll(/^export (?:async )?(?:const|function|interface|type|class) (\w+)/gm)];
  return [...lists.map((name) => name.split(" as ").at(-1) ?? name), ...own.map(([, name = ""]) => name)];
}

/** `door name` for each name that a source takes from a door, the door's own room aside. */
function takenBy(file: string): string[] {
  const text = read(file);
  const lists = [
    ...text.matchAll(/\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*"(\.[^"]*\/index\.ts)"/g),
    ...text.matchAll(/\{([^{}]*)\}\s*=\s*await import\(\s*"(\.[^"]*\/index\.ts)"/g),
  ].map(([, list = "", specifier = ""]) => ({ names: namesIn(list), specifier }));
  const whole = [...text.matchAll(/\bimport \* as (\w+) from "(\.[^"]*\/index\.ts)"/g)].map(
    ([, room = "", specifier = ""]) => ({
      names: [...text.matchAll(new RegExp(`\\b${room}\\.(\\w+)`, "g"))].map(([, name = ""]) => name),
      specifier,
    }),
  );
  return [...lists, ...whole].flatMap(({ names, specifier }) => {
    const door = relative(root, resolve(root, dirname(file), specifier));
    const isOutside = !file.startsWith(`${dirname(door)}/`);
    return isOutside ? names.map((name) => `${door} ${name.split(/ as |:/)[0]?.trim()}`) : [];
  });
}

describe("the doors of the rooms", () => {
  // knip does not see all of them, and stops at the doors where it looks for code that only tests use.
  it("export what another room, a test of one, or a script takes, and nothing else", () => {
    const taken = new Set(files.flatMap(takenBy));
    const doors = globSync("src/*/index.ts", { cwd: root });
    const exported = doors.flatMap((door) => exportsOf(door).map((name) => `${door} ${name}`));
    expect(exported.filter((name) => !taken.has(name))).toEqual([]);
    expect(exported.length).toBeGreaterThan(400);
  });
});
