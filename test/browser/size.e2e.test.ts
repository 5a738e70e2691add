import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { projectRoot } from "../support/cotty.ts";

it("loads at most 250 KB of script (gzip) before the page is there", () => {
  const web = join(projectRoot, "dist", "web");
  const scripts = [...readFileSync(join(web, "index.html"), "utf8").matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)];
  const sizes = scripts.map(([, path = ""]) => gzipSync(readFileSync(join(web, path))).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  process.stdout.write(`initial script: ${(total / 1000).toFixed(0)} KB gzip in ${sizes.length} files\n`);
  // A build for developers is slower and does everything twice, and nothing else shows it.
  const texts = scripts.map(([, path = ""]) => readFileSync(join(web, path), "utf8"));
  expect(texts.filter((text) => /jsxDEV|react\.development/.test(text))).toEqual([]);
  expect(sizes.length).toBeGreaterThan(0);
  expect(total).toBeLessThan(250_000);
});
