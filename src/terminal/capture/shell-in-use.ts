import type { ForegroundProbe } from "../foreground-probe.ts";

/**
 * The shell that reads the next command, by name: policy reads a line as that shell would. Marks say which one it is.
 * Without them a start-up file or a command may have put another program in its place (`exec fish`), so the process
 * itself is looked at each time; what cannot be seen, as on another host, is `unknown`.
 */
export function shellInUse(
  marked: { kind: string } | null,
  started: { shell: string | null; probe: ForegroundProbe | null },
): string {
  if (marked !== null) return marked.kind;
  const { shell, probe } = started;
  return shell !== null && isSame(shell, probe?.shellProgram() ?? null) ? shell : "unknown";
}

/** `sh` is a name for one of several shells, and `ash` one for a part of busybox. */
const programsOf: Record<string, readonly string[]> = {
  sh: ["sh", "dash", "bash", "mksh", "busybox sh", "busybox ash"],
  ash: ["ash", "busybox sh", "busybox ash"],
  rbash: ["bash"],
};

function isSame(shell: string, program: string | null): boolean {
  if (program === null) return false;
  return Object.hasOwn(programsOf, shell) ? programsOf[shell]?.includes(program) === true : shell === program;
}
