import { describe, expect, it } from "vitest";
import { jobsSince } from "./background-jobs.ts";

interface Told {
  pid: number;
  parent: number;
  group: number;
  /** How long before the look it began. */
  agoMs: number;
  session?: number;
  front?: number;
  state?: string;
}

const looker = { pid: 900, parent: 10, group: 900, session: 900, agoMs: 0 };
const host = { pid: 10, parent: 1, group: 10, session: 10, agoMs: 90_000 };
const shell = { pid: 20, parent: 10, group: 20, agoMs: 80_000 };

/** As /proc/PID/stat has it; the look is at 100,000. */
function told(processes: Told[], front = 20): string {
  const lines = processes.map(({ pid, parent, group, agoMs, session = 20, state = "S" }) => {
    const zeros = Array.from({ length: 13 }, () => "0").join(" ");
    return `${pid} (a ) b) ${state} ${parent} ${group} ${session} 34816 ${front} ${zeros} ${50_000 - agoMs / 10} 0`;
  });
  return ["900 10", ...lines].join("\n");
}

const since = (processes: Told[], options: { shellPid?: number; front?: number } = {}) =>
  jobsSince(told([looker, host, shell, ...processes], options.front), {
    shellPid: options.shellPid ?? 20,
    since: 95_000,
    lookedAt: 100_000,
  });

describe("[AP18] the jobs in the background of a terminal since a moment", () => {
  it("are the groups of its session of which every process began since then", () => {
    expect(
      since([
        { pid: 30, parent: 20, group: 30, agoMs: 3000 },
        { pid: 41, parent: 1, group: 40, agoMs: 2000 },
        { pid: 50, parent: 20, group: 50, agoMs: 60_000 },
        { pid: 51, parent: 50, group: 50, agoMs: 1000 },
        { pid: 60, parent: 1, group: 60, session: 60, agoMs: 1000 },
        { pid: 70, parent: 20, group: 70, agoMs: 1000, state: "Z" },
      ]),
    ).toEqual([30, 40]);
  });

  it("are neither what is in front nor what carries it", () => {
    const sudo = { pid: 30, parent: 20, group: 30, agoMs: 3000 };
    const inner = { pid: 31, parent: 30, group: 31, agoMs: 3000 };
    const job = { pid: 32, parent: 31, group: 32, agoMs: 2000 };
    expect(since([sudo, inner, job], { front: 31 })).toEqual([32]);
  });

  it("are not known where the shell's number is that of a process which did not come out of the terminal", () => {
    const other = { pid: 7, parent: 1, group: 7, session: 7, agoMs: 90_000 };
    expect(since([other, { pid: 8, parent: 7, group: 8, session: 7, agoMs: 10 }], { shellPid: 7 })).toBe(null);
  });

  it("are not known where there is no /proc", () => {
    expect(jobsSince("900 10\n", { shellPid: 20, since: 0, lookedAt: 1 })).toBe(null);
  });
});
