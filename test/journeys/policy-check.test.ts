import { afterAll, describe, expect, it } from "vitest";
import { createCottyHome } from "../support/cotty.ts";

const home = createCottyHome();
afterAll(() => home[Symbol.dispose]());

describe("cotty policy check", () => {
  it("explains a danger to a person: what, where, what instead, and the phrase", async () => {
    const { code, stdout } = await home.run(["policy", "check", "--target", "ssh:db-1", "ls; rm -rf ~"]);
    expect([code, stdout]).toEqual([
      0,
      `${[
        " danger   Deletes ~: a whole home directory.",
        "",
        "  │ ls; rm -rf ~",
        "  │            ^",
        "",
        "  ▲ Deletes ~: a whole home directory.",
        "      danger, destructive, delete.home: ~",
        "      Instead: Name the exact files, and look at the list first (ls).",
        "",
        "  To let it run, a person types: delete on db-1",
      ].join("\n")}\n`,
    ]);
  });

  it("answers JSON lines in order, and names a line it cannot read", async () => {
    const input = [
      '{"command":"ls"}',
      '{"command":"rm -rf build","cwd":"/home/dev/app"}',
      '{"comand":"ls"}',
      '{"command":"rm -rf build","cwd":"/etc"}',
    ].join("\n");
    const { code, stdout } = await home.run(["policy", "check", "--jsonl"], { input });
    const answers = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(code).toBe(2);
    expect(answers[0]).toEqual({
      command: "ls",
      verdict: "allow",
      risks: ["read"],
      findings: [],
      reason: "Every part only reads.",
    });
    expect(answers.map(({ verdict, line }) => verdict ?? line)).toEqual(["allow", "ask", 3, "danger"]);
  });
});
