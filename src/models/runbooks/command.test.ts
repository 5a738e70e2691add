import { execFileSync } from "node:child_process";
import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { compileCommand, quote } from "./command.ts";
import { isValid } from "./parameters.ts";
import type { ParameterType } from "./runbook.ts";

const types = new Map<string, ParameterType>([
  ["path", "path"],
  ["host", "host"],
  ["port", "port"],
]);

/** Text made of what shells treat in a special way, and of anything else. */
const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(..."'\"\\`$(){}[]<>|&;*?!#~ %=-/.,\n\r\t".split(""), "$(touch x)", "ü", "日", "\u202e", "\0"),
    fc.string({ minLength: 1, maxLength: 1, unit: "binary" }),
  ),
  maxLength: 40,
});

describe("a command of a runbook", () => {
  it("gets its parameters as single words [S2.47]", () => {
    const command = compileCommand("find {{path}} -xdev", types);
    expect(command.fill(new Map([["path", "/srv/my files"]]))).toBe("find '/srv/my files' -xdev");
    expect(command.fill(new Map([["path", "/srv/it's; rm -rf ~"]]))).toBe(`find '/srv/it'\\''s; rm -rf ~' -xdev`);
    expect(command.fill(new Map([["path", "~/my files"]]))).toBe("find ~/'my files' -xdev");
    expect(command.fill(new Map([["path", "/var/log"]]))).toBe("find /var/log -xdev");
  });

  it("is not made when a parameter is not known", () => {
    expect(compileCommand("dig {{host}}", types).fill(new Map())).toBeNull();
  });

  it.each([
    ["host", "-oProxyCommand=x"],
    ["host", "a b"],
    ["host", "$(id)"],
    ["port", "0"],
    ["port", "65536"],
    ["port", "80;id"],
    ["path", "-delete"],
    ["path", "/tmp\nid"],
    ["path", ""],
  ])("is refused when the %s is %j", (name, value) => {
    const command = compileCommand(`x {{${name}}}`, types);
    expect(() => command.fill(new Map([[name, value]]))).toThrow(`is no ${name}`);
  });

  it.each([
    ['grep "{{path}}" x', "{{path}} stands inside quotes; leave them out, Cotty quotes it"],
    ["grep 'a {{path}}' x", "{{path}} stands inside quotes; leave them out, Cotty quotes it"],
    ["cat {{file}}", '"file" is no parameter of this runbook'],
    ["docker ps --format {{.Names}}", '"{{" begins no parameter'],
    ["cat a\ncat b", "a command is one line"],
  ])("is refused as %j", (source, reason) => {
    expect(() => compileCommand(source, types)).toThrow(reason);
  });

  test.prop([hostile], { numRuns: 300 })("reaches a real shell as exactly the word that was meant", (text) => {
    const path = `/${text}`;
    fc.pre(isValid("path", path));
    const printed = execFileSync("sh", ["-c", `printf %s ${quote(path)}`]);
    expect(printed.toString("utf8")).toBe(Buffer.from(path, "utf8").toString("utf8"));
  });

  test.prop([hostile], { numRuns: 500 })("lets no text through that is not of its type", (text) => {
    for (const type of ["host", "port", "unit", "name", "number"] as const) {
      if (isValid(type, text)) expect(text).toMatch(/^[\w@.:-]+$/);
      if (isValid(type, text)) expect(text).not.toMatch(/^-/);
    }
    if (isValid("path", text)) expect(text).not.toMatch(/^-|[\0-\x1f\x7f]/);
  });
});
