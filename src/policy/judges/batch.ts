import { type Flow, isDynamic, someFlow } from "../../shell/index.ts";
import { ask, danger, type Job, shown } from "../job.ts";
import { operandsOf } from "../options.ts";
import type { Judges } from "./judge.ts";
import { meansHarm } from "./meaning.ts";

const words = (job: Job): string[] => job.args.map((arg) => arg.text);

/** Files of a cluster: the verbs are options (`hdfs dfs -rm -r /data`). */
function hadoop(job: Job): Flow {
  const [part = "", verb = "", ...rest] = words(job);
  const isFiles = /^(?:dfs|fs)$/.test(part);
  if (
    isFiles &&
    /^-(?:ls|cat|du|df|count|stat|tail|text|test|head|find|help)$/.test(verb) &&
    !rest.some((word) => /:\/\//.test(word))
  )
    return someFlow;
  const isRecursive = rest.some((word) => /^-(?:r|R|rf|skipTrash)$|\*/.test(word));
  const destroys = isFiles
    ? /^-(?:rmr|expunge)$/.test(verb) || (/^-(?:rm|truncate)$/.test(verb) && isRecursive)
    : [verb, ...rest].some((word) => /^-(?:format|delete|rollback|kill|expunge|deleteSnapshot)$/.test(word));
  if (destroys)
    danger(
      job,
      "destructive",
      "cluster.deletes",
      `${shown(job)} deletes data of the cluster.`,
      "Look first (-ls, -count), and let a person decide.",
    );
  else if (isFiles || !meansHarm(job)) ask(job, "write", "cluster.files", `Runs ${shown(job)}.`);
  return someFlow;
}

/** Ending a job of a queue is ordinary; ending everybody's, or whatever a query finds, is not. */
function endsJobs(job: Job): Flow {
  const isWide = job.args.some(
    (arg) =>
      isDynamic(arg) ||
      /^(?:all|0|-all|-u|--user(?:=.*)?|--me|-A|--account(?:=.*)?|-p|--partition(?:=.*)?)$/.test(arg.text),
  );
  if (isWide)
    danger(
      job,
      "destructive",
      "jobs.all",
      `${shown(job)} ends jobs that nobody has named, with their work.`,
      "Name the job.",
    );
  else ask(job, "write", "jobs.end", `Ends ${shown(job)}.`);
  return someFlow;
}

/** Names for everyone: a record that is deleted is gone at once. */
function nsupdate(job: Job): Flow {
  if (/\b(?:delete|del)\b/i.test(job.stdin.text ?? ""))
    danger(job, "destructive", "names.deletes", "Deletes names that others depend on.", "Let a person decide.");
  else ask(job, "network", "names.change", "Changes names that others depend on.");
  return someFlow;
}

/** Routers: `show` looks, everything else changes how networks reach each other. */
function router(job: Job): Flow {
  const codes = job.args.flatMap((arg, index) => (job.args[index - 1]?.text === "-c" ? [arg.text] : []));
  if (codes.length > 0 && codes.every((code) => /^\s*(?:show|sh)\b/.test(code)))
    ask(job, "read", "router.show", `Runs ${shown(job)}.`);
  else
    danger(
      job,
      "lockout",
      "lockout.router",
      "Changes how networks reach each other, this session's included.",
      "Have another way in ready.",
    );
  return someFlow;
}

/** The memory of a running program holds its passwords. */
function javaTool(job: Job): Flow {
  if (
    operandsOf(job.args).some((arg) => /heap_dump|VM\.system_properties|JFR\.dump/.test(arg.text)) ||
    words(job).some((word) => /^-dump\b|^--binaryheap/.test(word))
  )
    danger(
      job,
      "exfil",
      "secret.memory",
      "Writes the memory of a running program to a file.",
      "Ask for a histogram or the threads.",
    );
  else ask(job, "opaque", "debugger.run", `Looks into a running program (${shown(job)}).`);
  return someFlow;
}

const each = (names: string, judge: (job: Job) => Flow): Judges =>
  Object.fromEntries(names.split(" ").map((name) => [name, judge]));

/** Clusters that work through queues, and services whose commands come as text. */
export const batchJudges: Judges = {
  ...each("hdfs hadoop", hadoop),
  ...each("qdel scancel bkill condor_rm oardel", endsJobs),
  nsupdate,
  vtysh: router,
  ...each("jmap jcmd jhsdb", javaTool),
};
