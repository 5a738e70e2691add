import { type Arg, type Flow, isDynamic, plainArg, readable, someFlow } from "../../shell/index.ts";
import { judgeByRows } from "../effects/judge-effects.ts";
import { holdsSecrets, judgedPath, readsFile, writesFile } from "../file-access.ts";
import { ask, danger, type Job, shown } from "../job.ts";
import { judgeOption } from "../judge-spec.ts";
import { hasOption, operandsOf, optionValue, parseArgs } from "../options.ts";
import { optionTable } from "../spec.ts";
import type { Judges } from "./judge.ts";
import { fromStranger } from "./stranger.ts";

export const backup = "Save the data first, and name exactly what goes.";

/** Options that give a container the host: its devices, processes, network or files. */
const escapes =
  /^--(?:privileged|pid=host|ipc=host|uts=host|userns=host|cap-add=?(?:all|sys_\w+|net_admin|dac_\w+)?|device(?:=.*)?|security-opt=?(?:.*unconfined.*|.*no-new-privileges.*false)?|cgroupns=host|cgroup-parent.*|volumes-from=.*|gpus-never)$/i;
const hostMount =
  /^(?:(?:type=bind,)?(?:[\w-]+=[^,]*,)*(?:src|source)=)?(?:\/|\ufdd3|\/(?:etc|root|home|boot|dev|proc|sys|usr|bin|sbin|lib|var\/run|run|var\/lib)(?:\/[^:,]*)?|[^:,]*\/(?:docker|containerd|crio)\.sock)(?::|,|$)/u;

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
  return command.length > 0 ? insideContainer(job, command, title) : someFlow;
}

function judgeContainerOption(job: Job, name: string, value: Arg | undefined, at: Arg): undefined {
  const text = value === undefined ? name : `${name}=${value.text}`;
  const isMount = /^(?:-[a-zA-Z]*v|--volume|--mount)$/.test(name);
  if (
    escapes.test(text) ||
    (isMount &&
      value !== undefined &&
      (hostMount.test(value.text) || isDynamic(value) || /^(?:\ufdd6|\.)?\/?(?:\.\.\/)+\.\.\/?:/u.test(value.text)))
  ) {
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
export function insideContainer(job: Job, command: readonly Arg[], title: string): Flow {
  const shell = { ...job.shell, cwd: "", variables: new Map(job.shell.variables), files: new Map() };
  const [first] = command;
  const isInteractive =
    command.length === 1 && /^(?:\/bin\/|\/usr\/bin\/)?(?:sh|bash|ash|zsh)$/.test(first?.text ?? "");
  return isInteractive ? someFlow : job.run.runArgv(command, { ...job, shell }, { via: title });
}

/** Words in front of which the engine's own options may stand. */
const engineOptions = optionTable({
  options: `-Dlv -H=? -c= --host=? --context= --config=? --debug --tls --tlsverify --log-level= --version --help --url=?
    --remote --connection= --namespace=`,
});

function docker(job: Job): Flow {
  const { options, operands } = parseArgs(job.args, engineOptions, { stopAtOperand: true });
  for (const option of options) judgeOption(job, option, { strict: true, title: job.name });
  const [first, ...words] = operands;
  if (first === undefined) return someFlow;
  if (first.text === "compose") return compose(job, words);
  const [sub, args] = first.text === "container" ? [words[0]?.text ?? "", words.slice(1)] : [first.text, words];
  if (/^(?:run|create|exec)$/.test(sub)) return inContainer(job, args, 1, `${job.name} ${sub}`);
  if (sub === "cp") return copies(job, args);
  const flow = judgeByRows(job) ?? someFlow;
  const isIn = (pattern: RegExp) => [first, words[0]].some((word) => pattern.test(word?.text ?? ""));
  return { ...flow, private: flow.private || isIn(/^inspect$/), whole: flow.whole || isIn(/^(?:save|export)$/) };
}

function compose(job: Job, args: readonly Arg[]): Flow {
  const valued = /^(?:-[fp]|--(?:file|project-name|profile|env-file|project-directory|ansi|progress))$/;
  const words = operandsOf(args).filter((arg) => !valued.test(args[args.indexOf(arg) - 1]?.text ?? ""));
  const sub = words[0]?.text ?? "";
  const stranger = args.find((arg) => fromStranger(arg.text.replace(/^--file=/, "")));
  if (stranger !== undefined)
    danger(
      job,
      "opaque",
      "run.fetched",
      `Starts what ${readable(stranger.text)} describes; nobody has read it.`,
      "Fetch it first, read it, then run it.",
      { span: stranger.span },
    );
  for (const option of ["-f", "--file", "--env-file"]) {
    const file = optionValue(args, option);
    // What cannot be read as settings is shown in the error.
    if (file !== null && holdsSecrets(file.text, job) && !judgedPath(file.text, job).isOwn) readsFile(job, file);
  }
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
    const onlyNames =
      rest.length > 0 && rest.every((arg) => /^(?:--(?:services|images|profiles|volumes|quiet)|-q)$/.test(arg.text));
    const remote = args.find((arg) => /^(?:--file=)?[\w+]+:\/\/|\.git(?:#|$)/.test(arg.text));
    if (remote !== undefined)
      ask(job, "network", "network.read", `Fetches ${readable(remote.text)}.`, { span: remote.span });
    if (sub === "config" && !onlyNames)
      ask(job, "read", "private.environment", "Prints the composed configuration, with the secrets in its variables.");
  } else ask(job, "opaque", "container.compose", `Runs ${shown(job)}.`);
  return someFlow;
}

export function copies(job: Job, args: readonly Arg[]): Flow {
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
  else if (source !== undefined) {
    const [, inside = ""] = /^[^:]*:(.*)$/s.exec(source.text) ?? [];
    // A key is a key, whoever's machine it lies on.
    if (judgedPath(inside, job).kind === "secret") readsFile(job, { ...source, text: inside });
    if (destination !== undefined && target === null && destination.text !== "-")
      writesFile(job, destination, someFlow);
  }
  ask(job, "write", "container.copy", "Copies between the machine and a container.");
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
  else if (/^(?:list|ls|info|version)\b|^(?:image|network|storage|profile) (?:list|info)/.test(text)) return someFlow;
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
  lxc,
  incus: lxc,
};
