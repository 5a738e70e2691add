import { describe, expect, it } from "vitest";
import { newShell, noFlow, someFlow } from "../shell/index.ts";
import { conclude } from "./conclude.ts";
import { ask, type Job } from "./job.ts";
import { type Answer, type Judgement, judged, onTrial, provedBy } from "./judgement.ts";
import { newRun } from "./new-run.ts";
import type { PolicyContext } from "./types.ts";

const place: PolicyContext = { target: "local", shell: "bash" };

function jobIn(): Job {
  const run = newRun(place, { believes: true });
  return {
    name: "new",
    path: "new",
    args: [],
    span: [0, 3],
    via: [],
    stdin: noFlow,
    shell: newShell("bash", "new", run),
    run,
  };
}

const kindOf = (judgement: Judgement) => ("by" in judgement ? `proved by ${judgement.by}` : judgement.findings.length);

function judge(answers: (job: Job) => Answer) {
  const job = jobIn();
  return { judgement: judged(job, () => answers(job)), run: job.run };
}

describe("a judgement", () => {
  it("[PO2] is a proof only where the judge returned one and reported nothing", () => {
    const says = (job: Job) => ask(job, "write", "new.writes", "Writes something.");
    const answers: [string, (job: Job) => Answer][] = [
      ["a proof", () => provedBy("grammar", someFlow)],
      ["silence", () => someFlow],
      ["a finding", (job) => says(job) ?? someFlow],
      ["a proof and a finding", (job) => says(job) ?? provedBy("grammar", someFlow)],
    ];
    expect(answers.map(([what, answer]) => [what, kindOf(judge(answer).judgement)])).toEqual([
      ["a proof", "proved by grammar"],
      ["silence", 1],
      ["a finding", 1],
      ["a proof and a finding", 1],
    ]);
  });

  it("[PO2] without a proof is asked about, also where what it found got lost on the way", () => {
    const { judgement: silent } = judge(() => someFlow);
    const verdictOf = (...judgements: Judgement[]) =>
      conclude("new", place, { findings: [], judgements, commands: [], parse: "ok" }).verdict;
    const proof = provedBy("row", someFlow);
    expect([verdictOf(proof), verdictOf(proof, silent), verdictOf(silent)]).toEqual(["allow", "ask", "ask"]);
  });

  it("of a command that is not known to run counts for nothing", () => {
    const { run } = judge(() => provedBy("parts", someFlow));
    const found = onTrial(run, () => judged({ ...jobIn(), run }, () => someFlow));
    expect([found.length, run.findings.length, run.judgements.length]).toEqual([1, 0, 1]);
  });
});
