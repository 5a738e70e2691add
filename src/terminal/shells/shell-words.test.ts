import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { shellWords } from "./shell-words.ts";

it("takes a shell as people write it", () => {
  expect(
    ["/bin/bash", "busybox ash", " /usr/bin/busybox  sh ", "bash --norc -o vi", "busybox"].map(shellWords),
  ).toEqual([
    { argv: ["/bin/bash"], name: "bash" },
    { argv: ["busybox", "ash"], name: "ash" },
    { argv: ["/usr/bin/busybox", "sh"], name: "sh" },
    { argv: ["bash", "--norc", "-o", "vi"], name: "bash" },
    { argv: ["busybox"], name: "busybox" },
  ]);
});

it("leaves a path alone that holds spaces", () => {
  const folder = mkdtempSync(join(tmpdir(), "a shell "));
  const path = join(folder, "bash");
  writeFileSync(path, "");
  expect(shellWords(path)).toEqual({ argv: [path], name: "bash" });
  rmSync(folder, { recursive: true });
});
