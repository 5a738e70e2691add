import type { ForegroundProbe } from "../probe/foreground-probe.ts";
import { isShellProgram } from "../shells/shells.ts";
import type { ShellCore } from "./shell-core.ts";
import type { ShellPresence } from "./shell-presence.ts";

/**
 * The shell that reads the next command, by name: policy reads a line as that shell would. Marks say which one it is.
 * Without them a start-up file or a command may have put another program in its place (`exec fish`), so the process
 * itself is looked at each time; what cannot be seen, as on another host, is `unknown`.
 */
function shellInUse(
  marked: { name: string } | null,
  started: { shell: string | null; probe: ForegroundProbe | null },
): string {
  if (marked !== null) return marked.name;
  const { shell, probe } = started;
  const program = probe?.shellProgram() ?? null;
  return shell !== null && program !== null && isShellProgram(shell, program) ? shell : "unknown";
}

/** Which shell reads the next command, and where it is. */
export interface ShellInUse {
  /** By name; `unknown` where neither it nor the kernel says so. */
  name(): string;
  /** Everything that a command is judged for: kind, process and PATH, in one text. */
  reader(): string;
  /** Without marks the shell cannot say where it is; the kernel can, as long as no other shell is in front. */
  folder(): string | null;
}

export function createShellInUse(
  { tracker }: ShellCore,
  options: { shell: string | null; probe: ForegroundProbe | null; presence: ShellPresence },
): ShellInUse {
  const { probe, presence } = options;
  const name = () => shellInUse(tracker.shell.family === null ? null : tracker.shell.loaded, options);
  return {
    name,
    reader: () => [name(), tracker.shell.loaded?.pid ?? "", tracker.shell.searchPath ?? ""].join("\n"),
    folder() {
      const { family, cwd } = tracker.shell;
      if (family !== null) return presence.folder(cwd);
      return probe?.isInFront(null) === true ? probe.folder("", null) || null : cwd;
    },
  };
}
