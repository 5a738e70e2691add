import { everyFolder, hole, someFlow } from "../shell/index.ts";
import { danger, type Job } from "./job.ts";
import { type Proof, provedBy } from "./judgement.ts";

/** A call of a function that the line defines. Its body is judged where it is defined, and again where values changed. */
export function callsFunction(job: Job): Proof {
  if (job.shell.defining.has(job.name) || reaches(job.name, job)) {
    danger(
      job,
      "destructive",
      "bomb.recursion",
      `The function ${job.name} calls itself, which can start processes until the machine stops responding.`,
      "Use a loop with an end.",
    );
  }
  const called = job.shell.functions.get(job.name);
  if (!job.shell.defining.has(job.name)) called?.walkAgain();
  for (const name of called?.assigns ?? []) job.shell.variables.set(name, null);
  if (called?.moves === true) {
    job.shell.moves++;
    job.shell.passed = everyFolder(job.shell);
    job.shell.folders = [hole.output];
    job.shell.adrift = true;
  }
  return provedBy("parts", someFlow);
}

/** Whether a function comes back to itself through others: `f() { g | g & }; g() { f | f & }`. */
function reaches(name: string, job: Job): boolean {
  const seen = new Set<string>();
  const open = [name];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const called of job.shell.functions.get(next)?.calls ?? []) {
      if (called === name) return true;
      if (!seen.has(called) && job.shell.functions.has(called)) open.push(called);
      seen.add(called);
    }
  return false;
}
