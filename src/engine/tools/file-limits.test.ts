import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { eventsOf } from "../../../test/support/engine.ts";
import { begin, folder, use, useFolders } from "../../../test/support/file-session.ts";

useFolders();

describe("[PO132] a change that is too large to be shown", () => {
  const numbered = (sign: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${sign}${at % 10}\n`).join("");

  it("is refused soon, and nothing is written", async () => {
    writeFileSync(join(folder, "project/big.txt"), numbered("a", 170_000));
    const { runner, store } = await begin([use("write_file", { path: "big.txt", content: numbered("b", 26_000) })]);
    await runner.idle();
    expect(JSON.stringify(await eventsOf(store, runner.id))).toContain("has a difference of 196006 lines");
    expect(readFileSync(join(folder, "project/big.txt"), "utf8")).toBe(numbered("a", 170_000));
  });
});

describe("[PO131] what a tool reads", () => {
  const outputOf = async (input: object) => {
    const { runner, store } = await begin([use("read_files", input)]);
    await runner.idle();
    return (await eventsOf(store, runner.id)).flatMap((event) =>
      event.type === "step.finished" ? [event.output] : [],
    );
  };

  it("is at most as much together as one file may hold", async () => {
    writeFileSync(join(folder, "project/large"), `${"x".repeat(99)}\n`.repeat(4000));
    writeFileSync(join(folder, "project/small"), "small\n");
    const [output] = await outputOf({ paths: ["large", "large", "small"] });
    expect(output).toMatch(/^── large\nx/);
    expect(output).toMatch(
      /x\n\n── large: left out, since the files before it fill this answer\. Read it in another call\.\n── small\nsmall\n$/,
    );
  });

  it("is answered soon, whatever is in it", async () => {
    writeFileSync(join(folder, "project/notes.txt"), "-----BEGIN RSA PRIVATE KEY-----\n".repeat(15_500));
    const [output] = await outputOf({ paths: Array.from({ length: 20 }, () => "notes.txt") });
    expect(output).toMatch(/^── notes\.txt\n-----BEGIN RSA PRIVATE KEY-----\n/);
  });
});
