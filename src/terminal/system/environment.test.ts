import { userInfo } from "node:os";
import { expect, it } from "vitest";
import { terminalEnvironment } from "./environment.ts";

const from = {
  HOME: "/home/ada",
  PATH: "/bin",
  SHELL: "/bin/zsh",
  LC_ALL: "C.UTF-8",
  XDG_RUNTIME_DIR: "/run/user/1",
  TERM: "dumb",
  SSH_AUTH_SOCK: "/agent",
  ANTHROPIC_API_KEY: "key",
  GEMINI_API_KEY: "key",
  COTTY_TOKEN: "key",
  NODE_OPTIONS: "--inspect",
  LD_PRELOAD: "/evil.so",
  BASH_ENV: "/evil",
};

it("hands on what a login would set, and no key", () => {
  expect(terminalEnvironment({ from, sshAgent: false })).toEqual({
    HOME: "/home/ada",
    PATH: "/bin",
    SHELL: "/bin/zsh",
    LC_ALL: "C.UTF-8",
    XDG_RUNTIME_DIR: "/run/user/1",
    TERM: "xterm-256color",
    COLORTERM: "truecolor",
  });
});

it("hands on the ssh agent and extra values only when asked", () => {
  expect(
    terminalEnvironment({
      from: { SSH_AUTH_SOCK: "/agent", SHELL: "/bin/sh" },
      sshAgent: true,
      extra: { GREETING: "hi" },
    }),
  ).toEqual({
    SSH_AUTH_SOCK: "/agent",
    SHELL: "/bin/sh",
    TERM: "xterm-256color",
    COLORTERM: "truecolor",
    GREETING: "hi",
  });
});

it("names the account's own shell where nothing says which, as under cron or a service", () => {
  expect(terminalEnvironment({ from: {}, sshAgent: false })["SHELL"]).toBe(userInfo().shell ?? "/bin/sh");
  expect(terminalEnvironment({ from: { SHELL: "" }, sshAgent: false })["SHELL"]).toBe(userInfo().shell ?? "/bin/sh");
});
