import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bundledRunbooks } from "./bundled.ts";

it("carries the data files as they are now (npm run runbooks writes it)", () => {
  const data = join(import.meta.dirname, "data");
  const texts = readdirSync(data).map((name) => [name, readFileSync(join(data, name), "utf8")]);
  expect(bundledRunbooks).toEqual(Object.fromEntries(texts));
});
