import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CottyHome, createCottyHome } from "../support/cotty.ts";

function configure(home: CottyHome, text: string): void {
  mkdirSync(join(home.dir, "config", "cotty"), { recursive: true });
  writeFileSync(join(home.dir, "config", "cotty", "config.toml"), text);
}

describe("cotty doctor", () => {
  it("fails where the configured shell cannot be started, whatever the login shell is, and says what to correct", async () => {
    using home = createCottyHome();
    configure(home, '[terminal]\nshell = "/bin/nosuch"\n');
    const ran = await home.run(["doctor"]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(
      /✗ Shell +\/bin\/nosuch cannot be started: .*ENOENT\.\n {2}Name one that is installed \(cotty config set terminal\.shell /,
    );
  });

  it("fails where the configuration cannot be read, and says it once", async () => {
    using home = createCottyHome();
    configure(home, "mode = \n");
    const ran = await home.run(["doctor"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr.match(/Invalid config format/g)).toHaveLength(1);
    expect(ran.stdout).toMatch(
      /✗ Configuration +A file of it cannot be used \(above\)\.\n {2}Correct .*config\.toml\.\n/,
    );
  });

  it("passes where all is well, and names the configured shell", async () => {
    using home = createCottyHome();
    configure(home, '[terminal]\nshell = "sh"\n');
    const ran = await home.run(["doctor"]);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(/✓ Shell +sh\n/);
  });
});

describe("more than one host", () => {
  it.each([
    ["run", ["run", "--on", "a", "--on", "b", "look"]],
    ["run", ["run", "--on", "a,b", "look"]],
    ["exec", ["exec", "--on", "a", "--on", "b", "--", "true"]],
  ])("is refused by %s: %j", async (_, args) => {
    using home = createCottyHome();
    const ran = await home.run(args);
    expect([ran.code, ran.stdout]).toEqual([2, ""]);
    expect(ran.stderr).toContain("Cotty works on one host at a time. Run it once for each host.");
  });
});
