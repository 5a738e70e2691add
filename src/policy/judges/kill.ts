import { type Flow, isDynamic, noFlow, readable, someFlow } from "../../shell/index.ts";
import { ask, danger, type Job } from "../job.ts";
import type { Judges } from "./judge.ts";

/** Ending a process is ordinary; ending all of them, the session's shell or the way in is not. */
function kill(job: Job): Flow {
  const [first, ...others] = job.args;
  if (/^(?:-l|-L|--list(?:=.*)?|--table)$/.test(first?.text ?? "")) return someFlow;
  const words = first?.text.startsWith("-") && others.length > 0 ? others : job.args;
  const pids = (/^-[sn]$/.test(first?.text ?? "") ? words.slice(1) : words).filter((arg) => arg.text !== "--");
  const ends = (whom: string) => danger(job, "lockout", "lockout.kill", `Ends ${whom}.`, "Name the process.");
  if (pids.some((pid) => /^(?:0|-?0*1)$/.test(pid.text)))
    ends("every process, or the first one, and with it the session");
  else if (pids.some(isDynamic) && looksFor(job, sessionPrograms)) ends("the processes through which people log in");
  else if (pids.some((pid) => pid.variables.some((name) => /^(?:\$|PPID|BASHPID)$/.test(name))))
    ends("the shell this session runs in");
  else ask(job, "write", "process.kill", `Signals process ${readable(pids.map((pid) => pid.text).join(" "))}.`);
  return noFlow;
}

const sessionPrograms = /(?:^|[^\w])(?:sshd?|systemd|init|dbus|NetworkManager|tmux|cotty)(?:[^\w]|$)/;
const finders = new Set("pgrep pidof grep egrep awk lsof ss fuser".split(" "));

/** Whether the line searched for such a program before it does something to what it found: `pgrep sshd | xargs kill`. */
export const looksFor = (job: Job, programs: RegExp): boolean =>
  job.run.commands.some(
    ({ argv: [name, ...args] }) => finders.has(name ?? "") && args.some((word) => word !== null && programs.test(word)),
  );

export const killJudges: Judges = { kill };
