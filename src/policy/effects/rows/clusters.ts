import { readRows } from "../effect-rows.ts";

/** Kinds of objects that hold workloads or data; losing one is not undone by applying the files again. */
const heavy =
  "/^(?:ns|namespaces?|all|no|nodes?|pvc?|persistentvolume(?:claim)?s?|sts|statefulsets?|deploy|deployments?(?:\\.apps)?|ds|daemonsets?|crds?|customresourcedefinitions?|secrets?|sc|storageclass(?:es)?|clusterrole\\w*|cluster|projects?|svc|services?|ing|ingress(?:es)?|rs|replicasets?|cm|configmaps?|sa|serviceaccounts?|apiservices?|mutatingwebhook\\w*|validatingwebhook\\w*|helmreleases?|applications?)(?:[/.,]|$)/i";

/** Kinds of objects in which variables of programs stand. */
const withVariables =
  "/(?:^|,)(?:po|pods?|deploy|deployments?|sts|statefulsets?|ds|daemonsets?|rs|replicasets?|jobs?|cj|cronjobs?|cm|configmaps?|all)(?:[/.,]|$)/i";

const secrets = "/(?:^|,)secrets?(?:[/.,]|$)/i";
/** Formats of output other than names, also where letters stand in front of the option. */
const shows =
  "/^(?:-[a-zA-Z]*o=?(?!name$|wide$)\\w|--output=(?!name$|wide$)|--t)|^(?:json|yaml)|^(?:json|go-template|custom-col)\\w*/";

/** Clusters and what is installed in them. */
export const clusterEffects = readRows(
  `
kubectl k oc k3s-kubectl microk8s kubecolor
  inputs: -f --filename -k
  options: -n= -s= -o= -l= -c= -f= -k= --namespace= --context= --cluster= --user= --kubeconfig= --request-timeout= --server= --token= --as= --as-group= --output= --selector= --filename= --container= --tail= --since= --sort-by= --field-selector= --template= --replicas= --timeout= --for= --raw= --address= --profile= --image=
  delete --all,-A,--all-namespaces,-f,--filename,-k,--kustomize,--force,-l,--selector | delete /^--(?:selector|filename|grace-period=0)/ | delete ${heavy} | delete @dynamic => destroys(cluster.deletes): Deletes objects of the cluster that hold workloads or data.
    yes: kubectl delete ns prod ;; kubectl delete pod --all ;; kubectl delete -f x.yaml
    no: kubectl delete pod web-1
  delete => writes(cluster.delete): Deletes objects of the cluster.
    yes: kubectl delete pod web-1
    no: kubectl delete pod --all
  drain => destroys(cluster.drain): Throws all workloads off a node.
    yes: kubectl drain n1
    no: kubectl describe node n1
  replace --force | apply --prune => destroys(cluster.deletes): Deletes objects and creates them anew, or no longer.
    yes: kubectl replace --force -f x ;; kubectl apply --prune -f x
    no: kubectl apply -f x
  scale --replicas=0 => destroys(cluster.stops): Stops a workload entirely.
    yes: kubectl scale deploy web --replicas=0
    no: kubectl scale deploy web
  apply @unread | apply @stranger => escalates(cluster.remote): Applies something from another place to the cluster that nobody has read. -> Fetch it first, read it, then apply that file.
    yes: kubectl apply -f https://x.example/a.yaml
    no: kubectl apply -f https://raw.githubusercontent.com/a/b/main/c.yaml
  apply </"?host(?:PID|Network|IPC)"?\\s*:\\s*true|"?privileged"?\\s*:\\s*true/ => escalates(cluster.remote): Applies something that controls the nodes. -> Save it to a file, read it, then apply that file.
    yes: kubectl apply -f - <<< hostPID: true
    no: kubectl apply -f - <<< x
  apply /^(?:(?:-f|--filename)=?)?https?:\\/\\// => talks(cluster.remote): Applies a file from the network to the cluster.
    yes: kubectl apply -f https://raw.githubusercontent.com/a/b/main/c.yaml
    no: kubectl apply -f https://x.example/a.yaml
  run,debug /privileged|host(?:PID|Network|IPC|Path)/i | run,debug --profile=sysadmin | run,debug /^nodes?\\// => escalates(escape.cluster): Starts a container that controls the node it runs on. -> Use a plain pod without access to the host.
    yes: kubectl debug node/n1
    no: kubectl describe
  create /clusterrolebinding|rolebinding|clusterrole|^--clusterrole=|^token\\b/i | adm,policy /^add-(?:cluster-role|role|scc)-to-/ | auth reconcile | edit,patch /clusterrole|rolebinding|cluster-admin|privileged|hostPID|hostNetwork|"?finalizers"?\\s*:\\s*(?:null|\\[\\])/i => escalates(cluster.rights): Changes who may do what in the cluster. -> Let a person change who may do what.
    yes: kubectl create clusterrolebinding x ;; kubectl auth reconcile -f x
    no: kubectl version x
  label /pod-security\\.kubernetes\\.io\\/\\w+=privileged/ => escalates(cluster.rights): Lets containers control their nodes. -> Leave the limits as they are.
    yes: kubectl label ns x pod-security.kubernetes.io/enforce=privileged
    no: kubectl get nodes -o json
  describe ${secrets} | get --raw=*/secrets* | get ${secrets} ${shows} => exposes(secret.read): Prints the content of secrets; it would go to the model and the log. -> List their names only: kubectl get secrets
    yes: kubectl describe secret x ;; kubectl get secret x -o yaml ;; kubectl get secret x -ojson
    no: kubectl get secrets ;; kubectl get secret x -o name
  describe ${withVariables} | get ${withVariables} -o,--output=json | get ${withVariables} -o,--output=yaml | get ${withVariables} /^-[a-zA-Z]*o=?(?:json|yaml)$/ => shows(private.environment): Prints settings of workloads, with variables that often hold secrets.
    yes: kubectl describe pod web ;; kubectl get cm app -o yaml
    no: kubectl get pods -o wide
  config view --raw,--flatten => exposes(secret.read): Prints the cluster's keys. -> Leave out --raw.
    yes: kubectl config view --raw
    no: kubectl config view
  exec => starts(container.run): Runs a program in a container of the cluster.
    yes: kubectl exec web
    no: kubectl describe svc web
  proxy --accept-hosts | proxy --address !/^(?:--address=)?(?:127\\.|localhost)/ => sends(exfil.serves): Opens the cluster's control plane to the network. -> Leave it on 127.0.0.1.
    yes: kubectl proxy --address=0.0.0.0
    no: kubectl proxy
  proxy => talks(network.listens): Opens the cluster's control plane on a port of this machine.
    yes: kubectl proxy
    no: kubectl proxy --address=0.0.0.0
  apply,create,replace,patch,edit,label,annotate,scale,autoscale,set,expose,run,debug,cordon,uncordon,taint,certificate,attach,port-forward,plugin,alpha => writes: Changes the cluster.
    yes: kubectl apply -f x
    no: kubectl apply --prune -f x
  rollout undo,restart,pause,resume => writes: Changes a workload.
    yes: kubectl rollout undo deploy/web
    no: kubectl rollout history deploy/web
  config,auth,rollout otherwise => writes: Changes which cluster is used, or who may do what.
    yes: kubectl config use-context prod
    no: kubectl config get-contexts
  diff,kustomize => starts: Compares or builds configuration with programs of this machine, and may fetch it.
    yes: kubectl diff -f x
    no: kubectl apply -f x
  otherwise => starts(cluster.command): Runs {}.
    yes: kubectl foo
    no: kubectl describe
helm helm3
  inputs: -f --values
  options: -n= --namespace= --kube-context= --kubeconfig= --registry-config= --repository-cache= --repository-config= --kube-token= --kube-apiserver= -o= --output= --revision= --version= -f= --values= --set=
  uninstall,delete,del,un => destroys(cluster.deletes): Removes a release with everything it holds.
    yes: helm uninstall x
    no: helm list --kubeconfig x
  --post-renderer => runs-unread(option.runs-code): --post-renderer runs a program. -> Run helm without it.
    yes: helm install x --post-renderer ./y
    no: helm install x ./y
  plugin @stranger => runs-unread(run.fetched): Installs a plugin from an unknown address, which helm runs.
    yes: helm plugin install https://x.example/p
    no: helm list -A -o json
  status -o,--output => shows(private.values): Prints values and manifests of a release, which may hold secrets.
    yes: helm status x -o yaml
    no: helm status x
  get values,manifest,all,hooks => shows(private.values): Prints values or manifests of a release, which may hold secrets.
    yes: helm get values x
    no: helm uninstall x
  repo add,remove,rm,update,up,index | repo,search otherwise => talks: Changes or asks chart repositories.
    yes: helm repo add a https://b.example
    no: helm list -A -o json
  install,upgrade,rollback => writes: Changes what runs in the cluster.
    yes: helm upgrade x ./chart
    no: helm uninstall x
  template,lint,dependency,dep,package,verify,create,plugin,test,pull,push,registry => starts: Works on a chart.
    yes: helm template .
    no: helm env
  search repo,hub => looks
    yes: helm search repo nginx
    no: helm repo list
  otherwise => starts(cluster.command): Runs {}.
    yes: helm foo
    no: helm uninstall web
`,
  { destroys: "Save the data first, and name exactly what goes." },
);
