import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

interface Rule {
  readonly id: string;
  readonly text: string;
}

/** The rules of a SPEC.md: a number in bold that begins a point or a row of a table, and what follows up to the next. */
function rulesOf(spec: string): Rule[] {
  const parts = read(spec).split(/^(?:- |\| )\*\*([A-Z]{2}\d+)\*\*/m);
  return parts.flatMap((id, at) => (at % 2 === 1 ? [{ id, text: parts[at + 1] ?? "" }] : []));
}

const specs = globSync("src/*/SPEC.md", { cwd: root });
const rules = specs.flatMap(rulesOf);
const ids = rules.map(({ id }) => id);
const kinds = new Set(ids.map((id) => id.slice(0, 2)));

const files = globSync("{src,test,bench,scripts}/**/*", { cwd: root }).map((file) => `/${file}`);
const tests = globSync(["{src,test}/**/*.test.{ts,tsx}", "src/**/*-contract.ts", "src/**/testing/*.ts"], { cwd: root });
const citedByTests = new Set(
  tests.filter((file) => file !== "test/specs.test.ts").flatMap((file) => citedIn(read(file))),
);

/** `[AP3]`, `[LO4, PH13]`, and `[MO1–MO7]` for all of them. */
function citedIn(text: string): string[] {
  return [...text.matchAll(/\b([A-Z]{2})(\d+)\b(?:[–-]([A-Z]{2})(\d+)\b)?/g)].flatMap(
    ([, kind = "", from, last, to]) =>
      !kinds.has(kind)
        ? []
        : last === kind
          ? Array.from({ length: Number(to) - Number(from) + 1 }, (_, more) => `${kind}${Number(from) + more}`)
          : [`${kind}${from}`],
  );
}

/** What a rule says holds it: tests, lists of commands and the like. */
const namedIn = (text: string) =>
  [...text.matchAll(/`([\w./-]+\.(?:test\.tsx?|txt)|[\w./-]+-contract\.ts)`/g)].map(([, name = ""]) =>
    name.replace(/^(?:\.\.?\/)+/, ""),
  );

describe("the numbered rules", () => {
  it("have numbers of their own", () => {
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(ids.length).toBeGreaterThan(250);
  });

  it("are each cited by a test: the name of a file alone says nothing about what is in it", () => {
    expect(ids.filter((id) => !citedByTests.has(id))).toEqual([]);
  });

  it("name tests and lists that exist", () => {
    const missing = rules.flatMap(({ id, text }) =>
      namedIn(text)
        .filter((name) => !files.some((file) => file.endsWith(`/${name}`)))
        .map((name) => `${id}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it("exist wherever one is cited", () => {
    const sources = globSync(["{src,test}/**/*.{ts,tsx}", "src/*/SPEC.md", "docs/*.md", "*.md"], { cwd: root });
    const unknown = sources.flatMap((file) =>
      citedIn(read(file))
        .filter((id) => !ids.includes(id))
        .map((id) => `${file}: ${id}`),
    );
    expect(unknown).toEqual([]);
  });
});
