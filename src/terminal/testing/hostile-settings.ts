import type { HostileCase } from "./hostile-case.ts";
import { shFamily as sh } from "./shells.ts";

const ok = (output: string) => ({ exitCode: 0, output });

/** Settings that take away what the integration lives by: hooks, prompts, keys, and builtins under functions. In order. */
export const hostileSettings: HostileCase[] = [
  { name: "a folder for settings", command: "mkdir -p /tmp/cotty-corpus; cd /tmp/cotty-corpus", expect: ok("") },
  {
    name: "hooks and prompt removed at once",
    command: "unset PROMPT_COMMAND; PS1=; echo gone; (exit 7)",
    only: ["bash"],
    expect: { exitCode: 7, output: "gone\n" },
  },
  {
    name: "a syntax error after all of that was removed",
    command: "echo b; )",
    only: ["bash"],
    expect: { exitCode: 2, output: /^bash: syntax error near unexpected token/ },
  },
  {
    name: "hooks and prompt removed in the middle, then a syntax error",
    command: "unset PROMPT_COMMAND\nPS1=\n)",
    only: ["bash"],
    expect: { exitCode: 2, output: /^bash: syntax error near unexpected token/ },
  },
  {
    name: "hooks and prompt removed at once in zsh",
    command: "precmd_functions=() preexec_functions=(); PS1=; echo gone; (exit 7)",
    only: ["zsh"],
    expect: { exitCode: 7, output: "gone\n" },
  },
  {
    name: "a syntax error after all of that was removed in zsh",
    command: "echo b; )",
    only: ["zsh"],
    expect: { exitCode: 1, output: /parse error/ },
  },
  {
    name: "an empty prompt and a syntax error at once",
    command: "PS1=\necho b; )",
    only: sh,
    expect: { exitCode: "not zero", output: /syntax|unexpected/ },
  },
  {
    name: "a failure and an empty prompt at once",
    command: "PS1=; (exit 7)",
    only: sh,
    expect: { exitCode: 7, output: "" },
  },
  {
    name: "a prompt function that is gone",
    command: "functions -e fish_prompt; functions -e fish_right_prompt; sh -c 'exit 7'",
    only: ["fish"],
    expect: { exitCode: 7, output: "" },
  },
  ...["77", "7712", "7719", "78", "771", "7713"].map(
    (key): HostileCase => ({
      name: `our key ${key} removed`,
      command: `bind -r '\\e[${key}~'; echo r`,
      only: ["bash"],
      expect: ok("r\n"),
    }),
  ),
  ...["7712", "7718", "771", "7713"].map(
    (key): HostileCase => ({
      name: `our key ${key} removed in zsh`,
      command: `bindkey -r '\\e[${key}~'; echo r`,
      only: ["zsh"],
      expect: ok("r\n"),
    }),
  ),
  {
    name: "all keys changed",
    command: "fish_vi_key_bindings",
    only: ["fish"],
    expect: ok(""),
  },
  {
    name: "all keys changed back",
    command: "fish_default_key_bindings; sh -c 'exit 6'",
    only: ["fish"],
    expect: { exitCode: 6, output: "" },
  },
  {
    name: "functions in place of what we use",
    command:
      'for f in printf read history cd pwd echo bind set shopt unset export trap local declare type return eval base64 tr tail; do command eval "$f() { command printf hijacked; }"; done',
    only: ["bash"],
    expect: ok(""),
    isMute: true,
  },
  {
    name: "with those functions",
    command: "builtin echo p; builtin cd /usr; (builtin exit 3)",
    only: ["bash"],
    expect: { exitCode: 3, output: "p\n", cwd: "/usr" },
    isMute: true,
  },
  {
    name: "a function in place of builtin, too",
    command: "builtin() { command printf hijacked; }; command echo q",
    only: ["bash"],
    // We have called it once before we knew.
    expect: { exitCode: 0, output: /^q\n/ },
    isMute: true,
  },
  {
    name: "after the function in place of builtin",
    command: "command echo r; command cd /tmp/cotty-corpus; (command exit 4)",
    only: ["bash"],
    expect: { exitCode: 4, output: "r\n", cwd: "/tmp/cotty-corpus" },
    isMute: true,
  },
  {
    name: "a syntax error among those functions",
    command: "command echo s; )",
    only: ["bash"],
    expect: { exitCode: 2, output: /^bash: syntax error/ },
    isMute: true,
  },
  {
    name: "no such functions any more",
    command:
      "for f in builtin printf read history cd pwd echo bind set shopt unset export trap local declare type return eval base64 tr tail; do command unset -f $f; done; echo u",
    only: ["bash"],
    expect: ok("u\n"),
  },
  {
    name: "functions in place of what we use, in zsh",
    command:
      'for f in printf read history cd pwd echo bindkey zle setopt unsetopt unset emulate whence base64 tr command; do builtin eval "$f() { builtin print hijacked }"; done',
    only: ["zsh"],
    expect: ok(""),
    isMute: true,
  },
  {
    name: "after those functions in zsh",
    command:
      "builtin echo p; builtin cd /usr; builtin unfunction printf read history cd pwd echo bindkey zle setopt unsetopt unset emulate whence base64 tr command; (exit 3)",
    only: ["zsh"],
    expect: { exitCode: 3, output: "p\n", cwd: "/usr" },
  },
  {
    name: "functions in place of what we use, in fish",
    command: 'for f in printf functions bind source base64; eval "function $f; builtin printf hijacked; end"; end',
    only: ["fish"],
    expect: ok(""),
    isMute: true,
  },
  {
    name: "after those functions in fish",
    command: "builtin echo p; builtin functions -e printf functions bind source base64; sh -c 'exit 3'",
    only: ["fish"],
    expect: { exitCode: 3, output: "p\n" },
  },
  {
    name: "functions in place of what we use, without hooks",
    command: 'for f in printf read pwd cd base64 tr stty echo; do eval "$f() { command echo hijacked; }"; done',
    only: sh,
    expect: ok(""),
    isMute: true,
  },
  {
    name: "after those functions, without hooks",
    command: "command echo p; command cd /usr; unset -f printf read pwd cd base64 tr stty echo; (exit 3)",
    only: sh,
    expect: { exitCode: 3, output: "p\n", cwd: "/usr" },
  },
  { name: "where we were", command: "cd /tmp/cotty-corpus", expect: { ...ok(""), cwd: "/tmp/cotty-corpus" } },
];
