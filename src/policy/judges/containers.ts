import { type Arg, elsewhere, type Flow, plainArg, someFlow } from "../../shell/index.ts";
import { judgeByRows } from "../effects/judge-effects.ts";
import { holdsSecrets, judgedPath, readsFile, writesFile } from "../file-access.ts";
import { ask, type Job } from "../job.ts";
import { operandsOf, parseArgs } from "../options.ts";
import { optionTable } from "../spec.ts";
import { type Judges, named } from "./judge.ts";

/** In front of the sub-command. */
const engineOptions = optionTable({
  options: "-H= -c= -l= --host= --context= --config= --log-level= --url= --connection= --namespace=",
});
const composeOptions = optionTable({
  options: "-f=. --file=. --env-file=. -p= --project-name= --profile= --project-directory= --ansi= --progress=",
});
const clusterOptions = optionTable({
  options: `-n= -s= -v= --namespace= --context= --cluster= --user= --kubeconfig= --request-timeout= --server= --token= --as=
    --as-group= --as-uid= --v= --cache-dir= --certificate-authority= --client-certificate= --client-key= --profile=
    --profile-output= --tls-server-name=`,
});
/** Between `run` and the image, `exec` and the container. */
const runOptions = optionTable({
  options: `-a= -c= -e= -h= -l= -m= -n= -p= -u= -v= -w= --env= --env-file= --volume= --mount= --publish= --name= --workdir= --user=
    --network= --net= --hostname= --label= --entrypoint= --restart= --memory= --cpus= --platform= --pull= --add-host=
    --cap-add= --cap-drop= --device= --security-opt= --pid= --ipc= --uts= --userns= --gpus= --log-driver= --log-opt=
    --ulimit= --tmpfs= --shm-size= --dns= --ip= --link= --expose= --attach= --cidfile= --health-cmd= --stop-signal=
    --volumes-from= --group-add= --sysctl= --runtime= --cgroupns= --container= --namespace= --index=`,
});

/** Inside a container its own files are at stake: still data, so the same judgement, but no shell of ours. */
function insideContainer(job: Job, command: readonly Arg[], title: string): Flow {
  const shell = { ...elsewhere(job.shell), variables: new Map(job.shell.variables), files: new Map() };
  const isPrompt =
    command.length === 1 && /^(?:\/bin\/|\/usr\/bin\/)?(?:sh|bash|ash|zsh)$/.test(command[0]?.text ?? "");
  return command.length === 0 || isPrompt ? someFlow : job.run.runArgv(command, { ...job, shell }, { via: title });
}

/** `run IMAGE COMMAND…`: the rows are about what stands in front of the command. */
function runsInside(job: Job, args: readonly Arg[], title: string): Flow {
  const [, ...command] = parseArgs(args, runOptions, { stopAtOperand: true }).operands;
  judgeByRows({ ...job, args: job.args.slice(0, job.args.length - command.length) });
  return insideContainer(job, command[0]?.text === "--" ? command.slice(1) : command, title);
}

function docker(job: Job): Flow {
  const [first, ...words] = parseArgs(job.args, engineOptions, { stopAtOperand: true }).operands;
  if (first?.text === "compose") return compose(job, words);
  const [sub, ...args] = first?.text === "container" || first === undefined ? words : [first, ...words];
  if (/^(?:run|create|exec)$/.test(sub?.text ?? "")) return runsInside(job, args, `${job.name} ${sub?.text}`);
  if (sub?.text === "cp") return copies(job, args);
  const flow = judgeByRows(job) ?? someFlow;
  const isIn = (pattern: RegExp) => [first, words[0]].some((word) => pattern.test(word?.text ?? ""));
  return { ...flow, private: flow.private || isIn(/^inspect$/), whole: flow.whole || isIn(/^(?:save|export)$/) };
}

function compose(job: Job, words: readonly Arg[] = job.args): Flow {
  const { options, operands } = parseArgs(words, composeOptions, { stopAtOperand: true });
  // What cannot be read as settings is shown in the error.
  for (const { known, value } of options)
    if (known?.role === "open" && value !== null && holdsSecrets(value.text, job) && !judgedPath(value.text, job).isOwn)
      readsFile(job, value);
  const [sub, ...args] = operands;
  if (/^(?:exec|run)$/.test(sub?.text ?? "")) return runsInside(job, args, "docker compose exec");
  return judgeByRows(job) ?? someFlow;
}

function copies(job: Job, args: readonly Arg[]): Flow {
  const [source, destination] = operandsOf(args);
  const isInside = (arg: Arg | undefined) => arg?.text.includes(":") === true;
  if (source !== undefined && !isInside(source)) {
    const to = isInside(destination) ? "container-copy" : (destination?.text ?? ".");
    const argv = [plainArg("cp", job.span), source, plainArg(to, job.span)];
    job.run.runArgv(argv, job, { via: `${job.name} cp` });
  } else if (source !== undefined) {
    const inside = source.text.replace(/^[^:]*:/s, "");
    // A key is a key, whoever's machine it lies on.
    if (judgedPath(inside, job).kind === "secret") readsFile(job, { ...source, text: inside });
    if (destination !== undefined && !isInside(destination) && destination.text !== "-")
      writesFile(job, destination, someFlow);
  }
  ask(job, "write", "container.copy", "Copies between the machine and a container.");
  return someFlow;
}

/** What follows `--`, else the words behind the name of the container. */
function execsInside(job: Job, args: readonly Arg[], title: string): Flow {
  const at = args.findIndex((arg) => arg.text === "--");
  const command = at === -1 ? operandsOf(args).slice(1) : args.slice(at + 1);
  judgeByRows({ ...job, args: job.args.slice(0, job.args.length - command.length) });
  return insideContainer(job, command, title);
}

function lxc(job: Job): Flow {
  const at = job.args.findIndex((arg) => !arg.text.startsWith("-"));
  return job.args[at]?.text === "exec"
    ? execsInside(job, job.args.slice(at + 1), "lxc exec")
    : (judgeByRows(job) ?? someFlow);
}

function kubectl(job: Job): Flow {
  const [verb, ...args] = parseArgs(job.args, clusterOptions, { stopAtOperand: true }).operands;
  if (verb?.text === "cp") return copies(job, args);
  if (verb?.text === "exec") return execsInside(job, args, "kubectl exec");
  return judgeByRows(job) ?? someFlow;
}

export const containerJudges: Judges = {
  ...named("docker podman nerdctl", docker),
  ...named("docker-compose podman-compose", (job) => compose(job)),
  ...named("lxc incus", lxc),
  ...named("kubectl k oc k3s-kubectl microk8s kubecolor", kubectl),
};
