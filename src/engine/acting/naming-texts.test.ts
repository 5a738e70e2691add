import { describe, expect, it } from "vitest";
import { importsIn } from "./naming-texts.ts";

describe("[PO134] a file that instructions take in", () => {
  it.each([
    ["@docs/my\\ guide.md", "docs/my guide.md"],
    ['@"docs/my guide.md"', "docs/my guide.md"],
    ["@'docs/my guide.md'", "docs/my guide.md"],
    ["@<docs/my guide.md>", "docs/my guide.md"],
    ["@docs/frag.md#intro", "docs/frag.md"],
    ["[x](mdc:docs/cur%20sor.md)", "docs/cur sor.md"],
    ["#file:docs/100%.md", "docs/100%.md"],
  ])("is named by %s", (text, name) => {
    expect(importsIn(`Read ${text} first, me@docs/mail.md.\n`)).toContain(name);
  });

  it("has one name where that has one spelling", () => {
    expect(importsIn("Read @docs/style.md first, me@docs/mail.md.\n")).toEqual(["docs/style.md"]);
  });
});
