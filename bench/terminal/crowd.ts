import { median, milliseconds, quantile, report } from "../report.ts";
import { benchTerminals, hostPid, megabytes, never, openShell, residentBytes, soon } from "./setting.ts";

const terminalsInHost = 250;
const printing = 50;
const commands = 100;

/** 250 terminals in one host: what each costs, and how long a command takes while 50 of them print 20 KB a second. */
export async function measureCrowd(folder: string): Promise<void> {
  await using terminals = benchTerminals(folder);
  const first = await openShell(terminals, folder);
  const pid = hostPid(folder);
  const before = residentBytes(pid);
  const crowd = [];
  const started = performance.now();
  for (let i = 1; i < terminalsInHost; i++) crowd.push(await openShell(terminals, folder));
  const openMs = (performance.now() - started) / crowd.length;
  const each = (residentBytes(pid) - before) / crowd.length;
  report(
    `${terminalsInHost} terminals in one host`,
    `${megabytes(each)} each`,
    `opened in ${milliseconds(openMs)} each`,
    "",
  );
  const quiet = await latencies(first);
  // Without a process for each line: the host is to be measured, not how fast the machine forks.
  const noise = 'printf -v x %2000s; exec 9<> <(:); while :; do echo "$x"; read -rt 0.1 -u 9; done';
  await Promise.all(crowd.slice(0, printing).map((each) => each.run(noise, { signal: never, timeoutMs: 200 })));
  const busy = await latencies(first);
  report(
    `a command while ${printing} print 20 KB/s`,
    `${milliseconds(median(busy))}, p99 ${milliseconds(quantile(busy, 0.99))}`,
    `while all are quiet: ${milliseconds(median(quiet))}`,
    `ratio ${(median(busy) / median(quiet)).toFixed(2)}`,
  );
}

async function latencies(terminal: Awaited<ReturnType<typeof openShell>>): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < commands; i++) {
    const started = performance.now();
    await terminal.run("true", soon);
    times.push(performance.now() - started);
  }
  return times;
}
