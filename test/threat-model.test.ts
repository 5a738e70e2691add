import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "./support/cotty.ts";

it("names for every threat what stops it and a test that is there", () => {
  const page = readFileSync(join(projectRoot, "docs", "policy.md"), "utf8");
  const [, table = ""] = page.split("| threat | what stops it | test |\n|---|---|---|\n");
  const rows = (table.split("\n\n")[0] ?? "").split("\n").map((row) => row.split("|").map((cell) => cell.trim()));
  const wrong = rows.filter(([, threat = "", control = "", tests = ""]) => {
    const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);
    return (
      threat === "" ||
      control === "" ||
      files.length === 0 ||
      !files.every((file) => existsSync(join(projectRoot, file)))
    );
  });
  expect([wrong, rows.length >= 30]).toEqual([[], true]);
});
