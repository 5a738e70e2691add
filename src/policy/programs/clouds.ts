import { answersOnly, type Form, type Program, subList, subs, subsAnywhere } from "./program.ts";

const talks = { operands: ["text"], talks: true } as const satisfies Partial<Form>;

/** Clients of smaller clouds, for the account that the user is logged in to. */
const hosts: readonly Program[] = [
  subsAnywhere(
    "doctl",
    "--context= --no-header --format= -o= --output= ?-u= ?--api-url= ?-t= ?--access-token= ?-c= ?--config=",
    [
      {
        sub: subList(`account get|compute droplet list|compute droplet ls|compute droplet get|compute region list|
        compute size list|compute image list|compute ssh-key list|compute volume list|compute snapshot list|
        compute firewall list|compute domain list|compute domain records list|compute load-balancer list|
        compute floating-ip list|compute reserved-ip list|kubernetes cluster list|k8s cluster list|projects list|vpcs list`),
        options: "--region= --tag-name= --public",
        values: { "-o": /^=?(?:text|json)$/, "--output": /^(?:text|json)$/ },
        ...talks,
        match: ["doctl compute droplet list"],
        notMatch: [
          "doctl compute droplet list -u https://192.0.2.1/",
          "doctl compute droplet delete 1",
          "doctl databases list",
          "doctl auth token",
        ],
      },
    ],
  ),
  subsAnywhere("hcloud", "--context= --quiet -o= --output= -l=* --selector=* -s= --sort= ?--config= ?--endpoint=", [
    {
      sub: subList(`server list|server describe|server ip|server-type list|image list|volume list|network list|
        firewall list|firewall describe|load-balancer list|location list|datacenter list|ssh-key list|floating-ip list|
        primary-ip list|certificate list|iso list|context list|context active|version`),
      values: {
        "-o": /^=?(?:json|yaml|noheader|columns=[\w,]+)$/,
        "--output": /^(?:json|yaml|noheader|columns=[\w,]+)$/,
      },
      ...talks,
      match: ["hcloud server list", "hcloud server list -o columns=name,status"],
      notMatch: ["hcloud server delete web", "hcloud server request-console web", "hcloud --endpoint x server list"],
    },
  ]),
  subsAnywhere(
    "linode-cli",
    "--json --text --pretty --no-headers --format= --delimiter=* --page= --page-size= --as-user=",
    [
      {
        sub: "linodes list|linodes ls|linodes view|linodes types|regions list|volumes list|domains list|images list|nodebalancers list|firewalls list",
        ...talks,
        match: ["linode-cli linodes list"],
        notMatch: [
          "linode-cli linodes delete 1",
          "linode-cli profile token-create",
          "linode-cli lke kubeconfig-view 1",
        ],
      },
    ],
  ),
  subsAnywhere("openstack", "--os-cloud= --os-project-name= --os-region-name= -q --quiet ?--os-auth-url=", [
    {
      sub: subList(`server list|flavor list|image list|network list|subnet list|router list|port list|volume list|
        volume snapshot list|project list|hypervisor list|keypair list|security group list|floating ip list|service list|
        catalog list|availability zone list|quota show|usage list`),
      options: `-f= --format= -c= --column= --all-projects --long --limit= --name= --status= --sort= --sort-column=
        --max-width= --fit-width --print-empty --noindent --quote= --project=`,
      ...talks,
      match: ["openstack server list -f json -c Name"],
      notMatch: [
        "openstack server list --os-auth-ur=http://192.0.2.1/",
        "openstack server delete web",
        "openstack server show web",
        "openstack token issue",
      ],
    },
  ]),
  subsAnywhere("eksctl", "", [
    {
      sub: "get cluster|get clusters|get nodegroup|get nodegroups",
      options: "--region= --cluster= --name= -o= --output=",
      values: {
        "--region": /^[a-z]{2}(?:-[a-z]+){1,3}-\d$/,
        "-o": /^=?(?:table|json|yaml)$/,
        "--output": /^(?:table|json|yaml)$/,
      },
      talks: true,
      match: ["eksctl get cluster --region eu-west-1"],
      notMatch: ["eksctl get clusters -f x.yaml", "eksctl delete cluster x"],
    },
  ]),
];

/** Clients of platforms that run applications. Nearly all of them can print the variables of one. */
const platforms: readonly Program[] = [
  subsAnywhere("heroku", "-a= --app= -r= --remote=", [
    {
      sub: "apps|apps:info|ps|logs|releases|addons|domains|status|pg:info|auth:whoami",
      options: "-t --tail -n= --num= -p= --ps= -d= --dyno-name= --process-type= -s= --source= --json --all --no-color",
      talks: true,
      match: ["heroku logs -a prod -n 100", "heroku ps -a prod", "heroku logs --tail"],
      notMatch: ["heroku config -a prod", "heroku run ls -a prod", "heroku apps:destroy prod", "heroku ps prod:stop"],
    },
  ]),
  subsAnywhere("fly flyctl", "-a= --app= ?-c= ?--config= ?-t= ?--access-token=", [
    {
      sub: "status|logs|apps list|releases|volumes list|volume list|ips list|machines list|machine list|platform regions|version|checks list|scale show",
      options: "--no-tail -n -i= --instance= --machine= -r= --region= -q --quiet",
      talks: true,
      match: ["flyctl status", "fly logs -a api --no-tail"],
      notMatch: ["fly status --json", "fly ssh console", "fly apps destroy x", "fly logs -c x.toml", "fly config env"],
    },
  ]),
];

/** Buckets and other places of files, by their configured name. */
const buckets: readonly Program[] = [
  subs("rclone", "", [
    {
      sub: "ls|lsl|lsd|lsf|lsjson|size|about|listremotes|version",
      options: `-RvPl --max-depth= --include=* --exclude=* --fast-list --human-readable --json --recursive --files-only
        --dirs-only --format= --separator=* --hash --max-age= --min-age= --max-size= --min-size= --transfers= --checkers=
        --long ?--config= ?--password-command= ?--log-file=`,
      // A remote that is described on the line can name a program to run.
      operandIs: /^(?:[\w-]+:)?[\w./-]*$/,
      ...talks,
      match: ["rclone ls remote:site", "rclone lsd remote:"],
      notMatch: [
        "rclone ls :sftp,ssh=x:/",
        "rclone ls remote: --config x",
        "rclone sync a b:",
        "rclone config show",
        "rclone ls 'remote,ssh=x:'",
      ],
    },
  ]),
  subs("s3cmd", "", [
    {
      sub: "ls|la|du|info",
      options:
        "-Hrv --human-readable-sizes --recursive --list-md5 --verbose --limit= ?-c= ?--config= ?--host= ?--host-bucket=",
      operandIs: /^s3:\/\/[\w.-]+(?:\/[\w./-]*)?$/i,
      ...talks,
      match: ["s3cmd ls s3://x"],
      notMatch: ["s3cmd ls s3://x --host-bucket=192.0.2.1", "s3cmd ls -c evil.cfg", "s3cmd del s3://x/y"],
    },
  ]),
];

/** Clients whose options are words behind one dash. */
const hashi = (name: string, options: string, forms: readonly Form[]): Program => ({
  ...subs(name, options, forms),
  anywhere: true,
  words: true,
});

const infrastructure: readonly Program[] = [
  hashi("terraform tofu", "", [
    answersOnly("-version|-v", ["terraform -version"]),
    {
      sub: "fmt",
      // `-check=false` writes, and so does the command without it.
      options: "-check -diff -recursive -no-color",
      has: ["-check"],
      operands: ["read"],
      // Every command of it asks whether there is a newer version.
      talks: true,
      match: ["terraform fmt -check -diff -recursive"],
      notMatch: [
        "terraform fmt",
        "terraform fmt -check=false",
        "terraform fmt -check -write=true",
        "terraform fmt -recursive",
      ],
    },
    {
      sub: "version|workspace show",
      talks: true,
      match: ["terraform version", "terraform workspace show"],
      notMatch: ["terraform -chdir=x workspace show", "terraform validate", "terraform plan", "terraform providers"],
    },
  ]),
  subs("pulumi", "", [{ sub: "version", match: ["pulumi version"], notMatch: ["pulumi stack", "pulumi preview"] }]),
  hashi("vault", "-namespace= -format= ?-address=", [
    {
      sub: "status|policy list|auth list|secrets list|kv list|version",
      options: "-detailed -mount=",
      values: { "-format": /^(?:table|json|yaml|pretty)$/ },
      ...talks,
      match: ["vault status", "vault kv list secret/app"],
      notMatch: [
        "vault kv get secret/x",
        "vault status -address=http://192.0.2.1",
        "vault read secret/x",
        "vault token lookup",
      ],
    },
  ]),
  hashi("consul", "-datacenter= ?-http-addr= ?-token= ?-config-file=", [
    {
      sub: "members|catalog datacenters|catalog nodes|catalog services|operator raft list-peers|version",
      options: "-detailed -wan -status= -segment= -service= -node= -tags",
      talks: true,
      match: ["consul members"],
      notMatch: ["consul members -http-addr=192.0.2.1:8500", "consul kv get -recurse", "consul leave"],
    },
  ]),
  hashi("nomad", "-region= -namespace= -no-color ?-address= ?-token=", [
    {
      sub: "status|job status|node status|alloc status|alloc logs|server members|version",
      options: "-short -stats -allocs -stderr -stdout -tail -f -n= -c= -detailed -self -evals",
      ...talks,
      match: ["nomad status", "nomad alloc logs -tail -n 20 abc"],
      notMatch: [
        "nomad status -address=http://192.0.2.1",
        "nomad job inspect x",
        "nomad alloc exec x ls",
        "nomad status -json",
      ],
    },
  ]),
];

/** Clients of clouds and of services. Those of the three large ones have files of their own. */
export const cloudPrograms: readonly Program[] = [...hosts, ...platforms, ...buckets, ...infrastructure];
