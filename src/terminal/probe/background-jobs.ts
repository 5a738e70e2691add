import { setTimeout as sleep } from "node:timers/promises";
import type { Terminal } from "../contract/terminal.ts";
import { type ProcStat, parseProcStat } from "./tty-snapshot.ts";

interface BackgroundOptions {
  /** What began before that is not for us to end. */
  since: number;
  now(): number;
  signal: AbortSignal;
}

/** How many jobs were asked to end, and how many go on all the same. */
export interface EndedJobs {
  ended: number;
  left: number;
}

export type EndBackgroundJobs = (
  terminal: Pick<Terminal, "state" | "side">,
  options: BackgroundOptions,
) => Promise<EndedJobs | null>;

const endsWithinMs = 700;
const lookEveryMs = 100;
const lookTimeoutMs = 3000;
/** The unit in which Linux tells processes when something began. */
const tickMs = 10;

/**
 * Ends what was put in the background of a terminal since a moment: the process groups of its session that are not in
 * front, do not hold up what is, and of which every process began later. Null where the target cannot tell.
 */
export const endBackgroundJobs: EndBackgroundJobs = async (terminal, options) => {
  const { shellPid } = await terminal.state();
  if (shellPid === undefined) return null;
  const look = async () => {
    const before = options.now();
    const text = await runScript(terminal, listScript, [], options.signal);
    return jobsSince(text, { shellPid, since: options.since, lookedAt: before });
  };
  const jobs = await look();
  if (jobs === null) return null;
  if (jobs.length === 0) return { ended: 0, left: 0 };
  await runScript(terminal, endScript, jobs.map(String), options.signal);
  let left = jobs;
  for (let waitedMs = 0; left.length > 0 && waitedMs < endsWithinMs; waitedMs += lookEveryMs) {
    await sleep(lookEveryMs, undefined, { signal: options.signal });
    const now = await look();
    if (now === null) break;
    left = jobs.filter((group) => now.includes(group));
  }
  return { ended: jobs.length - left.length, left: left.length };
};

/** First who looks and who started it; then every process there is. */
const listScript = 'echo "$$ $PPID"; cat /proc/[0-9]*/stat 2>/dev/null';
/** One that is stopped hears nothing before it goes on. */
const endScript = 'for group; do kill -s TERM -- "-$group"; kill -s CONT -- "-$group"; done 2>/dev/null';

async function runScript(terminal: Pick<Terminal, "side">, script: string, words: string[], signal: AbortSignal) {
  const { stdout } = await terminal.side(["sh", "-c", script, "sh", ...words], { signal, timeoutMs: lookTimeoutMs });
  return Buffer.from(stdout).toString("latin1");
}

interface Process extends ProcStat {
  startedAt: number;
}

/** The process groups that began since then beside what is in front; null where that cannot be told. */
export function jobsSince(
  text: string,
  { shellPid, since, lookedAt }: { shellPid: number; since: number; lookedAt: number },
): number[] | null {
  const [first = "", ...lines] = text.split("\n");
  const [looker, starter] = first.split(" ").map(Number);
  const ticks = new Map(lines.map((line) => [parseProcStat(line)?.pid, ticksOf(line)]));
  const lookerTicks = ticks.get(looker);
  if (lookerTicks === undefined || starter === undefined) return null;
  const all = lines.flatMap((line): Process[] => {
    const stat = parseProcStat(line);
    if (stat === null || stat.state === "Z" || stat.state === "X") return [];
    // Measured from the start of who looks, so that no clock of the target counts. It began after it was asked.
    return [{ ...stat, startedAt: lookedAt - (lookerTicks - ticksOf(line)) * tickMs }];
  });
  const byPid = new Map(all.map((process) => [process.pid, process]));
  const shell = byPid.get(shellPid);
  // In a container the shell may know itself by a number that is another process here.
  if (shell === undefined || !ancestors(shell, byPid).has(starter)) return null;
  const inSession = all.filter(({ session }) => session === shell.session);
  const front = inSession.filter(({ group }) => group === shell.foregroundGroup);
  const carriers = new Set([shell, ...front].flatMap((process) => [process.pid, ...ancestors(process, byPid)]));
  const kept = new Set(
    inSession
      .filter(({ pid, startedAt }) => carriers.has(pid) || startedAt - tickMs < since)
      .map(({ group }) => group)
      .concat(shell.group, shell.foregroundGroup),
  );
  return [...new Set(inSession.map(({ group }) => group))].filter((group) => group > 1 && !kept.has(group));
}

const ticksOf = (line: string): number => Number(line.slice(line.lastIndexOf(")") + 2).split(" ")[19]);

function ancestors(process: ProcStat, byPid: ReadonlyMap<number, ProcStat>): Set<number> {
  const found = new Set<number>();
  for (let pid = process.parent; pid > 0 && !found.has(pid); pid = byPid.get(pid)?.parent ?? 0) found.add(pid);
  return found;
}
