import { type Form, type Program, subList, subsAnywhere } from "./program.ts";

/** Files of flags, tokens and logs of requests are not among them. */
const globals = `-q --quiet --project= --account= --configuration= --format= --filter=* --limit= --sort-by= --page-size= --uri
  --zone= --zones= --region= --regions= --location= ?--flags-file= ?--access-token-file= ?--log-http ?--verbosity=`;

/** Fields of which none is the metadata, the settings or the login of a thing. */
const fields =
  /^(?:table|value|csv|get)(?:\[[\w,=-]+\])?\((?:(?:name|status|id|projectId|project_id|projectNumber|lifecycleState|zone|region|location|machineType|creationTimestamp|createTime|networkInterfaces|networkIP|internalIP|externalIP|tags\.items|labels|currentMasterVersion|currentNodeVersion|currentNodeCount|endpoint|sizeGb|type|users|email|displayName|url|databaseVersion|state)(?:\[\]|\[\d+\]|\.(?:basename|scope|list|len)\(\)|\.(?:networkIP|accessConfigs|natIP|\w*[nN]ame|url)|:(?:label|sort)=\w+)*(?:,\s*|\s+|(?=\))))+\)$/;

const tables: NonNullable<Form["values"]> = { "--format": fields };
const whole: NonNullable<Form["values"]> = {
  "--format": new RegExp(`^(?:json|yaml|text|flattened|list|table)$|${fields.source}`),
};
const talks = { operands: ["text"], talks: true } as const satisfies Partial<Form>;

export const googlePrograms: readonly Program[] = [
  subsAnywhere("gcloud", globals, [
    {
      sub: subList(`config list|config configurations list|auth list|projects list|
        projects describe|services list|compute zones list|compute regions list|compute disks list|compute networks list|
        compute networks subnets list|compute firewall-rules list|compute firewall-rules describe|compute addresses list|
        compute snapshots list|compute images list|compute machine-types list|compute forwarding-rules list|
        compute routes list|iam service-accounts list|iam roles list|organizations list|
        artifacts repositories list|artifacts docker images list|container images list|container images list-tags|
        dns managed-zones list|dns record-sets list|storage buckets list|pubsub topics list|
        sql instances list|sql databases list|sql backups list|redis instances list|billing accounts list|
        secrets list|secrets versions list|kms keyrings list|kms keys list|monitoring dashboards list|
        container operations list|compute operations list|logging logs list`),
      options: "--enabled --available --instance= --cluster= --keyring= --all --include-tags",
      values: whole,
      ...talks,
      match: [
        "gcloud config list",
        "gcloud projects list",
        "gcloud compute disks list --filter='-users:*'",
        "gcloud services list --enabled",
        "gcloud secrets list",
      ],
      notMatch: [
        "gcloud projects list --flags-file x",
        "gcloud projects list --log-http",
        "gcloud projects delete x",
        "gcloud config set project x",
        "gcloud secrets versions access latest --secret x",
        "gcloud auth print-access-token",
        "gcloud alpha projects list",
      ],
    },
    {
      sub: "config get|config get-value",
      values: whole,
      operandIs: /^(?:(?:core\/)?(?:project|account)|(?:compute|run|functions|artifacts)\/(?:zone|region|location))$/,
      needs: 1,
      ...talks,
      match: ["gcloud config get-value project"],
      notMatch: [
        "gcloud config get-value",
        "gcloud config get proxy/password",
        "gcloud config get-value auth/access_token_file",
      ],
    },
    {
      // In full these show metadata, variables or logins.
      sub: subList(`compute instances list|container clusters list|run services list|run jobs list|functions list|
        app services list|app versions list|container node-pools list|compute backend-services list|compute instance-groups list|compute instance-templates list|builds list`),
      options: "--ongoing --status=",
      values: tables,
      ...talks,
      match: [
        "gcloud compute instances list --filter=status=RUNNING",
        "gcloud compute instances list --format='value(name,zone.basename())'",
        "gcloud container clusters list",
        "gcloud run services list",
      ],
      notMatch: [
        "gcloud compute instances list --format=json",
        "gcloud compute instances list --format='value(name,metadata.items)'",
        "gcloud container clusters list --format='value(masterAuth)'",
        "gcloud compute instances delete x",
        "gcloud compute ssh x --command=ls",
      ],
    },
    {
      sub: "compute instances describe|container clusters describe|run services describe",
      options: "--platform=",
      has: ["--format"],
      late: true,
      values: tables,
      ...talks,
      match: ["gcloud compute instances describe vm1 --format='value(status)'"],
      notMatch: ["gcloud compute instances describe vm1", "gcloud compute instances describe vm1 --format=yaml"],
    },
    {
      sub: "logging read",
      options: "--freshness= --order= --bucket= --view= --resource-names=/",
      values: whole,
      ...talks,
      operandIs: /^[^@]/,
      match: ["gcloud logging read 'severity>=ERROR' --limit 10"],
      notMatch: ["gcloud logging write x y"],
    },
    {
      sub: "storage ls|storage du",
      values: whole,
      options: "-lrRbasc --long --recursive --buckets --readable-sizes --all-versions --summarize --total",
      operandIs: /^gs:\/\/[\w.*-]+(?:\/[\w.*/ =+-]*)?$/,
      ...talks,
      match: ["gcloud storage ls gs://bucket/x"],
      notMatch: [
        "gcloud storage rm gs://bucket/x",
        "gcloud storage cat gs://bucket/x",
        "gcloud storage ls file:///etc",
      ],
    },
    {
      // `info` prints every property, the password of a proxy among them.
      sub: "version",
      values: whole,
      talks: true,
      match: ["gcloud version"],
      notMatch: ["gcloud info", "gcloud info --show-log", "gcloud version --format='diff(a,b)'"],
    },
  ]),
];
