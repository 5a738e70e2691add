import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { programName } from "./program-name.ts";

let root = "";
const main = () => join(root, "my app", "dist", "main.js");
const nameWith = (PATH: string) => programName({ PATH }, ["/usr/bin/node", main()]);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cotty-name-"));
  for (const folder of ["my app/dist", "my app/bin", "path", "other"])
    mkdirSync(join(root, folder), { recursive: true });
  for (const file of [main(), join(root, "other", "cotty")]) writeFileSync(file, "");
});
afterEach(() => rmSync(root, { recursive: true }));

it("is cotty where the PATH leads here, by whatever link", () => {
  symlinkSync(main(), join(root, "path", "cotty"));
  expect(nameWith(`relative:${join(root, "path")}`)).toBe("cotty");
});

it("is the file of the checkout, quoted for a shell, where the PATH has none or another one", () => {
  writeFileSync(join(root, "my app", "bin", "cotty"), "");
  expect(nameWith("/nowhere")).toBe(`'${join(root, "my app", "bin", "cotty")}'`);
  expect(nameWith(join(root, "other"))).toBe(`'${join(root, "my app", "bin", "cotty")}'`);
});

it("is Node and the program's file where there is nothing else", () => {
  expect(nameWith("")).toBe(`/usr/bin/node '${main()}'`);
});
