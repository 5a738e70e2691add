import { describe, expect, it } from "vitest";
import { readRows } from "./effect-rows.ts";
import { effectFamilies } from "./index.ts";

describe("the rows of what programs do besides reading", () => {
  it("name every program in one family only", () => {
    const names = effectFamilies.flat().flatMap((program) => program.names);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it("cannot be read with a mistake in them", () => {
    expect(() => readRows("git\n  push => destroy: Overwrites history.")).toThrow("This row cannot be read");
  });

  it("[PO2] cannot be read without an example of what they fit, and of what they do not", () => {
    const row = "git\n  push => destroys: Overwrites history.";
    const without = "This row has no example of what it fits, or of what it does not";
    expect(() => readRows(row)).toThrow(without);
    expect(() => readRows(`${row}\n    yes: git push`)).toThrow(without);
    expect(readRows(`${row}\n    yes: git push\n    no: git pull`)[0]?.rows[0]).toMatchObject({
      match: ["git push"],
      notMatch: ["git pull"],
    });
  });
});
