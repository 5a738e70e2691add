import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { eventTypes } from "../src/protocol/index.ts";
import { waiting } from "./support/waiting.ts";

const root = join(import.meta.dirname, "..");
const textOf = (...patterns: string[]) =>
  globSync(patterns, { cwd: root })
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n");

const writers = textOf("src/engine/**/*.ts", "src/session/decide*.ts");
const folds = textOf("src/session/evolve*.ts");

it("every event type is written by the rules of a session or by the engine, but those that wait for later work", () => {
  const later = waiting.flatMap((row) => (row.kind === "event" ? [row.type] : []));
  expect(eventTypes.filter((type) => !writers.includes(`"${type}"`))).toEqual(later);
});

it("every event type is folded", () => {
  expect(eventTypes.filter((type) => !folds.includes(`case "${type}":`))).toEqual([]);
});
