import { expect, it } from "vitest";
import { isOlder } from "./replace-old-daemon.ts";

it.each([
  ["0.9.1", "0.10.0", true],
  ["0.10.0", "0.9.1", false],
  ["1.2.3", "1.2.3", false],
  ["2.0.0-beta.1", "2.0.0", true],
  ["2.0.0", "2.0.0-beta.1", false],
  ["2.0.0-beta.2", "2.0.0-beta.10", true],
  ["unknown", "2.0.0", false],
])("says whether %s is older than %s: %s", (one, other, expected) => {
  expect(isOlder(one, other)).toBe(expected);
});
