/** Matches no option: the tool has none that takes the next word. */
const none = /(?!)/;

export interface CloudCli {
  /** Options whose next word is their value, so that it is not taken for a verb. */
  valued: RegExp;
  /** Harmless besides the read verbs. */
  reads?: RegExp;
  /** How many words may name a thing before the verb; one when not said: `hcloud server list`. */
  depth?: 2;
}

/** Options that take no value, whatever a client's pattern says of the others. */
export const bareOption =
  /^--?(?:debug|verbose|v|json|quiet|q|yes|y|force|f|linked|local|all|confirm|dry-?run|help|h|experimental|interactive|non-interactive|no-\S+|recursive|wide|watch|follow)$/;

/** Clients of clouds, forges, secret stores and orchestrators, judged by verb in judges/cloud.ts. */
export const cloudClis: Record<string, CloudCli> = {
  aws: {
    valued:
      /^--(?!no-|debug|only-|recursive|dryrun|human-readable|summarize|quiet|delete|force|with-decryption|include-|all)/,
    // What else only reads is in cloud-reads.ts.
    reads: /^(?:configure (?:list|get)|help)(?: |$)/,
  },
  gcloud: {
    valued:
      /^--(?:project|zone|region|format|filter|limit|sort-by|account|configuration|page-size|impersonate-service-account|verbosity|location)$/,
    reads: /^(?:info|config (?:list|get|get-value|configurations list)|auth list|version|components list)/,
  },
  az: {
    valued: /^(?:-o|-n|-g|-l|--output|--name|--resource-group|--query|--subscription|--location)$/,
    reads: /^(?:account (?:show|list)|version|find)/,
  },
  doctl: { valued: /^(?:-o|-t|--output|--format)$/, depth: 2 },
  oci: { valued: /^--/, depth: 2 },
  ibmcloud: { valued: /^--?\w/, depth: 2 },
  linode: { valued: /^--/ },
  "linode-cli": { valued: /^--/ },
  hcloud: { valued: /^-o$/ },
  scw: { valued: /^-o$/, depth: 2 },
  vultr: { valued: /^--/ },
  exo: { valued: /^--/, depth: 2 },
  openstack: { valued: /^(?:-f|-c|--os-\w+)$/ },
  civo: { valued: /^--/ },
  heroku: {
    valued: /^(?:-a|--app|-r|--remote|-n|--num)$/,
    reads: /^(?:apps|ps|logs|releases|addons|domains|status|pg:info|apps:info|auth:whoami)(?:\s|$)/,
  },
  fly: { valued: /^(?:-a|-c|--app|--config)$/ },
  flyctl: { valued: /^(?:-a|-c|--app|--config)$/ },
  vercel: { valued: /^(?:-t|--token|--scope|-S)$/, reads: /^(?:ls|list|whoami|inspect|logs)\b/ },
  netlify: { valued: /^(?:-s|--site)$/, reads: /^(?:status|sites:list|watch)\b/ },
  railway: { valued: /^-s$/ },
  render: { valued: /^-o$/ },
  wrangler: { valued: /^(?:-c|-e)$/, reads: /^(?:whoami|tail|deployments list)\b/ },
  firebase: {
    valued: /^(?:-P|--project)$/,
    reads: /^(?:projects:list|apps:list|hosting:sites:list|functions:list)(?:\s|$)/,
  },
  supabase: { valued: /^--/ },
  cf: { valued: /^-/ },
  eb: { valued: /^-/ },
  sam: { valued: /^--/ },
  serverless: { valued: /^--?\w/ },
  sls: { valued: /^--?\w/ },
  cdk: { valued: /^(?:-c|-a|--profile)$/, reads: /^doctor\b/ },
  copilot: { valued: /^-/ },
  eksctl: { valued: /^(?:-f|-o|--cluster|--region|--name)$/ },
  kops: { valued: /^--/ },
  gh: {
    valued:
      /^(?:-R|--repo|-q|--jq|-t|--template|-L|--limit|--json|-s|--state|-l|--label|-a|--assignee|-H|-f|-F|-b|--body|--title|-B|--base)$/,
    reads: /^(?:search (?:repos|issues|prs|code|commits)|status$)/,
  },
  glab: { valued: /^(?:-R|--repo)$/ },
  hub: { valued: /^-\w$/ },
  tea: { valued: /^-/ },
  vault: { valued: none, reads: /^(?:status|version|policy list|auth list|secrets list|kv list|list)\b/ },
  consul: {
    valued: none,
    reads: /^(?:members|info|catalog (?:datacenters|nodes|services)|version|operator raft list-peers)$/,
  },
  nomad: { valued: none, reads: /^(?:status|job status|node status|alloc status|alloc logs|version|server members)\b/ },
  boundary: { valued: none },
  op: { valued: /^--/ },
  bw: { valued: /^--/ },
  lpass: { valued: /^--/ },
  pass: { valued: /^--/ },
  gopass: { valued: /^--/ },
  "1password": { valued: /^--/ },
  terraform: {
    valued: none,
    reads: /^(?:version|workspace show)$/,
  },
  tofu: {
    valued: none,
    reads: /^(?:version|workspace show)$/,
  },
  terragrunt: { valued: /^--/ },
  pulumi: { valued: /^(?:-s|--stack|-C|--cwd)$/, reads: /^version$/ },
  ansible: { valued: /^(?:-i|-m|-a|-u|-l|-e|-f)$/ },
  "ansible-playbook": { valued: /^(?:-i|-u|-l|-e|-f|-t)$/ },
  "ansible-vault": { valued: /^--/ },
  salt: { valued: /^-/ },
  "salt-call": { valued: /^-/ },
  puppet: { valued: /^--/ },
  chef: { valued: /^-/ },
  knife: { valued: /^-/ },
  vagrant: { valued: none },
  packer: { valued: none },
  virsh: {
    valued: /^-c$/,
    reads:
      /^(?:list|dominfo|domstate|domid|domuuid|domname|domblklist|domblkinfo|domiflist|domifaddr|domstats|vcpuinfo|snapshot-list|net-list|net-info|net-dhcp-leases|pool-list|pool-info|vol-list|vol-info|nodeinfo|nodememstats|hostname|uri|version)(?: |$)/,
  },
  multipass: { valued: none },
  minikube: { valued: /^-p$/ },
  kind: { valued: /^--name$/ },
  k3d: { valued: none },
  k3s: { valued: none },
  kubeadm: { valued: /^--/ },
  etcdctl: { valued: /^--/, reads: /^(?:endpoint (?:status|health)|member list|version)\b/ },
  argocd: { valued: /^-o$/ },
  flux: { valued: /^-n$/ },
  istioctl: { valued: /^-n$/, reads: /^(?:proxy-status|ps|version|analyze)\b/ },
  rabbitmqctl: { valued: /^-\w$/, reads: /^(?:list_(?!(?:global_)?parameters)\w+|status|cluster_status)\b/ },
  "kafka-topics": { valued: /^--(?:bootstrap-server|topic|zookeeper)$/ },
  "kafka-topics.sh": { valued: /^--(?:bootstrap-server|topic|zookeeper)$/ },
  mc: { valued: none },
  s5cmd: { valued: /^--(?:endpoint-url|profile|credentials-file)$/, reads: /^(?:ls|du|head|version)\b/ },
  cdktf: { valued: none },
  s3cmd: { valued: /^-c$/, reads: /^(?:ls|info|du)\b/ },
  gsutil: { valued: /^-[oh]$/, reads: /^(?:ls|du|stat|version)\b/ },
  rclone: { valued: /^--(?:config|include|exclude|transfers)$/ },
  azcopy: { valued: /^--/ },
  doppler: { valued: /^-[pct]$/ },
  infisical: { valued: /^--/ },
  chamber: { valued: none },
  limactl: { valued: none, reads: /^(?:list|ls|info)\b/ },
  colima: { valued: none, reads: /^(?:list|status|version)\b/ },
  hcp: { valued: /^--/ },
  rke: { valued: /^--/ },
  talosctl: { valued: /^-[ne]$/, reads: /^(?:version|health|services|dmesg|logs)\b/ },
  kubectx: { valued: none },
  cmctl: { valued: none },
  velero: { valued: /^-[no]$/ },
  linkerd: { valued: none },
  cilium: { valued: none },
  rancher: { valued: none },
  kustomize: { valued: none },
  dbt: { valued: /^--/ },
  airflow: { valued: none },
  prefect: { valued: none },
  databricks: { valued: /^--/ },
  snow: { valued: /^--/ },
  ctr: {
    valued: /^-[na]$/,
    reads:
      /^(?:(?:images?|i|containers?|c|namespaces?|ns|tasks?|t|snapshots?|leases|plugins?|content) (?:ls|list)|version|info)\b/,
  },
  crictl: { valued: /^-[rit]$/, reads: /^(?:ps|pods|images|img|logs|stats|version)\b/ },
  buildah: { valued: none, reads: /^(?:containers|images|version|info)$/ },
  skopeo: { valued: none },
};
