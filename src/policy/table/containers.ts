import { group, network, read, runs, type Spec, write } from "../spec.ts";

const listing = read("*");

/** Reading the container engine. Running, copying and deleting are judged before this table is asked. */
export const docker: Spec = {
  effect: "run",
  options:
    "-Dlv -H=? -c= -l= --host=? --context= --config=? --debug --tls --tlsverify --log-level= --version --help --url=? --remote",
  subs: {
    "ps|images|logs|stats|top|port|diff|history|info|version|search|events": listing,
    inspect: { ...listing, prints: "private" },
    "container|image|network|volume|node|service|stack|secret|config|context|plugin|pod|machine": group({
      "ls|list|ps|inspect|logs|history|stats|top|port|diff|show|services": listing,
      "prune|rm|remove": write("Deletes unused containers, images or networks."),
      "*": runs("Changes containers."),
    }),
    system: group({
      "df|info|events": listing,
      prune: write("Deletes unused containers, networks and images."),
      "*": runs("Changes the container engine."),
    }),
    "buildx|builder": group({
      "ls|inspect|version|du|imagetools": listing,
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
  "-n= -s=? --namespace= --context= --cluster= --user= --kubeconfig=? --request-timeout= --server=? --token=? --as=? --as-group=? -v= --v= --insecure-skip-tls-verify --cache-dir= --match-server-version --warnings-as-errors";
const kubeRead = read(
  "-AfLlowR -n= -o= -l= -c= -p -f=< -k=< --namespace= --output= --selector= --all-namespaces --watch --watch-only --show-labels --label-columns= --sort-by= --field-selector= --no-headers --tail= --since= --since-time= --follow --previous --container= --timestamps --all-containers[=] --prefix --limit-bytes= --max-log-requests= --ignore-not-found --chunk-size= --context= --containers --show-kind --show-managed-fields --subresource= --template= --limits --events --show-events[=] --types= --for= --timeout= --recursive --api-version= --api-group= --namespaced[=] --verbs= --categories= --cached --short --client --raw=? --cluster= --kubeconfig=? --minify --list --quiet --revision=",
);

export const kubectl: Spec = {
  effect: "run",
  options: kubeGlobals,
  subs: {
    "get|describe|logs|top|explain|version|api-resources|api-versions|cluster-info|events|options|wait": kubeRead,
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

const helmRead = read(
  "* --kubeconfig=? --kube-apiserver=? --kube-token=? --kube-ca-file=? --post-renderer=! --registry-config=?",
);

export const helm: Spec = {
  effect: "run",
  options:
    "-n= --namespace= --kube-context= --kubeconfig=? --debug --registry-config= --repository-cache= --repository-config= --kube-token=? --kube-apiserver=?",
  subs: {
    "list|ls|status|history|version|env": helmRead,
    get: group({
      "notes|manifest|metadata|hooks": helmRead,
      "*": runs("Prints values of a release, which may hold secrets."),
    }),
    show: { ...helmRead, operands: ["read"] },
    search: helmRead,
    repo: group({ "list|ls": helmRead, "*": network("Changes or asks chart repositories.") }),
    "template|lint|dependency|dep|package|verify|create|plugin|test|pull|push|registry": runs("Works on a chart."),
    "install|upgrade|rollback": write("Changes what runs in the cluster."),
  },
};
