import { also, type Form, type Program, subsAnywhere } from "./program.ts";

/** Fields that hold no variables and no data: names, labels, states, images, addresses, sizes. */
const field = String.raw`(?:\.items\[[\d*:]*\])?\.(?:kind|metadata\.(?:name|namespace|labels|uid|generation|creationTimestamp|deletionTimestamp|finalizers|resourceVersion|ownerReferences\[[\d*]+\]\.\w+)|status|spec\.(?:nodeName|replicas|clusterIP|type|ports|rules|selector|restartPolicy|serviceAccountName|schedule|suspend|podCIDR|capacity|storageClassName|accessModes|unschedulable|taints|externalIPs|loadBalancerIP|ingressClassName)|spec(?:\.jobTemplate\.spec)?(?:\.template\.spec)?\.(?:initContainers|containers)\[[\d*]+\]\.(?:name|image|imagePullPolicy|ports|resources)|lastTimestamp|firstTimestamp|eventTime|message|reason|type|count|involvedObject)(?:\.\w+|\[[\d*:]*\]|\\\.)*`;
const plainFormat = "wide|name";
const jsonpath = String.raw`jsonpath='?(?:\{${field}\}|\{range \.items\[\*\]\}|\{end\}|\{"[^"]*"\}|[\s\w,:/-])*'?`;
const columns = String.raw`custom-columns=[A-Za-z][\w -]*:${field}(?:,[A-Za-z][\w -]*:${field})*`;
/** Everything else prints whole objects: variables of pods, the data of config maps, settings in annotations. */
const names = new RegExp(`^=?(?:${plainFormat}|${jsonpath}|${columns})$`);
const anyFormat = new RegExp(`^=?(?:${plainFormat}|json|yaml|${jsonpath}|${columns})$`);
const sortField =
  /^=?'?\{?\.?(?:metadata|status|spec|lastTimestamp|firstTimestamp|eventTime|type|count|cpu|memory|name)\b[\w.[\]]*\}?'?$/;

const output = (format: RegExp): NonNullable<Form["values"]> => ({
  "-o": format,
  "--output": format,
  "--sort-by": sortField,
  "--context": /^[\w@:./-]+$/,
  "--cluster": /^[\w@:./-]+$/,
});

const getOptions = `-Aw -L= -o= -l=* --all-namespaces --chunk-size= --field-selector=* --ignore-not-found --label-columns=
  --no-headers --output= --output-watch-events --selector=* --show-kind --show-labels --sort-by= --subresource= --watch
  --watch-only ?-f= ?--filename= ?-k= ?--kustomize= ?--raw=`;
const talks = { operands: ["text"], talks: true } as const satisfies Partial<Form>;

/** Things without containers and without data, so that all of their fields may show. */
const plainKinds = `no node nodes ns namespace namespaces svc service services ing ingress ingresses pv persistentvolume
  persistentvolumes pvc persistentvolumeclaim persistentvolumeclaims sc storageclass storageclasses hpa
  horizontalpodautoscaler horizontalpodautoscalers pdb poddisruptionbudget poddisruptionbudgets netpol networkpolicy
  networkpolicies ep endpoints endpointslice endpointslices quota resourcequota resourcequotas limits limitrange
  limitranges ev event events sa serviceaccount serviceaccounts ingressclass priorityclass role roles rolebinding
  rolebindings clusterrole clusterroles clusterrolebinding clusterrolebindings`.split(/\s+/);
const withKinds = (verb: string): string => plainKinds.map((kind) => `${verb} ${kind}`).join("|");

const globals =
  "-n= --namespace= --context= --cluster= --user=* --request-timeout= ?-s= ?--server= ?--kubeconfig= ?--token=";

const kubectlForms: readonly Form[] = [
  {
    sub: withKinds("get"),
    options: getOptions,
    values: output(anyFormat),
    operandIs: /^[a-z0-9][\w.:-]*$/,
    ...talks,
    match: ["kubectl get nodes -o json", "kubectl get svc web -o yaml", "kubectl get ns"],
    notMatch: [
      "kubectl get nodes secret/x -o yaml",
      "kubectl get ns --raw=/api/v1/secrets",
      "kubectl get -f x ns -o yaml",
    ],
  },
  {
    sub: "get",
    options: getOptions,
    values: output(names),
    ...talks,
    match: [
      "kubectl get pods -A -o wide",
      "kubectl -n prod get deploy,svc --show-labels",
      "kubectl get pod web -o jsonpath='{.status.phase}'",
      "kubectl get deploy web -o jsonpath='{.spec.template.spec.containers[0].image}'",
      "kubectl get pods -o custom-columns=NAME:.metadata.name,NODE:.spec.nodeName",
      "kubectl get events --sort-by=.lastTimestamp",
      "kubectl get secrets",
    ],
    notMatch: [
      "kubectl get pod web -o yaml",
      "kubectl get cm app -o json",
      "kubectl get pods -o go-template-file=x",
      "kubectl get deploy web -o jsonpath='{.spec.template.spec.containers[0].env}'",
      "kubectl get pods -o jsonpath='{.items[*]}'",
      "kubectl get pods -o wide -o yaml",
      "kubectl --kubeconfig=x get pods",
      "kubectl get pods --server=https://192.0.2.1",
      'kubectl -n "$(cat notes.txt)" get pods',
      "kubectl get pods -v=9",
      "kubectl neat get pods",
    ],
  },
  {
    sub: withKinds("describe"),
    options: "-A -l=* --all-namespaces --selector=* --show-events --chunk-size=",
    operandIs: /^[a-z0-9][\w.:-]*$/,
    ...talks,
    match: ["kubectl describe node n1", "kubectl describe svc web"],
    notMatch: ["kubectl describe pod web", "kubectl describe cm app", "kubectl describe nodes secret/x"],
  },
  {
    sub: "describe",
    operandIs: /^(?:no|nodes?|ns|namespaces?|svc|services?|ing|ingress|pvc?|sc|hpa|pdb|netpol|sa)\/[a-z0-9][\w.:-]*$/,
    needs: 1,
    ...talks,
    match: ["kubectl describe svc/web"],
    notMatch: [
      "kubectl describe",
      "kubectl describe deploy/web",
      "kubectl describe svc/web,secret/x",
      "kubectl describe -f x.yaml",
    ],
  },
  {
    sub: "logs",
    options: `-fp -c= -l=* --follow --previous --container= --selector=* --tail= --since=* --since-time= --timestamps
      --all-containers --all-pods --prefix --limit-bytes= --max-log-requests= --ignore-errors --pod-running-timeout=`,
    ...talks,
    match: ["kubectl logs -f deploy/web --since=1h", "kubectl logs --tail=20 -p web"],
    notMatch: ["kubectl exec web -- env", 'kubectl logs "$pod"'],
  },
  {
    sub: "top pod|top pods|top po|top node|top nodes|top no",
    options: `-A -l=* --all-namespaces --selector=* --containers --sort-by= --no-headers --sum --field-selector=*
      --show-capacity`,
    values: output(names),
    ...talks,
    match: ["kubectl top pod --containers", "kubectl top nodes"],
    notMatch: ["kubectl top pod --kubeconfig=./k", "kubectl top pod $x"],
  },
  {
    sub: "version",
    options: "-o= --output= --client --short",
    values: output(/^=?(?:json|yaml)$/),
    talks: true,
    match: ["kubectl version --client", "kubectl version -o json"],
    notMatch: ["kubectl version x", "kubectl version --kubeconfig=./k"],
  },
  {
    sub: "explain|events|api-resources|api-versions|options",
    options: `-Aw --recursive --api-version= -o= --output= --for=/ --types= --watch --all-namespaces --no-headers
      --api-group= --namespaced --verbs= --sort-by= --cached --categories=`,
    values: { ...output(/^=?(?:wide|name|plaintext)$/) },
    operandIs: /^(?!dump$)[A-Za-z][\w.]*$/,
    ...talks,
    match: ["kubectl explain pod.spec --recursive"],
    notMatch: ["kubectl plugin list"],
  },
  {
    sub: "cluster-info",
    talks: true,
    match: ["kubectl cluster-info"],
    notMatch: ["kubectl cluster-info dump"],
  },
  {
    sub: "config current-context|config get-contexts|config get-clusters|config get-users",
    options: "-o= --output= --no-headers",
    values: output(/^=?name$/),
    operands: ["text"],
    match: ["kubectl config get-contexts"],
    notMatch: ["kubectl config view", "kubectl config view --raw", "kubectl config use-context prod"],
  },
  {
    sub: "auth can-i|auth whoami",
    options: "-Aq --all-namespaces --list --no-headers --quiet --subresource=",
    ...talks,
    match: ["kubectl auth can-i --list", "kubectl auth can-i delete pods"],
    notMatch: ["kubectl auth reconcile -f x.yaml", "kubectl auth can-i get pods --as=admin"],
  },
  {
    sub: "rollout status",
    options: "-w -l=* --watch --timeout= --revision= --selector=*",
    ...talks,
    match: ["kubectl rollout status deploy/web --timeout=10s"],
    notMatch: ["kubectl rollout undo deploy/web"],
  },
  {
    sub: "rollout history",
    options: "-l= --selector=*",
    ...talks,
    match: ["kubectl rollout history deploy/web"],
    notMatch: ["kubectl rollout history deploy/web --revision=3"],
  },
  {
    sub: "wait",
    options: "-A -l=* --all-namespaces --selector=* --for=/ --timeout=",
    values: { "--for": /^(?:delete|create|condition=\w+(?:=\w+)?)$/ },
    ...talks,
    match: ["kubectl wait --for=condition=Ready pod/web --timeout=10s"],
    notMatch: ["kubectl wait --for=jsonpath='{.data.password}'=x secret/db"],
  },
];

const helmGlobals = `-n= --namespace= --kube-context= --debug --burst-limit= --qps= ?--kubeconfig= ?--kube-apiserver=
  ?--kube-token= ?--registry-config= ?--repository-config= ?--repository-cache=`;
const helmFormat = { "-o": /^=?(?:table|json|yaml)$/, "--output": /^(?:table|json|yaml)$/ };

const helmForms: readonly Form[] = [
  {
    sub: "list|ls",
    options: `-aAdqr -l=* -o= -m= -f= --all --all-namespaces --date --deployed --failed --filter=* --max= --offset=
      --no-headers --output= --pending --reverse --selector=* --short --superseded --time-format= --uninstalled
      --uninstalling`,
    values: helmFormat,
    talks: true,
    match: ["helm list -A -o json"],
    notMatch: ["helm list --kubeconfig x", "helm uninstall web"],
  },
  {
    // In other formats it prints the values and manifests too, Secrets included.
    sub: "status",
    options: "--revision= --show-desc --show-resources",
    ...talks,
    match: ["helm status api -n prod"],
    notMatch: ["helm status api -o json", "helm get values api"],
  },
  {
    sub: "history|hist|get metadata|repo list|repo ls",
    options: "-o= --output= --max= --revision=",
    values: helmFormat,
    ...talks,
    match: ["helm history web --max 5", "helm repo list"],
    notMatch: ["helm rollback web 1", "helm repo update"],
  },
  { sub: "get notes", options: "--revision=", ...talks, match: ["helm get notes web"], notMatch: ["helm get all web"] },
  {
    sub: "version",
    options: "-c --short --client",
    match: ["helm version --short"],
    notMatch: ["helm version --template x", "helm env"],
  },
  {
    sub: "search repo|search hub",
    options: `-lr -o= --regexp --versions --version= --devel --max-col-width= --output= --fail-on-no-result
      --list-repo-url`,
    values: helmFormat,
    ...talks,
    match: ["helm search repo nginx"],
    notMatch: ["helm search hub x --endpoint http://192.0.2.1"],
  },
  {
    sub: "show values|show chart|show readme|show all|show crds",
    options: "--version= --devel",
    operands: ["read"],
    talks: true,
    prints: "fetched",
    match: ["helm show values x/y", "helm show values ./chart"],
    notMatch: ["helm show values https://192.0.2.1/x.tgz", "helm show values x --repo https://192.0.2.1"],
  },
];

/** Clients of a cluster, for the cluster that the user is logged in to. */
export const clusterPrograms: readonly Program[] = [
  also(
    { connects: ["sin_port=htons(8080)"], getopt: true },
    subsAnywhere("kubectl k oc kubecolor", globals, kubectlForms),
  ),
  subsAnywhere("helm helm3", helmGlobals, helmForms),
];
