import { type Arg, isDynamic, literal, plainArg, readable } from "../arg.ts";
import { type Flow, someFlow } from "../flow.ts";
import { ask, danger, type Job, shown } from "../job.ts";
import { findSub, judgeOption, judgeSpec } from "../judge-spec.ts";
import { hasOption, operandsOf, parseArgs } from "../options.ts";
import { optionTable } from "../spec.ts";
import { docker as dockerTable, helm as helmTable, kubectl as kubectlTable } from "../table/containers.ts";
import type { Judges } from "./judge.ts";
import { fromStranger } from "./packages.ts";

/** A cluster's file can name a program that is run to log in. */
function otherCluster(job: Job): void {
  const file = job.args.find((arg) => /^--kubeconfig(?:=|$)|^--config(?:=|$)/.test(arg.text));
  if (file !== undefined)
    ask(job, "opaque", "cluster.other", "Uses another file of logins, which can run programs.", { span: file.span });
}

const backup = "Save the data first, and name exactly what goes.";

/** Options that give a container the host: its devices, processes, network or files. */
const escapes =
  /^--(?:privileged|pid=host|ipc=host|uts=host|userns=host|cap-add=?(?:all|sys_\w+|net_admin|dac_\w+)?|device(?:=.*)?|security-opt=?(?:.*unconfined.*|.*no-new-privileges.*false)?|cgroupns=host|cgroup-parent.*|volumes-from=.*|gpus-never)$/i;
const hostMount =
  /^(?:type=bind,)?.*?(?:(?:src|source)=)?(?:\/|\ufdd3|\/(?:etc|root|home|boot|dev|proc|sys|usr|bin|sbin|lib|var\/run|run|var\/lib)(?:\/[^:,]*)?|[^:,]*\/(?:docker|containerd|crio)\.sock)(?::|,|$)/u;

const runValued = new Set(
  "-e --env --env-file -v --volume --mount -p --publish --name -w --workdir -u --user --network --net -h --hostname -l --label --entrypoint --restart -m --memory --cpus --platform --pull --add-host --cap-add --cap-drop --device --security-opt --pid --ipc --uts --userns --gpus --log-driver --log-opt --ulimit --tmpfs --shm-size --dns --ip --link --expose -a --attach --cidfile --health-cmd --stop-signal --volumes-from --group-add --sysctl --runtime --cgroupns".split(
    " ",
  ),
);

/** `docker run/exec/create`: what leaves the container, and the command inside it. */
function inContainer(job: Job, args: readonly Arg[], operandsBefore: number, title: string): Flow {
  const operands: Arg[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as Arg;
    if (operands.length > 0 || !arg.text.startsWith("-")) {
      operands.push(arg);
      continue;
    }
    const [name = "", attached] = arg.text.split(/=(.*)/s);
    const takesNext = attached === undefined && (runValued.has(name) || /^-[a-zA-Z]*[evpwuhlm]$/.test(name));
    const value = takesNext ? args[++i] : attached === undefined ? undefined : plainArg(attached, arg.span);
    judgeContainerOption(job, name, value, arg);
  }
  ask(job, "opaque", "container.run", `Runs a program in a container (${title}).`);
  const command = operands.slice(operandsBefore);
  if (command.length > 0) insideContainer(job, command, title);
  return someFlow;
}

function judgeContainerOption(job: Job, name: string, value: Arg | undefined, at: Arg): undefined {
  const text = value === undefined ? name : `${name}=${value.text}`;
  const isMount = /^(?:-[a-zA-Z]*v|--volume|--mount)$/.test(name);
  if (escapes.test(text) || (isMount && value !== undefined && (hostMount.test(value.text) || isDynamic(value)))) {
    danger(
      job,
      "escalate",
      "escape.container",
      `${readable(text)} gives the container control of the host.`,
      "Mount a folder of the project, without extra rights.",
      { span: at.span },
    );
  }
}

/** Inside a container its own files are at stake: still data, so the same judgement, but no shell of ours. */
function insideContainer(job: Job, command: readonly Arg[], title: string): undefined {
  const shell = { ...job.shell, cwd: "", variables: new Map(job.shell.variables), files: new Map() };
  const [first] = command;
  const isInteractive =
    command.length === 1 && /^(?:\/bin\/|\/usr\/bin\/)?(?:sh|bash|ash|zsh)$/.test(first?.text ?? "");
  if (!isInteractive) job.run.runArgv(command, { ...job, shell }, { via: title });
}

function docker(job: Job): Flow {
  const parsed = parseArgs(job.args, optionTable(dockerTable), { stopAtOperand: true });
  for (const option of parsed.options) judgeOption(job, option, { strict: true, title: job.name });
  otherCluster(job);
  const words = parsed.operands;
  const first = literal(words[0] ?? plainArg("", job.span)) ?? "";
  if (first === "") {
    if (words[0] !== undefined)
      danger(
        job,
        "opaque",
        "command.dynamic",
        "Which container command runs is only known at run time.",
        "Write it out.",
      );
    return someFlow;
  }
  const isGroup =
    /^(?:container|image|volume|network|system|builder|buildx|compose|stack|service|swarm|node|secret|config|context|plugin|pod|machine)$/.test(
      first,
    );
  const title = `${job.name} ${first}`;
  const sub = isGroup ? (operandsOf(words.slice(1))[0]?.text ?? "") : first;
  const args = isGroup
    ? words.slice(words.findIndex((arg, index) => index > 0 && arg.text === sub) + 1)
    : words.slice(1);
  if (first === "compose") return compose(job, words.slice(1));
  if (destroysContainers(job, isGroup ? first : "", sub, args)) return someFlow;
  if (/^(?:run|create)$/.test(sub) && (!isGroup || first === "container"))
    return inContainer(job, args, 1, `${job.name} ${sub}`);
  if (sub === "exec") return inContainer(job, args, 1, `${job.name} exec`);
  if (sub === "cp") return copies(job, args);
  return judgeSpec(job, findSub(dockerTable, first) ?? { effect: "run", say: `Runs ${title}.` }, words.slice(1), [
    job.name,
    first,
  ]);
}

function destroysContainers(job: Job, group: string, sub: string, args: readonly Arg[]): boolean {
  const say = (text: string): true => {
    danger(job, "destructive", "container.destroys", text, backup);
    return true;
  };
  const everything = args.some((arg) => arg.flow !== null || isDynamic(arg));
  if (group === "volume" && /^(?:rm|remove|prune)$/.test(sub))
    return say("Deletes volumes, and with them the data of containers.");
  if (
    group === "system" &&
    /^(?:prune|reset)$/.test(sub) &&
    (hasOption(args, "-a", "--all", "--volumes") || sub === "reset")
  )
    return say("Deletes everything that is not running right now.");
  if (/^(?:network|container|image)$/.test(group) && /^(?:rm|remove)$/.test(sub) && everything)
    return say("Deletes what is only chosen at run time.");
  if (group === "" && /^(?:rm|rmi|kill|stop)$/.test(sub) && everything && sub !== "stop")
    return say("Deletes containers or images that are only chosen at run time.");
  if (
    /^(?:rm|remove)$/.test(sub) &&
    (group === "" || group === "container") &&
    (hasOption(args, "-v", "--volumes") || hasOption(args, "-a", "--all"))
  )
    return say("Deletes containers with their data.");
  if (/^(?:image|network|container)$/.test(group) && sub === "prune" && hasOption(args, "-a", "--all"))
    return say("Deletes every image that is not running right now.");
  if (
    /^(?:swarm|stack|service|secret|config|node|pod|machine|context)$/.test(group) &&
    /^(?:leave|rm|remove|prune|reset)$/.test(sub)
  )
    return say(`Takes down what ${group} holds.`);
  return false;
}

function compose(job: Job, args: readonly Arg[]): Flow {
  const words = operandsOf(args).filter((arg) => !/\.(?:ya?ml|env)$/.test(arg.text));
  const sub = words[0]?.text ?? "";
  const rest = args.slice(args.findIndex((arg) => arg.text === sub) + 1);
  if (
    (sub === "down" && hasOption(rest, "-v", "--volumes", "--rmi")) ||
    (sub === "rm" && hasOption(rest, "-v")) ||
    (sub === "down" && rest.some((arg) => /^--rmi=?all/.test(arg.text)))
  ) {
    danger(
      job,
      "destructive",
      "container.destroys",
      "Deletes the volumes of the project, and with them its data.",
      backup,
    );
  } else if (sub === "exec" || sub === "run") return inContainer(job, rest, 1, "docker compose exec");
  else if (/^(?:ps|ls|logs|images|top|config|version|port|events|stats|volumes)$/.test(sub)) {
    if (sub === "config")
      ask(job, "read", "private.environment", "Prints the composed configuration, with the secrets in its variables.");
  } else ask(job, "opaque", "container.compose", `Runs ${shown(job)}.`);
  return someFlow;
}

function copies(job: Job, args: readonly Arg[]): Flow {
  const [source, destination] = operandsOf(args);
  const target = destination?.text.includes(":") === true ? destination.text.replace(/^[^:]*:/, "") : null;
  if (source !== undefined && !source.text.includes(":"))
    job.run.runArgv(
      [
        plainArg("cp", job.span),
        source,
        plainArg(target === null ? (destination?.text ?? ".") : "container-copy", job.span),
      ],
      job,
      { via: "docker cp" },
    );
  ask(job, "write", "container.copy", "Copies between the machine and a container.");
  return someFlow;
}

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
      if (command.length > 0) insideContainer(job, command, "kubectl exec");
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
      if (/clusterrolebinding|rolebinding|clusterrole|--clusterrole=|token\b/i.test(text))
        return say(
          "escalate",
          "cluster.rights",
          "Gives someone rights in the cluster.",
          "Let a person change who may do what.",
        );
      break;
    case "get":
    case "describe":
      if (
        /\bsecrets?\b/i.test(operands.map((arg) => arg.text).join(" ")) &&
        /-o|--output|--template|go-template|jsonpath/.test(text) &&
        !/-o[= ]?(?:name|wide)\b/.test(text)
      )
        return say(
          "exfil",
          "secret.read",
          "Prints the content of secrets; it would go to the model and the log.",
          "List their names only: kubectl get secrets",
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
      if (/clusterrole|rolebinding|cluster-admin|privileged|hostPID|hostNetwork/i.test(text))
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
  const spec = findSub(helmTable, sub);
  if (spec !== undefined) return judgeSpec(job, spec, args, ["helm", sub]);
  ask(job, "opaque", "cluster.command", `Runs ${shown(job)}.`);
  return someFlow;
}

function lxc(job: Job): Flow {
  const text = job.args.map((arg) => arg.text).join(" ");
  if (/security\.(?:privileged|nesting)|raw\.lxc|raw\.idmap|\bdisk\b.*source=\/|init .*-c security/.test(text))
    danger(
      job,
      "escalate",
      "escape.container",
      "Gives the container control of the host.",
      "Leave the container's limits as they are.",
    );
  else if (
    /^(?:delete|rm|destroy)\b/.test(text) ||
    /\b(?:storage|network|profile|image|snapshot) (?:delete|volume delete)/.test(text)
  )
    danger(job, "destructive", "container.destroys", "Deletes a container with its data.", backup);
  else if (/^(?:list|ls|info|version)\b|^(?:image|network|storage|profile) (?:list|show|info)|^config show/.test(text))
    return someFlow;
  else {
    const at = job.args.findIndex((arg) => arg.text === "--");
    ask(job, "opaque", "container.run", `Runs ${shown(job)}.`);
    if (/^exec\b/.test(text))
      insideContainer(job, at === -1 ? operandsOf(job.args).slice(2) : job.args.slice(at + 1), "lxc exec");
  }
  return someFlow;
}

export const containerJudges: Judges = {
  docker,
  podman: docker,
  nerdctl: docker,
  "docker-compose": (job) => compose(job, job.args),
  "podman-compose": (job) => compose(job, job.args),
  kubectl,
  k: kubectl,
  oc: kubectl,
  "k3s-kubectl": kubectl,
  microk8s: kubectl,
  kubecolor: kubectl,
  helm,
  helm3: helm,
  lxc,
  incus: lxc,
};
