import { expect, it } from "vitest";
import { mayNeverEnd } from "./may-never-end.ts";

it.each(["(a+)+$", "(a*)*b", "(?:a|a)+$", "((ab)*c)+", "(a{1,}){2,}", "(.*)\\1+", "([a-z]+)*!", "(a+){20,30}"])(
  "is true of %s",
  (pattern) => expect(mayNeverEnd(pattern)).toBe(true),
);

it.each([
  "ready",
  "^Listening on .*:\\d+$",
  "(error|warning): .*",
  "[$#] $",
  "\\(a\\+\\)\\+",
  "[(a+)]+",
  "a{2,5}b",
  "(done)+",
])("is not true of %s", (pattern) => expect(mayNeverEnd(pattern)).toBe(false));
