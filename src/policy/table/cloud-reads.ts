/**
 * What a look at a cloud may be about. A verb like `describe` says that nothing changes; it does not say that nothing
 * secret is shown. So the thing is looked at too: variables, user data, keys and templates are fields of many things.
 */

/** Words that name something which holds secrets, or prints them among other things. */
const secretThing =
  /(?:^|-)(?:keys?|secrets?|tokens?|credentials?|passwords?|passwd|connection-strings?|sas|kubeconfigs?|envs?|environment|variables|vars?|appsettings|app-settings|settings|spec|manifests?|machineconfig|user-data|userdata|metadata|parameters?|shared-key|auth-strings?|publishing-\w+|dump|api-keys?|service-tokens?|blob)(?:$|-|\/)/i;

/** Things whose names are listed without what they hold. */
const namesOnly =
  /^(?:list|ls|list-secrets|list-keys|list-access-keys|list-aliases|describe-parameters|describe-key|describe-secret)$/;

interface AwsReads {
  /** Operations that show variables, user data or templates, though their verb only reads. */
  except?: RegExp;
  /** Only these of `describe-`, `get-` and the like. */
  only?: RegExp;
}

/** Services whose descriptions hold no variables and no keys; of others only names are listed. */
const awsServices: Readonly<Record<string, AwsReads>> = {
  ec2: {
    only: /^(?:describe-|get-console-screenshot$|get-ebs-|search-|wait$)/,
    except: /attribute|launch-template|vpn-connection|spot-(?:instance|fleet)|import-|bundle|export-|fpga/,
  },
  autoscaling: { except: /launch-configuration/ },
  s3: { only: /^ls$/ },
  s3api: { only: /^(?:head-|list-|get-bucket-)/ },
  sts: { only: /^get-caller-identity$/ },
  configure: { only: /^list/ },
  logs: { only: /^(?:describe-|filter-log-events$|tail$|get-log-events$|list-)/ },
  cloudformation: { only: /^(?:describe-(?:stack|change)|list-|wait$)/ },
  cloudfront: { only: /^(?:list-|get-invalidation$)/ },
  ecs: { only: /^(?:list-|describe-(?:clusters|services|container-instances|capacity-providers)$|wait$)/ },
  eks: { only: /^(?:list-|describe-)/ },
  ecr: { only: /^(?:list-|describe-)/ },
  iam: { only: /^(?:list-|get-(?!credential-report|login-profile|ssh-public-key))/ },
  kms: { only: /^(?:list-|describe-|get-key-(?:policy|rotation-status)$)/ },
  secretsmanager: { only: /^(?:list-secrets|describe-secret|list-secret-version-ids)$/ },
  ssm: { only: /^(?:describe-|list-)/ },
  lambda: {
    only: /^(?:list-(?:aliases|layers|layer-versions|event-source-mappings|tags)|get-policy|get-account-settings)$/,
  },
  dynamodb: { only: /^(?:describe-|list-)/ },
  rds: { only: /^(?:describe-|wait$)/ },
  ...Object.fromEntries(
    "elb elbv2 cloudwatch cloudtrail route53 elasticache efs fsx sqs sns acm ce budgets health support organizations backup guardduty events scheduler service-quotas pricing resource-groups resourcegroupstaggingapi application-autoscaling compute-optimizer help"
      .split(" ")
      .map((name) => [name, {}]),
  ),
};

const awsRead = /^(?:describe|list|get|head|search|lookup|filter|query|scan|view|wait|tail|ls|batch-get)(?:-|$)/;
/** Lists that bring the variables or keys of each thing along. */
const awsFullLists =
  /^(?:list-functions|list-versions-by-function|list-apps|list-branches|list-api-keys|list-webhooks)$/;

/** Whether `aws SERVICE OPERATION` shows nothing but names and states. */
export function awsReads(service: string, operation: string): boolean {
  if (service === "help" || operation === "help") return true;
  if (awsFullLists.test(operation) || !awsRead.test(operation)) return false;
  const reads = Object.hasOwn(awsServices, service) ? awsServices[service] : undefined;
  if (reads === undefined) return operation.startsWith("list-") && !secretThing.test(operation.slice("list-".length));
  return reads.except?.test(operation) !== true && reads.only?.test(operation) !== false;
}

/** Things that Google's client describes with their variables, keys or metadata of the whole project. */
const gcloudFull =
  /^(?:functions|run (?:services|jobs|revisions)|app (?:versions|instances)|builds|composer|deployment-manager|compute (?:project-info|instance-templates)|container clusters|sql (?:users|ssl)|workflows|batch|dataproc|notebooks|endpoints|api-gateway|apigee|iam service-accounts keys|alpha|beta)(?: |$)| get-(?:serial-port-output|guest-attributes)(?: |$)/;

/** Whether the words of a client name nothing that holds secrets. The last of them is the verb or a name. */
export function showsNoSecrets(client: string, words: readonly string[]): boolean {
  const line = words.join(" ");
  if (client === "gcloud" && gcloudFull.test(line) && !/ list$/.test(line.replace(/ list .*$/, " list"))) return false;
  if (
    client === "az" &&
    /^(?:container|containerapp|webapp|functionapp|staticwebapp|logicapp|spring|batch|deployment) (?:show|config|env|list-)/.test(
      line,
    )
  )
    return false;
  if (/^(?:nomad|crictl|ctr|buildah)$/.test(client) && words.some((word) => /^(?:inspect[ip]?|info)$/.test(word)))
    return false;
  if (
    /^(?:fly|flyctl|mc|lxc|eb|cf|copilot)$/.test(client) &&
    words.some((word) => /^(?:config|env|app|svc)$/.test(word))
  )
    return false;
  const verb = words.find((word) => namesOnly.test(word));
  return verb !== undefined && client !== "az" ? true : !words.some((word) => secretThing.test(word));
}
