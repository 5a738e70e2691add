import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { opinionUnderRule } from "../../../test/support/rule-judge.ts";

let top = "";
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "cotty-place-")));
  for (const name of ["shop/src", "shop/tests", "shop/odd", "outside/sub"])
    mkdirSync(join(top, name), { recursive: true });
  for (const name of ["outside/keep", "outside/x.js", "shop/a", "shop/tests/test_a.py", "shop/odd/test_a.py"])
    writeFileSync(join(top, name), "");
  symlinkSync("../outside", join(top, "shop", "out"));
  symlinkSync("../outside/x.js", join(top, "shop", "out.js"));
  symlinkSync("../outside/x.js", join(top, "shop", "list:a"));
  symlinkSync("../gone", join(top, "shop", "dangling"));
  symlinkSync("src", join(top, "shop", "near"));
  symlinkSync("../../outside/keep", join(top, "shop", "odd", "test_b.py"));
  symlinkSync("shop", join(top, "another-name"));
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

/** The verdict over a command in a folder of this test, where `TOP` stands for that of all of them. */
async function verdictOf(command: string, when: string, inside = "shop"): Promise<string> {
  const rule = `effect = "allow"\nwhen = ${when.replaceAll("TOP", top)}`;
  return (await opinionUnderRule(command.replaceAll("TOP", top), { folder: join(top, inside), rule })).verdict;
}

const programs = '["touch", "mkdir", "rm", "mv", "chmod", "ln", "prettier", "black", "eslint", "gofmt"]';
const operands = `{ cmd = [${programs}], operands = "inside", folder = ["TOP/shop"] }`;
const example = '{ cmd = ["npm", ["test", "ci"]], target = "local", folder = ["TOP/shop", "TOP/shop/**"] }';

describe("[PO165] a rule of a person for names below a folder", () => {
  it.each([
    "touch new",
    "touch src/new near/new",
    "mkdir src/deep/er",
    "mv a src/",
    "chmod 600 near/new",
    "prettier --write src",
    "prettier --write tests/test_*.py",
    "eslint --fix .",
  ])("allows what is there: %s", async (command) => {
    expect(await verdictOf(command, operands)).toBe("allow");
  });

  it.each([
    "touch out/new",
    "mkdir out/d",
    "rm out/keep",
    "rm -r out/sub",
    "mv a out/",
    "mv a out",
    "mv out/keep b",
    "chmod 600 out/keep",
    "ln -s a out/y",
    "prettier --write out/x.js",
    "prettier --write out.js",
    "black out",
    "eslint --fix out/x.js",
    "gofmt -w out/x.go",
    "touch dangling",
    "touch near out/new",
    "prettier --write odd/test_*.py",
    "prettier --write o*/test_a.py",
  ])("asks about what is reached through a link, whatever the program does with it: %s", async (command) => {
    expect(await verdictOf(command, operands)).toBe("ask");
  });

  it("means any folder where it names none, and still nothing outside of the one it runs in", async () => {
    const anywhere = '{ cmd = ["touch"], operands = "inside" }';
    expect([
      await verdictOf("touch src/new", anywhere),
      await verdictOf("touch new", anywhere, "shop/out"),
      await verdictOf("touch out/new", anywhere),
    ]).toEqual(["allow", "allow", "ask"]);
  });

  it("follows a value that it spells, unless that leads elsewhere as the person wrote it", async () => {
    const tsc = (value: string) =>
      `{ cmd = ["tsc"], options = [["--outFile", "${value}"]], operands = "inside", folder = ["TOP/shop"] }`;
    expect([
      await verdictOf("tsc --outFile all.js src/a.ts", tsc("all.js")),
      await verdictOf("tsc --outFile out.js src/a.ts", tsc("out.js")),
      await verdictOf("tsc --outFile TOP/outside/all.js src/a.ts", tsc("TOP/outside/all.js")),
    ]).toEqual(["allow", "ask", "allow"]);
  });

  it("takes the message of a commit for a text", async () => {
    const commit = '{ cmd = ["git", "commit"], options = ["-m"], operands = "inside", folder = ["TOP/shop"] }';
    expect(await verdictOf("git commit -m 'see ../x and /etc, out' src", commit)).toBe("allow");
  });
});

describe("[PO166] a rule of a person for a folder", () => {
  it.each([
    ["npm test", "shop"],
    ["npm ci --silent", "shop/src"],
    ["npm test -- src/a.test.ts --grep 'a b, c'", "shop"],
    ["npm test --prefix src", "shop"],
    ["npm test --prefix=near", "shop"],
    ["npm test --prefix TOP/shop", "shop/src"],
    ["npm test", "shop/near"],
    ["cd TOP/shop/src && npm test", "outside"],
  ])("allows the ordinary use of the example of the documentation: %s in %s", async (command, inside) => {
    expect(await verdictOf(command, example, inside)).toBe("allow");
  });

  it.each([
    ["npm test --prefix TOP/outside", "shop"],
    ["npm test --prefix=TOP/outside", "shop"],
    ["npm test --prefix ../outside", "shop"],
    ["npm test --prefix ~/outside", "shop"],
    ["npm test --prefix out", "shop"],
    ["npm test --prefix=out", "shop"],
    ["npm test -Cout", "shop"],
    ["npm test -C out/sub", "shop"],
    ["npm test --cwd dangling", "shop"],
    ["npm test --manifest-path=out/Cargo.toml", "shop"],
    ["npm test list:a", "shop"],
    ["npm test", "shop/out"],
    ["npm test", "shop/out/sub"],
    ["cd TOP/shop/out && npm test", "shop"],
    ["npm test", "outside"],
  ])("asks about what is or leads elsewhere: %s in %s", async (command, inside) => {
    expect(await verdictOf(command, example, inside)).toBe("ask");
  });

  it("holds where the person wrote the name of a link to the folder", async () => {
    const linked = '{ cmd = ["npm", "test"], folder = ["TOP/another-name", "TOP/another-name/**"] }';
    expect([
      await verdictOf("npm test --prefix src", linked, "another-name"),
      await verdictOf("npm test", linked, "another-name/out"),
      await verdictOf("npm test --prefix out", linked, "another-name"),
    ]).toEqual(["allow", "ask", "ask"]);
  });

  it("means nothing more where one of its folders is gone", async () => {
    const gone = '{ cmd = ["npm", "test"], folder = ["TOP/shop/**", "TOP/gone/**"] }';
    expect([await verdictOf("npm test", gone, "shop/src"), await verdictOf("npm test", gone, "shop/out")]).toEqual([
      "allow",
      "ask",
    ]);
  });
});
