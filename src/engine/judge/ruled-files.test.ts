import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mira, stepIn } from "../../../test/support/engine.ts";
import { begin, folder, use, useFolders } from "../../../test/support/file-session.ts";
import { parseRules } from "../../policy/index.ts";

useFolders();

const at = (path: string) => join(folder, "project", path);
const write = (path: string) => use("write_file", { path, content: "changed\n" });

const allowing = (when: string) =>
  parseRules(`[[rule]]\nid = "ours"\neffect = "allow"\nwhy = "w"\nwhen = { ${when} }`, { scope: "session", file: "r" })
    .rules;

async function questionOf(path: string, when: string) {
  const { runner, store } = await begin([write(path)], "acceptEdits", "project", { rules: allowing(when) });
  const { verdict, findings } = await stepIn(runner, store, "review");
  await runner.request({ type: "stop" }, mira);
  await runner.idle();
  return [verdict, findings.at(-1)?.ruleId];
}

describe("[PO203] a file that a rule names which lets a command run unasked", () => {
  it.each([
    ["config/lint.ini", 'cmd = ["flake8"], options = [["--config", "config/lint.ini"]], operands = "inside"'],
    ["config/more/lint.py", 'cmd = ["isort"], options = [["--settings-path", "config"]], operands = "inside"'],
    ["scripts/check.sh", 'cmd = ["sh", "scripts/check.sh"], ends = true'],
    ["sub/scripts/check.sh", 'cmd = ["sh", "./scripts/check.sh"], ends = true'],
    ["scripts/check.sh", 'cmd = ["./scripts/check.sh"]'],
    ["scripts/deep/a.sh", 'cmd = ["sh", "scripts/*.sh"]'],
    ["tools/check.py", 'cmd = ["python3", "-m", "tools.check"]'],
    ["lib/setup.js", 'cmd = ["mocha", "-r", "lib/setup"]'],
    ["infra/a.yaml", 'cmd = ["some-tool", "--values=infra/a.yaml"]'],
    ["real/check.sh", 'cmd = ["sh", "link/check.sh"], ends = true'],
    // Without a slash, or without the ending: only the program knows what the word is.
    ["tools/index.js", 'cmd = ["node", "tools"], ends = true'],
    ["tools/deep/a.js", 'cmd = ["node", "tools"], ends = true'],
    ["sub/tools/index.js", 'cmd = ["node", "tools"], ends = true'],
    ["Tools/Index.js", 'cmd = ["node", "tools"], ends = true'],
    ["build.js", 'cmd = ["node", "build"], ends = true'],
    ["build.ts", 'cmd = ["tsx", "build.js"]'],
    ["build/index.ts", 'cmd = ["ts-node", "build"]'],
    ["start/index.ts", 'cmd = ["bun", "start"]'],
    ["build.ts", 'cmd = ["bun", "run", "build"]'],
    ["build.ts", 'cmd = ["bun", "build", "build"]'],
    ["build.ts", 'cmd = ["deno", "run", "build"]'],
    ["build/index.php", 'cmd = ["php", "build"]'],
    ["lib/json.rb", 'cmd = ["ruby", "-Ilib", "a.rb"]'],
    ["lib/json.rb", 'cmd = ["ruby", "-I", "lib", "a.rb"]'],
    ["pkg/__main__.py", 'cmd = ["python3", "-m", "pkg"], ends = true'],
    ["pkg.py", 'cmd = ["python3", "-mpkg"], ends = true'],
    ["tools/__init__.py", 'cmd = ["python3", "-m", "tools.check"]'],
    ["tools/__main__.py", 'cmd = ["python3", "tools"]'],
    ["scripts/a.sh", 'cmd = ["run-parts", "scripts"]'],
    ["tools/gen.sh", 'cmd = ["make", "-C", "tools"]'],
    ["tools/gen.sh", 'cmd = ["make", "-C", "tools", "build"]'],
    ["tools/gen.sh", 'cmd = ["make", "test", "-C", "tools"]'],
    ["tools/gen.js", 'cmd = ["npm", "--prefix", "tools", "run", "build"]'],
    ["tools/gen.js", 'cmd = ["npm", "run", "build", "tools"]'],
    ["tools/gen.js", 'cmd = ["yarn", "node", "tools"]'],
    ["tools/a.sh", 'cmd = ["sh", "tools"]'],
    ["tools.sh", 'cmd = ["sh", "tools.sh"]'],
    ["tools/main.go", 'cmd = ["go", "run", "tools"]'],
    ["tests/a_test.py", 'cmd = ["pytest", "tests"]'],
    ["tests/a.test.js", 'cmd = ["jest", "tests"]'],
    ["tests/a.test.js", 'cmd = ["vitest", "run", "tests"]'],
    ["tools/index.js", 'cmd = ["bash", "-c", "cd tools && node ."]'],
    ["tools/a.js", 'cmd = ["node", "--import=./tools/a.js", "x"]'],
    ["tools/index.js", 'cmd = [["node", "npm"], ["run", "tools"]]'],
    ["tools/index.js", 'cmd = ["*", "tools"]'],
    ["index.js", 'cmd = ["node", "."], ends = true'],
    ["check.sh", 'cmd = ["sh", "*.sh"]'],
    ["rules/a.js", 'cmd = ["eslint", "--rulesdir", "rules", "src"]'],
    // What it is given decides which settings it takes, and those may name code.
    ["docs/cspell.json", 'cmd = ["cspell", "docs"]'],
    ["fmt.js", 'cmd = ["npx", "eslint", "-f", "fmt", "src"]'],
  ])("is not changed by acceptEdits without a question: %s, with %s", async (path, when) => {
    for (const name of ["config", "scripts", "real"]) mkdirSync(at(name), { recursive: true });
    writeFileSync(at("real/check.sh"), "echo\n");
    symlinkSync("real", at("link"));
    expect(await questionOf(path, when)).toEqual(["ask", "file.ruled"]);
  });

  it.each([
    ["src/a.ts", 'cmd = ["npm", "run", "build"], ends = true'],
    ["build/a.ts", 'cmd = ["npm", "run", "build"], ends = true'],
    ["src/a.ts", 'cmd = ["eslint"], options = [["-c", "config/eslint.json"]], operands = "inside"'],
    ["src/a.ts", 'cmd = ["npm", "run", "*"]'],
    ["scripts/other.sh", 'cmd = ["sh", "scripts/check.sh"], ends = true'],
    // Scripts, targets, tasks and sub-commands are names, and so is the program.
    ["build.js", 'cmd = ["npm", "--silent", "run", "build"], ends = true'],
    ["test/a.js", 'cmd = [["npm", "pnpm", "yarn"], "test"]'],
    ["build/a.ts", 'cmd = ["yarn", "build"]'],
    ["test/a.py", 'cmd = ["make", "-s", "clean", "test"]'],
    ["build/a.rs", 'cmd = ["cargo", "build"]'],
    ["test/a.go", 'cmd = ["go", "test", "./..."]'],
    ["build/a.ts", 'cmd = ["npx", "turbo", "run", "build"]'],
    ["test/a.ts", 'cmd = ["deno", "task", "test"]'],
    ["node/a.js", 'cmd = ["node", "tools"]'],
    ["tests/a.py", 'cmd = ["pytest"], operands = "inside"'],
    // What is only looked at, made or removed does not decide what runs.
    ["src/a.ts", 'cmd = ["eslint", "src"]'],
    ["src/a.ts", 'cmd = ["npx", "prettier", "--check", "src", "test"]'],
    ["src/a.py", 'cmd = ["ruff", "check", "--fix", "."]'],
    ["build/a.ts", 'cmd = ["rm", "-r", "build"]'],
    ["src/a.ts", 'cmd = ["git", "add", "src"]'],
    ["fix/a.ts", 'cmd = ["git", "commit", "-m", "fix a"]'],
    // A folder that is only pointed at has the files that lie in it, and a project what its folders hold.
    ["src/a.js", 'cmd = ["node", "."], ends = true'],
  ])("is the only one that is asked about: %s is written, with %s", async (path, when) => {
    const { runner } = await begin([write(path)], "acceptEdits", "project", { rules: allowing(when) });
    await runner.idle();
    expect(readFileSync(at(path), "utf8")).toBe("changed\n");
  });
});
