import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** The test files that import a module, themselves or through other modules. Types are not counted: they do nothing. */
export function testFilesReaching(root: string, module: string): string[] {
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
    .filter(reaches)
    .map((file) => relative(root, file))
    .sort();
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/^(?:import|export) (?!type )[^;"]*from "(\.[^"]+\.ts)"/gm)].map(([, specifier = ""]) =>
    resolve(dirname(file), specifier),
  );
}
