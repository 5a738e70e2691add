import type { SessionRunner } from "../compose/index.ts";

type Terminal = NonNullable<Awaited<ReturnType<SessionRunner["terminal"]>>>;

const script = `
tty=$(readlink "/proc/$1/fd/0") || tty=/dev/$(ps -p "$1" -o tty= | tr -d " ") || exit
stty -echo -ixon < "$tty"`;
const withinMs = 5000;

/**
 * What is typed from now on is not printed back: in a pipe it would stand in the command's output. Nor does a Ctrl+S in it
 * stop the output, which Linux does even behind Ctrl+V. Where the settings of the terminal are out of reach (no marks, a
 * host that allows no second session), what is typed is printed back.
 */
export async function prepareForPipe(terminal: Terminal, signal: AbortSignal): Promise<void> {
  const { shellPid } = await terminal.state();
  if (shellPid === undefined) return;
  await terminal.side(["sh", "-c", script, "sh", String(shellPid)], { signal, timeoutMs: withinMs }).catch(() => null);
}
