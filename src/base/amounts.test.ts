import { expect, it } from "vitest";
import { formatAge, formatBytes, formatDuration, formatElapsed } from "./amounts.ts";

it.each([
  [formatDuration(7), "7 ms"],
  [formatDuration(80), "0.1 s"],
  [formatDuration(12_400), "12 s"],
  [formatDuration(221_000), "3 min 41 s"],
  [formatDuration(60_200), "60 s"],
  [formatDuration(109_000), "1 min 49 s"],
  [formatElapsed(41_900), "41 s"],
  [formatElapsed(109_900), "1 min 49 s"],
  [formatElapsed(7_500_000), "2 h 5 min"],
  [formatAge(-5), "0 s"],
  [formatAge(41_900), "41 s"],
  [formatAge(3_599_000), "59 min"],
  [formatAge(90 * 60_000), "1 h"],
  [formatAge(49 * 3_600_000), "2 d"],
  [formatBytes(999), "999 B"],
  [formatBytes(1_100), "1.1 KB"],
  [formatBytes(347_000_000_000), "347 GB"],
])("a person reads %s as %s", (shown, expected) => {
  expect(shown).toBe(expected);
});
