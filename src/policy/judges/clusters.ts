import { type Flow, someFlow } from "../../shell/index.ts";
import { judgeByRows } from "../effects/judge-effects.ts";
import { ask, danger, type Job } from "../job.ts";
import { operandsOf, parseArgs } from "../options.ts";
import { optionTable } from "../spec.ts";
import { copies, insideContainer } from "./containers.ts";
import type { Judges } from "./judge.ts";

/** They may stand in front of the verb. */
const globalOptions = optionTable({
  options: `-n= -s= -v= --namespace= --context= --cluster= --user= --kubeconfig= --request-timeout= --server= --token= --as=
    --as-group= --as-uid= --v= --cache-dir= --certificate-authority= --client-certificate= --client-key= --profile=
    --profile-output= --tls-server-name= --insecure-skip-tls-verify --match-server-version --warnings-as-errors
    --disable-compression`,
});

const controlsNodes = /"?host(?:PID|Network|IPC)"?\s*:\s*true|"?privileged"?\s*:\s*true/;

/** What runs in a container of the cluster, what is copied, and what is applied from a pipe; the rest are rows. */
function kubectl(job: Job): Flow {
  const [verb, ...args] = parseArgs(job.args, globalOptions, { stopAtOperand: true }).operands;
  if (verb?.text === "cp") return copies(job, args);
  if (verb?.text === "exec") {
    ask(job, "opaque", "container.run", "Runs a program in a container of the cluster.");
    const at = args.findIndex((arg) => arg.text === "--");
    const command = at === -1 ? operandsOf(args).slice(1) : args.slice(at + 1);
    return command.length > 0 ? insideContainer(job, command, "kubectl exec") : someFlow;
  }
  if (verb?.text === "apply" && controlsNodes.test(job.stdin.text ?? ""))
    danger(
      job,
      "escalate",
      "cluster.remote",
      "Applies something that controls the nodes.",
      "Save it to a file, read it, then apply that file.",
    );
  return judgeByRows(job) ?? someFlow;
}

export const clusterJudges: Judges = {
  kubectl,
  k: kubectl,
  oc: kubectl,
  "k3s-kubectl": kubectl,
  microk8s: kubectl,
  kubecolor: kubectl,
};
