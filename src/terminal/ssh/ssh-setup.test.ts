import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSshSetup } from "./ssh-setup.ts";

let runtime: string;
beforeEach(() => {
  runtime = mkdtempSync(join(tmpdir(), "ct-"));
});
afterEach(() => rmSync(runtime, { recursive: true, force: true }));
const directory = () => createSshSetup({ env: { XDG_RUNTIME_DIR: runtime } }).controlDirectory;

describe("the folder of shared connections", () => {
  it("is private, also when it was open before", () => {
    mkdirSync(join(runtime, "cotty-ssh"));
    chmodSync(join(runtime, "cotty-ssh"), 0o777);
    expect([directory(), statSync(directory()).mode & 0o777]).toEqual([join(runtime, "cotty-ssh"), 0o700]);
  });

  it("is refused when it is a link, because whoever made it could answer in our place", () => {
    symlinkSync(tmpdir(), join(runtime, "cotty-ssh"));
    expect(directory).toThrow(expect.objectContaining({ code: "ssh.unsafe-directory" }));
  });

  it("is elsewhere when its path would be too long for a socket", () => {
    runtime = join(runtime, "x".repeat(60));
    mkdirSync(runtime, { recursive: true });
    expect(directory()).toMatch(/^\/tmp\/cotty-ssh-/);
  });
});

describe("the environment of the ssh client", () => {
  it("has what agents and prompts need and no key of ours", () => {
    const env = {
      XDG_RUNTIME_DIR: runtime,
      PATH: "/bin",
      LC_ALL: "C",
      SSH_AUTH_SOCK: "/agent",
      ANTHROPIC_API_KEY: "secret",
      AWS_SECRET_ACCESS_KEY: "secret",
      COTTY_PROVIDERS_GOOGLE_API_KEY: "secret",
      LD_PRELOAD: "/evil.so",
    };
    expect(createSshSetup({ env }).env).toEqual({
      XDG_RUNTIME_DIR: runtime,
      PATH: "/bin",
      LC_ALL: "C",
      SSH_AUTH_SOCK: "/agent",
    });
  });
});
