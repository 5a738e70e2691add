import { loginShell } from "./this-user.ts";

/**
 * What a process in a terminal inherits: what a login would set, and nothing else. An allow-list, because the keys of
 * tomorrow's providers are not on any deny-list.
 */
const allowed = new Set([
  "HOME",
  "PATH",
  "LANG",
  "LANGUAGE",
  "USER",
  "LOGNAME",
  "SHELL",
  "TZ",
  "TMPDIR",
  "DISPLAY",
  "WAYLAND_DISPLAY",
  "XAUTHORITY",
  "DBUS_SESSION_BUS_ADDRESS",
]);
const allowedPrefixes = ["LC_", "XDG_"];

export interface TerminalEnvironmentOptions {
  /** Where the values come from: the environment of Cotty itself. */
  from: Readonly<Record<string, string | undefined>>;
  /** Hands the person's ssh agent on. Whatever runs in the terminal can then log in with their keys. */
  sshAgent: boolean;
  /** Added as they are. */
  extra?: Readonly<Record<string, string>>;
}

export function terminalEnvironment({
  from,
  sshAgent,
  extra = {},
}: TerminalEnvironmentOptions): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(from)) {
    const isAllowed =
      allowed.has(name) ||
      allowedPrefixes.some((prefix) => name.startsWith(prefix)) ||
      (sshAgent && name === "SSH_AUTH_SOCK");
    if (isAllowed && value !== undefined) env[name] = value;
  }
  return { ...env, SHELL: loginShell(from), TERM: "xterm-256color", COLORTERM: "truecolor", ...extra };
}
