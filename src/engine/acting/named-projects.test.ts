import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { begin, firstQuestion, folder, use, useFolders } from "../../../test/support/file-session.ts";

useFolders();

const write = (path: string) => use("write_file", { path, content: "x\n" });
const serve = (...args: string[]) =>
  writeFileSync(join(folder, "project/.mcp.json"), JSON.stringify({ mcpServers: { x: { command: "node", args } } }));

describe("[PO184] the mode acceptEdits", () => {
  it("asks before it writes a file of a project that a server runs as a whole", async () => {
    serve(".");
    const { verdict, findings } = await firstQuestion([write("index.js")], "acceptEdits");
    expect([verdict, findings[0]?.ruleId, existsSync(join(folder, "project/index.js"))]).toEqual([
      "ask",
      "unattended.folder",
      false,
    ]);
  });

  it("writes it without a question where the server is another file", async () => {
    serve("./server.js");
    const { runner } = await begin([write("index.js")], "acceptEdits");
    await runner.idle();
    expect(existsSync(join(folder, "project/index.js"))).toBe(true);
  });
});
