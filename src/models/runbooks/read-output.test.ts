import { describe, expect, it } from "vitest";
import type { Runbook } from "./compile.ts";
import { readRunbook } from "./load.ts";
import { readOutput } from "./read-output.ts";

/** A runbook with one step that reads `rows` with these units and values. */
function stepOf(rows: string, units: string, values: string): Runbook["steps"][number] {
  const read = readRunbook(
    `name = "xx"\ntitle = "t"\nabout = "a"\nexamples = ["e"]\nphrases = ["ph"]
    [[steps]]\nid = "s"\nwhy = "w"\nfinds = "f"
    [[steps.try]]\nrun = "x"\nrows = '${rows}'\nunits = { ${units} }
    ${values}
    [[summary]]\nsay = "x"`,
    "x.toml",
  );
  if (!("steps" in read) || read.steps[0] === undefined) throw new Error(JSON.stringify(read));
  return read.steps[0];
}

function valuesOf(output: string, rows: string, units: string, values: string): Record<string, unknown> {
  const step = stepOf(rows, units, values);
  const [one] = step.tries;
  if (one === undefined) throw new Error("the step has no command");
  return Object.fromEntries(readOutput(step, one, output, () => null).values);
}

describe("reading a column", () => {
  it.each([
    ["KiB", "2", 2048],
    ["KiB", "574m", 574 * 1024 ** 2],
    ["blocks", "2", 1024],
    ["size", "1.5G", 1.5 * 1024 ** 3],
    ["size", "512MiB", 512 * 1024 ** 2],
    ["size", "12kB", 12_000],
    ["size", "100", 100],
    ["size", "lots", null],
    ["percent", "12,5", 12.5],
    ["days", "2", 172_800],
    ["etime", "1-02:03:04", 93_784],
    ["etime", "05:06", 306],
    ["etime", "x", null],
    ["uptime", "3 days,  2:01", 266_460],
    ["uptime", "1:06", 3960],
    ["uptime", "32 min", 1920],
    ["uptime", "12 days, 4 hrs", 1_051_200],
    ["uptime", "1 day", 86_400],
    ["uptime", "soon", null],
    ["date", "Jun  1 12:00:00 2026 GMT", Date.UTC(2026, 5, 1, 12) / 1000],
    ["date", "never", null],
  ])("as %s makes of %j %j", (unit, text, expected) => {
    const values = valuesOf(text, "^(?<c>.+)$", `c = "${unit}"`, '[[steps.values]]\nname = "v"\ncompute = "first"');
    expect(values).toEqual({ v: true, "v.c": expected });
  });
});

describe("computing from rows", () => {
  const output = "a 3\nb 10\na 4\nnot a row\n";
  const rows = "^(?<who>[a-z]) (?<n>\\d+)$";

  it.each([
    ['compute = "count"', { v: 3 }],
    ['compute = "count"\nwhere = "n > 3"', { v: 2 }],
    ['compute = "count"\nunique = "who"', { v: 2 }],
    ['compute = "sum"\nfield = "n"', { v: 17 }],
    ['compute = "max"\nfield = "n"', { v: 10 }],
    ['compute = "min"\nfield = "n"\nwhere = "n > 3"', { v: 4 }],
    ['compute = "max"\nfield = "n"\nwhere = "n > 99"', { v: null }],
    ['compute = "first"\nsort = "-n"', { v: true, "v.who": "b", "v.n": "10" }],
    ['compute = "first"\nwhere = "n > 99"', { v: null }],
    ['compute = "list"\nsort = "-n"\nlimit = 2\njoin = ", "\ntext = "{{who}}={{n}}"', { v: "b=10, a=4" }],
    ['compute = "list"\nunique = "who"\nsort = "-count"\ntext = "{{count}} {{who}}"', { v: "2 a\n1 b" }],
    ['compute = "list"\nwhere = "n > 99"\ntext = "{{who}}"', { v: null }],
  ])("%j gives %j", (value, expected) => {
    expect(valuesOf(output, rows, "", `[[steps.values]]\nname = "v"\n${value}`)).toEqual(expected);
  });

  it("lets a value build on an earlier one of the same step", () => {
    const values =
      '[[steps.values]]\nname = "all"\ncompute = "sum"\nfield = "n"\n[[steps.values]]\nname = "half"\ncompute = "expression"\ntext = "s.all / 2"';
    expect(valuesOf(output, rows, "", values)).toEqual({ all: 17, half: 8.5 });
  });

  it("does not let a hostile line hold it up", () => {
    const started = performance.now();
    valuesOf(`${"1 ".repeat(500_000)}\n`.repeat(3), "^(?<a>\\S.*?)\\s+(?<b>.*?)\\s+x$", "", "");
    // Uncut, this line would take hours; cut, milliseconds. The bound is only there to tell these apart.
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
