import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { pathOutside } from "./program-path.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "cotty-path-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));
for (const folder of ["shop/.git", "shop/node_modules/.bin", "shop/src", "tools"])
  mkdirSync(join(root, folder), { recursive: true });
symlinkSync(join(root, "shop/node_modules/.bin"), join(root, "linked"));

describe("the PATH of a program that looks at a project", () => {
  it.each([
    ["what begins in the current folder", `./node_modules/.bin:bin::/usr/bin:.`, "/usr/bin"],
    ["the project's own folders", `${root}/shop/node_modules/.bin:${root}/tools:/bin`, `${root}/tools:/bin`],
    ["links to them", `${root}/linked:/bin`, "/bin"],
  ])("[TM8] leaves out %s", (_, given, left) => {
    expect(pathOutside(given, join(root, "shop/src"))).toBe(left);
  });

  it("[TM8] keeps the folders of the system, wherever it looks", () => {
    expect(pathOutside("/usr/local/bin:/usr/bin:/bin", "/usr/share")).toBe("/usr/local/bin:/usr/bin:/bin");
  });

  it("[TM8] is as it was where no folder of it belongs to the project", () => {
    expect(pathOutside("/usr/local/bin:/usr/bin:/no/such", join(root, "shop"))).toBe(
      "/usr/local/bin:/usr/bin:/no/such",
    );
  });
});
