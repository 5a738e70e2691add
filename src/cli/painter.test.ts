import { PassThrough } from "node:stream";
import { WriteStream } from "node:tty";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPainter } from "./painter.ts";

describe("colours of the command line", () => {
  // A stream that says of itself what a terminal says.
  const terminal = Object.assign(new PassThrough(), {
    isTTY: true as const,
    getColorDepth: (env = process.env) => WriteStream.prototype.getColorDepth.call({}, env),
  });
  beforeEach(() => {
    vi.stubEnv("TERM", "xterm-256color");
    for (const name of ["NO_COLOR", "FORCE_COLOR", "NODE_DISABLE_COLORS", "CI", "TEAMCITY_VERSION"])
      vi.stubEnv(name, undefined);
  });
  afterEach(() => vi.unstubAllEnvs());

  it("are printed to a terminal, and end where they began", () => {
    const paint = createPainter(terminal);
    expect([paint("red", "no"), paint("danger", "rm")]).toEqual([
      "\u001b[91mno\u001b[39m",
      "\u001b[1m\u001b[97m\u001b[41mrm\u001b[49m\u001b[39m\u001b[22m",
    ]);
  });

  it.each([
    ["NO_COLOR", "1"],
    ["TERM", "dumb"],
  ])("are left out with %s=%s", (name, value) => {
    vi.stubEnv(name, value);
    expect(createPainter(terminal)("red", "no")).toBe("no");
  });

  it("are left out of pipes and files, also with FORCE_COLOR", () => {
    vi.stubEnv("FORCE_COLOR", "3");
    expect(createPainter(new PassThrough())("red", "no")).toBe("no");
  });
});
