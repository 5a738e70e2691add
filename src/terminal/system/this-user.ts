import { userInfo } from "node:os";

/** Null for a user id without an account, as containers give out. */
function account(): { username: string; shell: string | null } | null {
  try {
    return userInfo();
  } catch {
    return null;
  }
}

export function userName(): string {
  return account()?.username ?? `uid-${process.getuid?.() ?? "unknown"}`;
}

/** What a login would start: a service, cron and CI set no SHELL, and their user has a shell all the same. */
export function loginShell(env: Readonly<Record<string, string | undefined>>): string {
  return env["SHELL"] || account()?.shell || "/bin/sh";
}
