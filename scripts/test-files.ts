import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/**
 * The test files that may start a program: they import a module that says so, themselves or through others, or start one
 * themselves. Types are not counted: they do nothing.
 */
export function testFilesThatStart(root: string, module: string): string[] {
  const known = new Map<string, boolean>();
  const reaches = (file: string): boolean => {
    if (file === module) return true;
    const before = known.get(file);
    if (before !== undefined) return before;
    known.set(file, false);
    const found = importsOf(file).some(reaches);
    known.set(file, found);
    return found;
  };
  const tests = globSync(["src/**/*.test.ts", "test/**/*.test.ts"], { cwd: root });
  return tests
    .map((file) => join(root, file))
    .filter((file) => reaches(file) || (!isStory(file) && startsProgram.test(readFileSync(file, "utf8"))))
    .map((file) => relative(root, file))
    .sort();
}

/** Stories run the product, which has what it needs wherever it runs. */
const isStory = (file: string): boolean => file.endsWith(".e2e.test.ts");
const startsProgram = /from "node:child_process"/;

function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/^(?:import|export) (?!type )[^;"]*from "(\.[^"]+\.ts)"/gm)].map(([, specifier = ""]) =>
    resolve(dirname(file), specifier),
  );
}
