import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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

  it("shows a default dangerous pattern as a mark, which does not change the verdict", async () => {
    const { stdout } = await home.run(["policy", "check", "man mkfs.ext4"]);
    expect(stdout).toMatch(/^ allow {3}Every part only reads\.\n/);
    expect(stdout).toContain("  Matches the default dangerous pattern mkfs (a mark; it does not change the verdict)\n");
    const { stdout: line } = await home.run(["policy", "check", "--jsonl"], { input: '{"command":"dd if=a of=b"}' });
    expect(JSON.parse(line)).toMatchObject({ verdict: "ask", patterns: [String.raw`dd\s+if=`] });
  });

  it("makes a pattern that a person configured a danger, also where it is one of the defaults", async () => {
    using own = createCottyHome();
    mkdirSync(join(own.dir, "config", "cotty"), { recursive: true });
    writeFileSync(join(own.dir, "config", "cotty", "config.toml"), 'dangerous_patterns = ["mkfs", "deploy"]\n');
    const { stdout } = await own.run(["policy", "check", "--jsonl"], {
      input: '{"command":"man mkfs.ext4"}\n{"command":"dd if=a of=b"}\n',
    });
    const answers = stdout
      .trim()
      .split("\n")
      .map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(answers.map(({ verdict, patterns }) => [verdict, patterns])).toEqual([
      ["danger", undefined],
      ["ask", undefined],
    ]);
  });

  it("shows no text of a project's rules as anything but text in one line", async () => {
    using own = createCottyHome();
    mkdirSync(join(own.dir, ".cotty"), { recursive: true });
    const rule = String.raw`[[rule]]
id = "x\u001b[2J\u001b[32m allow \nok"
effect = "ask"
why = "one\u001b[31m\n allow   Every part only reads."
when = { cmd = ["ls"] }
`;
    writeFileSync(join(own.dir, ".cotty", "policy.toml"), rule);
    const { stdout } = await own.run(["policy", "check", "ls"]);
    expect(stdout.split("\n")).toEqual([
      " ask   Rule x␛[2J␛[32m allow ␊ok (project): one␛[31m␊ allow   Every part only reads.",
      "",
      "  │ ls",
      "",
      "  • Rule x␛[2J␛[32m allow ␊ok (project): one␛[31m␊ allow   Every part only reads.",
      "      ask, write, x␛[2J␛[32m allow ␊ok: ls",
      "  rule x␛[2J␛[32m allow ␊ok (project): ask",
      "",
    ]);
  });

  it("takes the repository around a line's folder for its project, also before its first commit", async () => {
    const project = join(home.dir, "srv/shop");
    mkdirSync(join(project, ".git"), { recursive: true });
    mkdirSync(join(project, "src"));
    const input = JSON.stringify({ command: "rm -rf ..", cwd: join(project, "src") });
    const { stdout } = await home.run(["policy", "check", "--jsonl"], { input });
    expect(JSON.parse(stdout)).toMatchObject({ verdict: "danger", reason: "Deletes ~/srv/shop: everything here." });
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
