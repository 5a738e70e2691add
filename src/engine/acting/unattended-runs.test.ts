import { describe, expect, it } from "vitest";
import { withoutWays } from "./taken-text.ts";
import { runsItsFolder } from "./unattended-runs.ts";

describe("[PO184] whether a setting runs its folder", () => {
  it.each([
    [".mcp.json", '{"command":"node","args":["."]}', true],
    [".mcp.json", '{"command":"node","args":["server.js"]}', false],
    [".vscode/settings.json", '{"command":"node ."}', false],
    ["git's setting alias.x", "!node .", true],
    ["git's setting alias.x", "add .", false],
    ["~/.bashrc", "node .", false],
  ])("is told for %s with %s: %s", (source, text, isRun) => {
    expect(runsItsFolder(source, text)).toBe(isRun);
  });

  it.each(["\n", " ", "/*", '"', "cd x && ls ", "/", "$(", "[", "a = ", "- ", "'/ a", "Read(", '"npx","args":['])(
    "is told in little time for a long text of %j",
    (piece) => {
      const text = piece.repeat(200_000 / piece.length);
      const start = performance.now();
      for (const source of [".mcp.json", ".codex/config.toml", ".pre-commit-config.yaml", ".husky/pre-commit"]) {
        runsItsFolder(source, text);
        withoutWays(source, text);
      }
      expect(performance.now() - start).toBeLessThan(8000);
    },
  );
});
