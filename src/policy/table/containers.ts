import { group, network, read, runs, type Spec, write } from "../spec.ts";

/** Each look has its own closed list of options; podman's are among docker's. */
const ps = read(
  "-aqlnswp -f= -n= --all --filter= --format= --last= --latest --no-trunc --quiet --size --sort= --ns --pod --external --noheading --ctr-names",
);
const images = read(
  "-aqn -f= --all --digests --filter= --format= --no-trunc --quiet --tree --sort= --noheading --history",
);
const logs = read(
  "-ftl -n= --details --follow --since= --tail= --timestamps --until= --names --color --no-color --latest --no-trunc --raw --no-task-ids --no-resolve",
);
const stats = read("-al --all --format= --no-stream --no-trunc --no-reset -i= --interval= --latest");
const events = read("-f= --filter= --format= --since= --until= --no-trunc --stream");
const list = read(
  "-aqnf= --filter= --format= --quiet --no-trunc --all --noheading --sort= --no-resolve -s --namespace= --orchestrator= --show-labels",
);
const about = read("-f= --format= --debug --size");
const history = read("-Hq --format= --human --quiet --no-trunc --platform=");
const changes = runs("Changes containers.");

/** Reading the container engine. Running, copying, inspecting and deleting are judged before this table is asked. */
export const docker: Spec = {
  effect: "run",
  options:
    "-Dlv -H=? -c= -l= --host=? --context= --config=? --debug --tls --tlsverify --log-level= --version --help --url=? --remote",
  subs: {
    ps,
    images,
    logs,
    stats,
    events,
    history,
    "port|diff": read("-al --all --latest --format="),
    "info|version": about,
    search: { ...read("-f= --filter= --format= --limit= --no-trunc --list-tags"), talks: true },
    top: { ...read("-l --latest"), operands: ["text", "none"] },
    container: group({ "ls|list|ps": ps, logs, stats, "port|diff": read("--format="), "*": changes }),
    image: group({ "ls|list": images, history, "*": changes }),
    "network|volume|node": group({ "ls|list": list, inspect: read("-fv --format= --pretty"), ps: list, "*": changes }),
    "service|stack|pod": group({ "ls|list|ps|services": list, logs, "port|stats": stats, "*": changes }),
    "secret|config|context|plugin|machine": group({ "ls|list|show": list, "*": changes }),
    system: group({
      df: read("-v --verbose --format="),
      info: about,
      events,
      prune: write("Deletes unused containers, networks and images."),
      "*": runs("Changes the container engine."),
    }),
    "buildx|builder": group({
      "ls|version": read("--format= --no-trunc"),
      du: read("--filter= --format= --verbose --builder="),
      inspect: read("--builder="),
      imagetools: group({
        inspect: { ...read("--format= --raw --builder="), talks: true },
        "*": network("Changes images in a registry."),
      }),
      prune: write("Deletes the build cache."),
      "*": runs("Builds an image."),
    }),
    manifest: group({ inspect: network("Asks the registry."), "*": write("Changes a manifest.") }),
    "pull|push|login|logout": network("Talks to a registry."),
    "save|export": { ...runs("Writes a whole container or image."), prints: "whole" },
    "build|import|load|commit|tag|start|stop|restart|pause|unpause|rename|update|wait|attach|kill|rm|rmi|init|scan|scout|trust|swarm|generate|play|kube|unshare|mount|umount":
      runs("Changes containers or images."),
  },
};

const kubeGlobals =
  "-n= -s=? --namespace= --context= --cluster= --user= --kubeconfig=? --request-timeout= --server=? --token=? --as=? --as-group=? -v= --v= --insecure-skip-tls-verify ?--cache-dir= --match-server-version --warnings-as-errors";
const kubeOptions =
  "-ALlowR -n= -o= -l= -c= -p --namespace= --output= --selector= --all-namespaces --watch --watch-only --show-labels --label-columns= --sort-by= --field-selector= --no-headers --tail= --since= --since-time= --follow --previous --container= --timestamps --all-containers[=] --prefix --limit-bytes= --max-log-requests= --ignore-not-found --chunk-size= --context= --containers --show-kind --show-managed-fields --subresource= --template= --limits --events --show-events[=] --types= --for= --timeout= --recursive --api-version= --api-group= --namespaced[=] --verbs= --categories= --cached --short --client --raw=? --cluster= --kubeconfig=? --minify --list --quiet --revision=";
const kubeRead: Spec = { ...read(kubeOptions), talks: true };
/** A file names objects of any kind, Secrets included. */
const kubeGet: Spec = { ...read(`${kubeOptions} -f=? -k=? --filename=? --kustomize=?`), talks: true };
const kubeLogs: Spec = { ...read(`-f ${kubeOptions}`), talks: true };

export const kubectl: Spec = {
  effect: "run",
  options: kubeGlobals,
  subs: {
    "get|describe|wait": kubeGet,
    logs: kubeLogs,
    "top|explain|version|api-resources|api-versions|events|options": kubeRead,
    "cluster-info": { ...kubeRead, operands: ["none"] },
    config: group({
      "view|current-context|get-contexts|get-clusters|get-users": kubeRead,
      "*": write("Changes which cluster is used."),
    }),
    auth: group({ "can-i|whoami": kubeRead, "*": write("Changes rights in the cluster.") }),
    rollout: group({ "status|history": kubeRead, "*": write("Changes a workload.") }),
    diff: runs("Compares with the cluster through a local program."),
    kustomize: runs("Builds configuration, and may fetch it."),
    completion: read("*"),
    "apply|create|replace|patch|edit|label|annotate|scale|autoscale|set|expose|run|debug|cp|cordon|uncordon|taint|certificate|attach|port-forward|proxy|plugin|alpha":
      write("Changes the cluster."),
  },
};

const helmGlobals =
  "-n= --namespace= --kube-context= --debug --burst-limit= --qps= --kubeconfig=? --kube-apiserver=? --kube-token=? --kube-ca-file=? --registry-config=? --repository-config=? --repository-cache=?";
const helmRead = (options: string): Spec => ({ ...read(`${helmGlobals} ${options}`), talks: true });

export const helm: Spec = {
  effect: "run",
  options:
    "-n= --namespace= --kube-context= --kubeconfig=? --debug --registry-config= --repository-cache= --repository-config= --kube-token=? --kube-apiserver=?",
  subs: {
    "list|ls": helmRead(
      "-aAdqrlo= -m= -f= --all --all-namespaces --date --deployed --failed --filter= --max= --offset= --no-headers --output= --pending --reverse --selector= --short --superseded --time-format= --uninstalled --uninstalling",
    ),
    // In other formats it prints the values and manifests too, Secrets included.
    status: helmRead("--revision= --show-desc --show-resources -o= --output="),
    history: helmRead("-o= --output= --max="),
    version: helmRead("--short --template= --client -c"),
    env: read(helmGlobals),
    get: group({
      "notes|metadata": helmRead("--revision= -o= --output="),
      "*": runs("Prints values or manifests of a release, which may hold secrets."),
    }),
    show: { ...helmRead("--version= --devel --jsonpath= --repo=?"), operands: ["read"] },
    search: group({
      repo: helmRead("-lro= --regexp --versions --version= --devel --max-col-width= --output= --fail-on-no-result"),
      hub: helmRead("-o= --output= --max-col-width= --list-repo-url --fail-on-no-result --endpoint=?"),
    }),
    repo: group({ "list|ls": helmRead("-o= --output="), "*": network("Changes or asks chart repositories.") }),
    "template|lint|dependency|dep|package|verify|create|plugin|test|pull|push|registry": runs("Works on a chart."),
    "install|upgrade|rollback": write("Changes what runs in the cluster."),
  },
};
