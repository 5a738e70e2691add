import { readFileSync } from "node:fs";
import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { keyNames, parseKeys, unknownKey } from "./keys.ts";

const keys = {
  Enter: "\r",
  Return: "\r",
  Tab: "\t",
  Escape: "\x1b",
  Esc: "\x1b",
  Backspace: "\x7f",
  Delete: "\x1b[3~",
  Up: "\x1b[A",
  Down: "\x1b[B",
  Left: "\x1b[D",
  Right: "\x1b[C",
  Home: "\x1b[H",
  End: "\x1b[F",
  PageUp: "\x1b[5~",
  PageDown: "\x1b[6~",
  Space: " ",
  "Ctrl+C": "\x03",
  "Ctrl+D": "\x04",
  "Ctrl+Z": "\x1a",
  "Ctrl+L": "\x0c",
  "Ctrl+A": "\x01",
  "Ctrl+E": "\x05",
  "Ctrl+K": "\x0b",
  "Ctrl+U": "\x15",
  "Ctrl+W": "\x17",
  "Ctrl+R": "\x12",
};

describe("parseKeys", () => {
  it("types each named key as a terminal expects it [S0.30]", () => {
    const names = Object.keys(keys);
    expect(Object.fromEntries(names.map((name) => [name, parseKeys(name)]))).toEqual(keys);
  });

  it.each([
    ["y Enter", "y\r"],
    ["hello world Enter", "hello world\r"],
    ["Ctrl+C", "\x03"],
    ["Up Up Enter", "\x1b[A\x1b[A\r"],
    ["a Space b", "a b"],
    ["a  b", "a  b"],
    [":q! Enter", ":q!\r"],
    ["enter ctrl+c F1 Ctrl+Q", "enter ctrl+c F1 Ctrl+Q"],
    ["constructor toString Enter", "constructor toString\r"],
    ["", ""],
  ])("types %j as %j [S0.28, S0.29]", (keys, typed) => {
    expect(parseKeys(keys)).toBe(typed);
  });

  const literal = fc.string().filter((text) => !text.split(" ").some((word) => Object.hasOwn(keys, word)));
  test.prop([literal])("types text without key names as it is [S0.29, S0.30]", (text) => {
    expect(parseKeys(text)).toBe(text);
  });
});

describe("unknownKey", () => {
  it.each([
    ["C-c", "C-c", "Ctrl+C"],
    ["hello <Enter>", "<Enter>", "Enter"],
    ["Ctrl-C", "Ctrl-C", "Ctrl+C"],
    ["ctrl+d Enter", "ctrl+d", "Ctrl+D"],
    ["Control+z", "Control+z", "Ctrl+Z"],
    ["^C", "^C", "Ctrl+C"],
    ["y enter", "enter", "Enter"],
    ["BSpace", "BSpace", "Backspace"],
    ["PgUp NPage", "PgUp", "PageUp"],
    ["NPage", "NPage", "PageDown"],
    ["M-x", "M-x", "Escape x"],
    ["Alt+b", "Alt+b", "Escape b"],
    ["Ctrl+Q", "Ctrl+Q", null],
    ["C-Space", "C-Space", null],
    ["S-Tab", "S-Tab", null],
    ["F10", "F10", null],
  ])("finds in %j the word %j, which means %j", (keys, word, instead) => {
    expect(unknownKey(keys)).toEqual({ word, instead });
  });

  it.each([
    "y Enter",
    "docker compose up Enter",
    "the end Enter",
    "go home and return Enter",
    "x = c-d + c+d Enter",
    "grep ^E -c x Enter",
    "C-3PO and S-Bahn Enter",
    "a < b > c Enter",
    "",
  ])("takes %j for text and keys", (keys) => {
    expect(unknownKey(keys)).toBeNull();
  });

  test.prop([fc.array(fc.constantFrom(...keyNames), { maxLength: 5 })])("knows every key that there is", (names) => {
    expect(unknownKey(names.join(" "))).toBeNull();
  });

  it("stands with every name of a key in the documentation", () => {
    const page = readFileSync(new URL("../../../docs/cli.md", import.meta.url), "utf8");
    const rows = page.split("\n").filter((line) => line.startsWith("| keys:"));
    const listed = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
    expect(listed).toEqual(keyNames);
  });
});
