import { type Arg, type Flow, isDynamic, literal, readable, someFlow } from "../../shell/index.ts";
import { ask, danger, type Job, shown } from "../job.ts";
import { findSub, judgeOption, judgeSpec } from "../judge-spec.ts";
import { hasOption, operandsOf, parseArgs } from "../options.ts";
import { optionTable } from "../spec.ts";
import { helm as helmTable, kubectl as kubectlTable } from "../table/containers.ts";
import { backup, copies, insideContainer } from "./containers.ts";
import type { Judges } from "./judge.ts";
import { fromStranger } from "./stranger.ts";

/** A cluster's file can name a program that is run to log in. */
export function otherCluster(job: Job): void {
  const file = job.args.find((arg) => /^--kubeconfig(?:=|$)|^--config(?:=|$)/.test(arg.text));
  if (file !== undefined)
    ask(job, "opaque", "cluster.other", "Uses another file of logins, which can run programs.", { span: file.span });
}

/** Kinds of objects in which variables of programs stand. What is not on the list is still not proved to be without. */
const holdsVariables =
  /(?:^|,)(?:po|pods?|deploy|deployments?|sts|statefulsets?|ds|daemonsets?|rs|replicasets?|jobs?|cj|cronjobs?|cm|configmaps?|all)(?:[/.,]|$)/i;

/** Kinds of objects that hold workloads or data; losing one is not undone by applying the files again. */
const heavyKinds =
  /^(?:ns|namespaces?|all|no|nodes?|pvc?|persistentvolume(?:claim)?s?|sts|statefulsets?|deploy|deployments?(?:\.apps)?|ds|daemonsets?|crds?|customresourcedefinitions?|secrets?|sc|storageclass(?:es)?|clusterrole\w*|cluster|projects?|svc|services?|ing|ingress(?:es)?|rs|replicasets?|cm|configmaps?|sa|serviceaccounts?|apiservices?|mutatingwebhook\w*|validatingwebhook\w*|helmreleases?|applications?)(?:[/.,]|$)/i;

function kubectl(job: Job): Flow {
  const parsed = parseArgs(job.args, optionTable(kubectlTable), { stopAtOperand: true });
  for (const option of parsed.options) judgeOption(job, option, { strict: true, title: job.name });
  otherCluster(job);
  const [verb, ...args] = parsed.operands;
  const sub = verb === undefined ? "" : (literal(verb) ?? "");
  const operands = operandsOf(args);
  const text = args.map((arg) => arg.text).join(" ");
  const say = (risk: "destructive" | "escalate" | "exfil", ruleId: string, words: string, safer = backup): Flow => {
    danger(job, risk, ruleId, words, safer);
    return someFlow;
  };
  const givesRights = () =>
    say("escalate", "cluster.rights", "Gives someone rights in the cluster.", "Let a person change who may do what.");
  switch (sub) {
    case "": {
      if (verb !== undefined)
        return say("destructive", "command.dynamic", "Which cluster command runs is only known at run time.");
      return someFlow;
    }
    case "delete": {
      const wide =
        hasOption(args, "--all", "-A", "--all-namespaces", "-f", "--filename", "-k", "--force", "-l", "--selector") ||
        args.some((arg) => /^--(?:selector|filename|grace-period=0)/.test(arg.text));
      if (wide || heavyKinds.test(operands[0]?.text ?? "") || args.some((arg) => isDynamic(arg)))
        return say("destructive", "cluster.deletes", "Deletes objects of the cluster that hold workloads or data.");
      ask(
        job,
        "write",
        "cluster.delete",
        `Deletes ${readable(operands.map((arg) => arg.text).join(" "))} in the cluster.`,
      );
      return someFlow;
    }
    case "drain":
      return say("destructive", "cluster.drain", "Throws all workloads off a node.");
    case "replace":
      if (hasOption(args, "--force"))
        return say("destructive", "cluster.deletes", "Deletes objects and creates them anew.");
      break;
    case "scale":
      if (/--replicas[= ]0\b/.test(text)) return say("destructive", "cluster.stops", "Stops a workload entirely.");
      break;
    case "apply":
      if (hasOption(args, "--prune"))
        return say("destructive", "cluster.deletes", "Deletes objects that are no longer in the files.");
      if (
        job.stdin.fetched ||
        /"?host(?:PID|Network|IPC)"?\s*:\s*true|"?privileged"?\s*:\s*true/.test(job.stdin.text ?? "")
      )
        return say(
          "escalate",
          "cluster.remote",
          "Applies something that nobody has read, or that controls the nodes.",
          "Save it to a file, read it, then apply that file.",
        );
      if (args.some((arg) => fromStranger(arg.text.replace(/^--filename=/, ""))))
        return say(
          "escalate",
          "cluster.remote",
          "Applies a file from an unknown address to the cluster; nobody has read it.",
          "Fetch it first, read it, then apply that file.",
        );
      if (/https?:\/\//.test(text))
        ask(job, "network", "cluster.remote", "Applies a file from the network to the cluster.");
      break;
    case "exec": {
      const at = args.findIndex((arg) => arg.text === "--");
      ask(job, "opaque", "container.run", "Runs a program in a container of the cluster.");
      const command = at === -1 ? operands.slice(1) : args.slice(at + 1);
      if (command.length > 0) return insideContainer(job, command, "kubectl exec");
      return someFlow;
    }
    case "run":
    case "debug":
      if (
        /privileged|host(?:PID|Network|IPC|Path)|--profile[= ]sysadmin/i.test(text) ||
        operands.some((arg) => /^nodes?\//.test(arg.text))
      )
        return say(
          "escalate",
          "escape.cluster",
          "Starts a container that controls the node it runs on.",
          "Use a plain pod without access to the host.",
        );
      break;
    case "create":
      if (/clusterrolebinding|rolebinding|clusterrole|--clusterrole=|token\b/i.test(text)) return givesRights();
      break;
    case "describe":
      // The description of a service account's secret has its token in plain text.
      if (operands.some((arg) => /(?:^|,)secrets?(?:[/.,]|$)/i.test(arg.text)))
        return say(
          "exfil",
          "secret.read",
          "Prints secrets; tokens of service accounts stand there in plain text.",
          "List their names only: kubectl get secrets",
        );
      if (operands.some((arg) => holdsVariables.test(arg.text)))
        ask(
          job,
          "read",
          "private.environment",
          "Prints settings of workloads, with variables that often hold secrets.",
        );
      break;
    case "label":
      if (/pod-security\.kubernetes\.io\/\w+=privileged/.test(text))
        return say(
          "escalate",
          "cluster.rights",
          "Lets containers control their nodes.",
          "Leave the limits as they are.",
        );
      break;
    case "adm":
    case "policy":
      if (operands.some((arg) => /^add-(?:cluster-role|role|scc)-to-/.test(arg.text))) return givesRights();
      break;
    case "auth":
      if (operands[0]?.text === "reconcile") return givesRights();
      break;
    case "get":
      if (/--raw[= ]\S*\/secrets/.test(text))
        return say(
          "exfil",
          "secret.read",
          "Prints the content of secrets.",
          "List their names only: kubectl get secrets",
        );
      if (
        /\bsecrets?\b/i.test(operands.map((arg) => arg.text).join(" ")) &&
        args.some((arg) => /^-[a-zA-Z]*o|^--o|^--t/.test(arg.text)) &&
        !namesOnly(args)
      )
        return say(
          "exfil",
          "secret.read",
          "Prints the content of secrets; it would go to the model and the log.",
          "List their names only: kubectl get secrets",
        );
      if (
        operands.some((arg) => holdsVariables.test(arg.text)) &&
        /(?:-o|--output)[= ]?(?:yaml|json)\b(?!path)/.test(text)
      )
        ask(
          job,
          "read",
          "private.environment",
          "Prints settings of workloads, with variables that often hold secrets.",
        );
      break;
    case "config":
      if (/^view$/.test(operands[0]?.text ?? "") && hasOption(args, "--raw", "--flatten"))
        return say("exfil", "secret.read", "Prints the cluster's keys.", "Leave out --raw.");
      break;
    case "cp":
      return copies(job, args);
    case "edit":
    case "patch":
      if (
        /clusterrole|rolebinding|cluster-admin|privileged|hostPID|hostNetwork|"?finalizers"?\s*:\s*(?:null|\[\])/i.test(
          text,
        )
      )
        return say(
          "escalate",
          "cluster.rights",
          "Changes rights in the cluster.",
          "Let a person change who may do what.",
        );
      break;
    case "proxy":
      if (/--address[= ](?!127\.|localhost)|--accept-hosts/.test(text))
        return say(
          "exfil",
          "exfil.serves",
          "Opens the cluster's control plane to the network.",
          "Leave it on 127.0.0.1.",
        );
      ask(job, "network", "network.listens", "Opens the cluster's control plane on a port of this machine.");
      return someFlow;
    default:
      break;
  }
  const spec = findSub(kubectlTable, sub);
  if (spec !== undefined) return judgeSpec(job, spec, args, ["kubectl", sub]);
  ask(job, "opaque", "cluster.command", `Runs ${shown(job)}.`);
  return someFlow;
}

/** Each format that is asked for shows names only: the last one counts, so all of them must. */
function namesOnly(args: readonly Arg[]): boolean {
  const given = args.flatMap((arg, index) => {
    const attached = /^(?:-o=?|--output=)(.+)$/.exec(arg.text)?.[1];
    return /^(?:-o|--output)$/.test(arg.text)
      ? [args[index + 1]?.text ?? ""]
      : attached === undefined
        ? []
        : [attached];
  });
  const others = args.filter((arg) => /^-[a-zA-Z]+o|^--(?:t|o)/.test(arg.text) && !/^--output(?:=|$)/.test(arg.text));
  return others.length === 0 && given.every((format) => /^(?:name|wide)$/.test(format));
}

function helm(job: Job): Flow {
  const parsed = parseArgs(job.args, optionTable(helmTable), { stopAtOperand: true });
  for (const option of parsed.options) judgeOption(job, option, { strict: true, title: job.name });
  otherCluster(job);
  const [verb, ...args] = parsed.operands;
  const sub = verb?.text ?? "";
  if (/^(?:uninstall|delete|del|un)$/.test(sub)) {
    danger(job, "destructive", "cluster.deletes", "Removes a release with everything it holds.", backup);
    return someFlow;
  }
  if (hasOption(args, "--post-renderer"))
    danger(job, "opaque", "option.runs-code", "--post-renderer runs a program.", "Run helm without it.");
  if (sub === "plugin" && args.some((arg) => fromStranger(arg.text)))
    danger(
      job,
      "opaque",
      "run.fetched",
      "Installs a plugin from an unknown address, which helm runs.",
      "Read it first.",
    );
  if (sub === "status" && hasOption(args, "-o", "--output"))
    ask(job, "read", "private.values", "Prints values and manifests of a release, which may hold secrets.");
  const spec = findSub(helmTable, sub);
  if (spec !== undefined) return judgeSpec(job, spec, args, ["helm", sub]);
  ask(job, "opaque", "cluster.command", `Runs ${shown(job)}.`);
  return someFlow;
}

export const clusterJudges: Judges = {
  kubectl,
  k: kubectl,
  oc: kubectl,
  "k3s-kubectl": kubectl,
  microk8s: kubectl,
  kubecolor: kubectl,
  helm,
  helm3: helm,
};
