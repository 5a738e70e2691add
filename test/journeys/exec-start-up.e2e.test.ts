import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createCottyHome, jsonLines } from "../support/cotty.ts";
import { needsShell } from "../support/needs-shell.ts";

describe("a start-up file that asks something", () => {
  it("is quoted by cotty exec, and nothing runs", async () => {
    using home = createCottyHome();
    writeFileSync(join(home.dir, ".bashrc"), 'read -p "Update? [Y/n] " answer\n');
    const input = `${JSON.stringify({ id: 1, command: "echo on" })}\n`;
    const [lines, one] = await Promise.all([
      home.run(["exec", "--jsonl", "--shell", "bash"], { input }),
      home.run(["exec", "--shell", "bash", "--", "echo on"]),
    ]);
    expect(jsonLines(lines.stdout)).toMatchObject([
      { id: 1, outcome: "not-at-prompt", output: "", foreground: { program: "bash", prompt: "Update? [Y/n]" } },
    ]);
    expect(one).toMatchObject({ code: 125, stdout: "" });
    expect(one.stderr).toContain('start-up files ask "Update? [Y/n]"');
  });
});

describe("another shell in the place of the first one", () => {
  it("is given the next command after cotty exec --jsonl has started it", needsShell("fish", "bash"), async () => {
    using home = createCottyHome();
    const started = home.start(["exec", "--jsonl", "--shell", "bash"]);
    const ask = async (id: number, line: object) => {
      started.child.stdin?.write(`${JSON.stringify({ id, ...line })}\n`);
      const printed = await started.printed(`{"id":${id},`);
      return jsonLines(printed.slice(printed.indexOf(`{"id":${id},`)))[0];
    };
    await ask(0, { command: "exec fish --no-config", timeoutMs: 0 });
    let id = 1;
    const isFishAtPrompt = { outcome: "running", foreground: { program: "fish", waiting: "prompt" } };
    await expect.poll(() => ask(id++, { wait: 200 }), { timeout: 60_000 }).toMatchObject(isFishAtPrompt);
    expect(await ask(id, { command: "echo $FISH_VERSION | string match -r '^.'" })).toMatchObject({
      outcome: "exited",
      exitCode: 0,
      output: expect.stringMatching(/^\d\n$/),
      confidence: "marks",
    });
    started.child.stdin?.end();
    expect((await started.ended).code).toBe(0);
  });
});
