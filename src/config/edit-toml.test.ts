import fc from "fast-check";
import { parse, stringify } from "smol-toml";
import { describe, expect, it } from "vitest";
import { editToml } from "./edit-toml.ts";

const file = `# mine
model = "google/x" # the good one

# how far it may go
[agent]
max_steps = 7   # enough
history_policy = "turns"

[hosts.db-1]
policy = "protected"
`;

describe("editToml", () => {
  it("changes a value where it stands, and keeps every comment, blank and line", () => {
    expect(editToml(file, ["agent", "max_steps"], 12)).toBe(file.replace("max_steps = 7 ", "max_steps = 12 "));
    expect(editToml(file, ["model"], 'a"b')).toBe(file.replace('"google/x"', '"a\\"b"'));
  });

  it("adds a key to the table that is there, and a table at the end where there is none", () => {
    expect(editToml(file, ["agent", "thinking"], true)).toBe(
      file.replace('history_policy = "turns"\n', 'history_policy = "turns"\nthinking = true\n'),
    );
    expect(editToml(file, ["hosts", "db.2", "policy"], "read-only")).toBe(
      `${file}\n[hosts."db.2"]\npolicy = "read-only"\n`,
    );
    expect(editToml(file, ["mode"], "plan")).toBe(file.replace("# the good one\n", '# the good one\nmode = "plan"\n'));
    expect(editToml("", ["mode"], "plan")).toBe('mode = "plan"\n');
    expect(editToml("[agent]\n", ["mode"], "plan")).toBe('mode = "plan"\n\n[agent]\n');
  });

  it("takes a line out, and a text that does not have it stays the same", () => {
    expect(editToml(file, ["agent", "max_steps"], undefined)).toBe(file.replace("max_steps = 7   # enough\n", ""));
    expect(editToml(file, ["agent", "thinking"], undefined)).toBe(file);
  });

  it("finds what is written in one line, with dots, and over several lines", () => {
    expect(editToml('hosts = { db = { policy = "protected" } } # mine\n', ["hosts", "db", "shell"], "bash")).toBe(
      'hosts = { db = { policy = "protected", shell = "bash" } } # mine\n',
    );
    expect(editToml("agent.max_steps = 3\n", ["agent", "thinking"], true)).toBe(
      "agent.max_steps = 3\nagent.thinking = true\n",
    );
    const list = 'dangerous_patterns = [\n  "a", # first\n  "b",\n] # both\nmode = "plan"\n';
    expect(editToml(list, ["dangerous_patterns"], ["c"])).toBe('dangerous_patterns = ["c"] # both\nmode = "plan"\n');
    expect(editToml(list, ["dangerous_patterns"], undefined)).toBe('mode = "plan"\n');
  });

  it("keeps the line ends of Windows and adds the one that the last line lacks", () => {
    expect(editToml("[agent]\r\nmax_steps = 3", ["agent", "thinking"], true)).toBe(
      "[agent]\r\nmax_steps = 3\r\nthinking = true\r\n",
    );
  });

  it("refuses a text in which the table cannot be opened, and leaves it alone", () => {
    expect(() => editToml('agent = "cotty"\n', ["agent", "max_steps"], 3)).toThrow(/cannot be changed without/);
  });

  it("means afterwards exactly what it meant before, with that one value, for any file and any key", () => {
    const name = fc.constantFrom("a", "b", "c d", "e.f", "ü");
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 3 }));
    const table = fc.dictionary(name, fc.oneof(value, fc.dictionary(name, value, { maxKeys: 3 })), { maxKeys: 4 });
    fc.assert(
      fc.property(table, fc.array(name, { minLength: 1, maxLength: 2 }), value, (given, path, wanted) => {
        const [first = "", second] = path;
        const below = given[first];
        const isTable = typeof below === "object" && !Array.isArray(below);
        fc.pre(second === undefined ? !isTable : below === undefined || isTable);
        const toml = `# kept\n${stringify(given)}# kept too\n`;
        const edited = editToml(toml, path, wanted as never);
        const expected = structuredClone(given) as Record<string, unknown>;
        if (second === undefined) expected[first] = wanted;
        else expected[first] = { ...(isTable ? below : {}), [second]: wanted };
        expect(parse(edited)).toEqual(parse(stringify(expected)));
        expect(edited).toContain("# kept\n");
        expect(edited).toContain("# kept too\n");
      }),
      { numRuns: 300 },
    );
  });
});
