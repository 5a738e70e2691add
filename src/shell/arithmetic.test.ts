import { expect, it } from "vitest";
import { readArithmetic } from "./arithmetic.ts";

it("[PO29] proves nothing but numbers and names that hold them", () => {
  const known = new Map([
    ["n", "5"],
    ["m", "n+1"],
    ["evil", "a[$(id)]"],
    ["loop", "loop"],
    ["data", null],
  ]);
  const readings = [
    "5",
    "n + 2*m",
    "0x1F, 2#101",
    "n == 3 ? 1 : -n",
    "evil",
    "data",
    "other",
    "loop",
    "a[0]",
    "$x",
    "5n",
    "",
  ].map((text) => [text, readArithmetic(text, known)]);
  expect(readings).toEqual([
    ["5", "number"],
    ["n + 2*m", "number"],
    ["0x1F, 2#101", "number"],
    ["n == 3 ? 1 : -n", "number"],
    ["evil", "code"],
    ["data", "unknown"],
    ["other", "unknown"],
    ["loop", "unknown"],
    ["a[0]", "unknown"],
    ["$x", "code"],
    ["5n", "unknown"],
    ["", "number"],
  ]);
});
