import { UserError } from "../../base/index.ts";
import { shellWords } from "../shells/shell-words.ts";
import type { SideChannel } from "../system/side-channel.ts";
import type { RemoteStart } from "./ssh-arguments.ts";

/** What the machine at the other end says of itself. Fields it does not know are missing. */
export interface RemoteIdentity {
  host?: string;
  user?: string;
  /** Path of the login shell. */
  shell?: string;
  machineId?: string;
}

/** For sh, with the folder and the shell to look for as $1 and $2 (empty: none). Prints `name value` lines. */
export const identityScript = `
say() { [ -n "$2" ] && printf '%s %s\\n' "$1" "$2"; }
say host "$(uname -n 2>/dev/null)"
say user "$(id -un 2>/dev/null)"
say shell "\${SHELL-}"
for file in /etc/machine-id /var/lib/dbus/machine-id; do
  [ -r "$file" ] && read -r id < "$file" && say machineId "$id" && break
done
[ -z "$1" ] || [ -d "$1" ] || say missing folder
[ -z "$2" ] || command -v -- "$2" >/dev/null 2>&1 || say missing shell
exit 0`;

/**
 * Start-up files that bash reads for a command too may be slow. Without an answer nothing is typed there to prepare the
 * shell, and then no command has an exit code.
 */
const answersWithinMs = 60_000;

/** Asks over the side channel; also whether the folder and the shell that a terminal should start with exist there. */
export async function identifyRemote(
  side: SideChannel,
  options: { destination: string; start: RemoteStart; signal: AbortSignal },
): Promise<RemoteIdentity> {
  const { cwd = "", shell = "" } = options.start;
  const result = await side.run(["sh", "-c", identityScript, "sh", cwd, shellWords(shell).argv[0]], {
    signal: options.signal,
    timeoutMs: answersWithinMs,
  });
  const text = new TextDecoder().decode(result.stdout);
  const lines = text.split("\n");
  if (lines.includes("missing folder")) {
    throw new UserError(
      "terminal.no-such-folder",
      `A terminal on ${options.destination} cannot start in ${cwd}: there is no such folder.`,
      "Start it in a folder that exists there.",
    );
  }
  if (lines.includes("missing shell")) {
    throw new UserError(
      "terminal.no-such-program",
      `There is no program "${shell}" that can be run on ${options.destination}.`,
      "Install it there, or choose another shell (for example: sh).",
    );
  }
  return parseIdentity(text);
}

export function parseIdentity(text: string): RemoteIdentity {
  const lines = text.split("\n");
  const identity: RemoteIdentity = {};
  for (const name of ["host", "user", "shell", "machineId"] as const) {
    // The last one counts: start-up files may have printed anything before.
    const found = lines.findLast((line) => line.startsWith(`${name} `));
    if (found !== undefined) identity[name] = found.slice(name.length + 1);
  }
  return identity;
}
