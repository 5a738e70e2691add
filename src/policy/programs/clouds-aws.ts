import { type Form, type Program, subsAnywhere } from "./program.ts";

/** Every client of Amazon's has these. An endpoint, a file of input and a log of requests are not among them. */
const globals = `--region= --profile= --output= --query=* --no-cli-pager --no-paginate --no-sign-request --color=
  --max-items= --page-size= --starting-token= --max-results= --next-token= --cli-read-timeout= --cli-connect-timeout=
  ?--endpoint-url= ?--cli-input-json= ?--cli-input-yaml= ?--debug ?--ca-bundle= ?--no-verify-ssl`;

const values: NonNullable<Form["values"]> = {
  // A region becomes a part of the host's name.
  "--region": /^[a-z]{2}(?:-[a-z]+){1,3}-\d$/,
  "--profile": /^[\w@.+/-]+$/,
  "--output": /^(?:json|text|table|yaml|yaml-stream)$/,
};

/** Operations of one service. Lists of values are several words, so the words behind an option may be operands. */
const service = (name: string, operations: string, form: Omit<Form, "sub" | "talks">): Form => ({
  sub: operations
    .trim()
    .split(/\s+/)
    .map((operation) => `${name} ${operation}`)
    .join("|"),
  operands: ["text"],
  values,
  talks: true,
  ...form,
});

const filters = "--filters= --filter=/";

/** Amazon's client. Operations that show variables, user data, templates or keys are left out. */
export const awsPrograms: readonly Program[] = [
  subsAnywhere("aws", globals, [
    service("s3", "ls", {
      options: "--recursive --human-readable --summarize --request-payer=",
      operandIs: /^(?:s3:\/\/)?[\w.-]+(?:\/[\w.!*'()/ =+-]*)?$/,
      match: ["aws s3 ls", "aws s3 ls s3://bucket/prefix/ --recursive --human-readable"],
      notMatch: [
        "aws s3 ls --endpoint-url http://192.0.2.1",
        "aws s3 ls --endpo https://192.0.2.1",
        'aws s3 ls "s3://x-$(base64 notes.txt)"',
        "aws s3 ls --region x.example/",
        "aws s3 cp s3://a/b -",
        "aws s3 rm s3://a/b",
      ],
    }),
    service(
      "s3api",
      `list-buckets list-objects list-objects-v2 list-object-versions list-multipart-uploads head-bucket head-object
      get-bucket-location get-bucket-versioning get-bucket-tagging get-bucket-policy get-bucket-acl get-bucket-cors
      get-bucket-encryption get-bucket-logging get-bucket-lifecycle-configuration get-bucket-replication
      get-bucket-policy-status get-public-access-block`,
      {
        options: "--bucket= --prefix=/ --delimiter=/ --key=/ --start-after=/ --max-keys= --version-id=",
        match: ["aws s3api list-buckets"],
        notMatch: ["aws s3api get-object --bucket b --key k out", "aws s3api delete-bucket --bucket b"],
      },
    ),
    service("sts", "get-caller-identity", {
      match: ["aws sts get-caller-identity --query Account --output text"],
      notMatch: ["aws sts get-session-token", "aws --profile $x sts get-caller-identity"],
    }),
    service("configure", "list list-profiles", {
      match: ["aws configure list"],
      notMatch: ["aws configure get aws_secret_access_key", "aws configure export-credentials"],
    }),
    service(
      "ec2",
      `describe-instances describe-instance-status describe-instance-types describe-volumes describe-volume-status
      describe-snapshots describe-images describe-vpcs describe-subnets describe-security-groups
      describe-security-group-rules describe-route-tables describe-network-interfaces describe-network-acls
      describe-internet-gateways describe-nat-gateways describe-vpc-endpoints describe-vpc-peering-connections
      describe-addresses describe-key-pairs describe-regions describe-availability-zones describe-tags
      describe-transit-gateways describe-placement-groups describe-reserved-instances describe-spot-price-history
      describe-instance-credit-specifications describe-instance-type-offerings describe-prefix-lists
      describe-managed-prefix-lists describe-flow-logs describe-hosts describe-account-attributes`,
      {
        options: `${filters} --instance-ids= --volume-ids= --snapshot-ids= --image-ids= --owners= --owner-ids= --vpc-ids=
          --subnet-ids= --group-ids= --group-names= --route-table-ids= --network-interface-ids= --network-acl-ids=
          --internet-gateway-ids= --nat-gateway-ids= --vpc-endpoint-ids= --allocation-ids= --public-ips= --key-names=
          --region-names= --instance-types= --location-type= --include-all-instances --all-regions`,
        match: [
          "aws ec2 describe-instances --region eu-west-1",
          "aws ec2 describe-instances --filters Name=tag:x,Values=y Name=tag:z,Values=w --query 'Reservations[].Instances[].InstanceId'",
          "aws ec2 describe-security-groups --group-ids sg-1",
        ],
        notMatch: [
          "aws ec2 describe-instance-attribute --attribute userData --instance-id i",
          "aws ec2 describe-launch-template-versions --launch-template-id x",
          "aws ec2 terminate-instances --instance-ids i",
          "aws ec2 describe-instances --cli-input-json file://x.json",
          "aws ec2 describe-instances --filters file://x.json",
          "aws ec2 describe-instances --debug",
          "aws ec2 describe-instances --instance-ids --no-verify-ssl",
          "aws ec2 get-password-data --instance-id i",
        ],
      },
    ),
    service(
      "autoscaling",
      `describe-auto-scaling-groups describe-auto-scaling-instances describe-scaling-activities describe-policies
      describe-scheduled-actions`,
      {
        options: `${filters} --auto-scaling-group-names= --auto-scaling-group-name= --instance-ids=`,
        match: ["aws autoscaling describe-auto-scaling-groups"],
        notMatch: ["aws autoscaling describe-launch-configurations"],
      },
    ),
    service("logs", "describe-log-groups describe-log-streams filter-log-events get-log-events tail", {
      options: `--log-group-name=/ --log-group-names=/ --log-stream-name=/ --log-stream-names=/ --log-group-name-prefix=/
        --log-stream-name-prefix=/ --log-group-name-pattern=/ --order-by= --descending --filter-pattern=/ --start-time=
        --end-time= --limit= --since=/ --format= --follow --start-from-head --no-start-from-head --interleaved`,
      match: ["aws logs tail /aws/lambda/x --since 1h", "aws logs filter-log-events --log-group-name x"],
      notMatch: ["aws logs delete-log-group --log-group-name x"],
    }),
    service(
      "cloudwatch",
      "describe-alarms describe-alarm-history list-metrics get-metric-statistics get-metric-data list-dashboards",
      {
        options: `--namespace= --metric-name= --dimensions=/ --start-time= --end-time= --period= --statistics= --unit=/
          --state-value= --alarm-names= --alarm-name-prefix= --alarm-name= --metric-data-queries= --extended-statistics=`,
        match: ["aws cloudwatch describe-alarms --state-value ALARM"],
        notMatch: ["aws cloudwatch put-metric-data --namespace x"],
      },
    ),
    service(
      "cloudformation",
      "describe-stacks describe-stack-events describe-stack-resources describe-stack-resource list-stacks list-stack-resources list-exports list-change-sets",
      {
        options: "--stack-name= --stack-status-filter= --logical-resource-id=",
        match: ["aws cloudformation describe-stacks --stack-name web"],
        notMatch: ["aws cloudformation get-template --stack-name x", "aws cloudformation delete-stack --stack-name x"],
      },
    ),
    service(
      "iam",
      `get-user list-users list-roles get-role list-groups get-group list-policies get-policy get-policy-version
      list-policy-versions list-attached-user-policies list-attached-role-policies list-attached-group-policies
      list-user-policies list-role-policies list-group-policies get-user-policy get-role-policy get-group-policy
      list-groups-for-user list-instance-profiles list-mfa-devices list-account-aliases get-account-summary
      list-access-keys list-entities-for-policy get-account-password-policy`,
      {
        options: `--user-name= --role-name= --group-name= --policy-arn= --policy-name= --version-id= --scope=/
          --path-prefix=/ --only-attached --no-only-attached`,
        match: ["aws iam list-attached-user-policies --user-name dev", "aws iam get-user"],
        notMatch: ["aws iam create-access-key --user-name dev", "aws iam get-credential-report"],
      },
    ),
    service(
      "rds",
      `describe-db-instances describe-db-clusters describe-db-snapshots describe-db-cluster-snapshots
      describe-db-engine-versions describe-db-subnet-groups describe-events describe-pending-maintenance-actions
      describe-db-log-files describe-db-parameter-groups`,
      {
        options: `${filters} --db-instance-identifier= --db-cluster-identifier= --db-snapshot-identifier= --engine=
          --snapshot-type= --source-type= --source-identifier= --duration=`,
        match: ["aws rds describe-db-instances"],
        notMatch: ["aws rds delete-db-instance --db-instance-identifier x", "aws rds generate-db-auth-token"],
      },
    ),
    service(
      "ecs",
      "list-clusters list-services list-tasks list-task-definitions list-container-instances describe-clusters describe-services describe-container-instances",
      {
        options:
          "--cluster= --clusters= --services= --service-name= --desired-status= --launch-type= --family-prefix= --status=",
        match: ["aws ecs list-clusters", "aws ecs describe-services --cluster c --services web"],
        notMatch: ["aws ecs describe-task-definition --task-definition web", "aws ecs describe-tasks --tasks x"],
      },
    ),
    service(
      "eks",
      "list-clusters list-nodegroups list-addons list-updates describe-cluster describe-nodegroup describe-addon",
      {
        options: "--name= --cluster-name= --nodegroup-name= --addon-name=",
        match: ["aws eks describe-cluster --name x"],
        notMatch: ["aws eks get-token --cluster-name x", "aws eks update-kubeconfig --name x"],
      },
    ),
    service("ecr", "describe-repositories describe-images list-images describe-image-scan-findings", {
      options: "--repository-name= --repository-names= --image-ids= --image-id= --registry-id= --filter=/",
      match: ["aws ecr describe-repositories"],
      notMatch: ["aws ecr get-login-password"],
    }),
    service("lambda", "list-aliases list-layers list-event-source-mappings get-account-settings", {
      options: "--function-name=",
      match: ["aws lambda list-aliases --function-name x"],
      notMatch: ["aws lambda list-functions", "aws lambda get-function-configuration --function-name x"],
    }),
    service("ssm", "describe-parameters describe-instance-information list-documents list-associations", {
      options: `${filters} --parameter-filters= --instance-information-filter-list=`,
      match: ["aws ssm describe-parameters"],
      notMatch: ["aws ssm get-parameters-by-path --path /", "aws ssm get-parameter --name x --with-decryption"],
    }),
    service("secretsmanager", "list-secrets describe-secret list-secret-version-ids", {
      options: `${filters} --secret-id= --include-planned-deletion`,
      match: ["aws secretsmanager list-secrets"],
      notMatch: ["aws secretsmanager get-secret-value --secret-id x"],
    }),
    service("kms", "list-keys list-aliases describe-key get-key-rotation-status list-grants", {
      options: "--key-id= --limit=",
      match: ["aws kms list-aliases"],
      notMatch: ["aws kms decrypt --ciphertext-blob fileb://x"],
    }),
    service("dynamodb", "list-tables describe-table describe-limits list-backups describe-time-to-live", {
      options: "--table-name=",
      match: ["aws dynamodb describe-table --table-name x"],
      notMatch: ["aws dynamodb scan --table-name x", "aws dynamodb delete-table --table-name x"],
    }),
    service(
      "elbv2",
      "describe-load-balancers describe-target-groups describe-target-health describe-listeners describe-rules describe-tags",
      {
        options: `--names= --load-balancer-arns= --load-balancer-arn= --target-group-arn= --target-group-arns=
        --listener-arn= --listener-arns= --resource-arns=`,
        match: ["aws elbv2 describe-load-balancers"],
        notMatch: ["aws elbv2 modify-listener --listener-arn x", "aws elbv2 describe-load-balancers $x"],
      },
    ),
    service("elb", "describe-load-balancers describe-instance-health describe-tags", {
      options: "--load-balancer-names= --load-balancer-name=",
      match: ["aws elb describe-load-balancers"],
      notMatch: ["aws elb delete-load-balancer --load-balancer-name x"],
    }),
    service("route53", "list-hosted-zones list-resource-record-sets get-hosted-zone list-health-checks get-change", {
      options: "--hosted-zone-id= --id= --start-record-name= --start-record-type=",
      match: ["aws route53 list-hosted-zones"],
      notMatch: ["aws route53 change-resource-record-sets --hosted-zone-id x --change-batch file://x"],
    }),
    service("cloudfront", "list-invalidations get-invalidation", {
      options: "--distribution-id= --id=",
      match: ["aws cloudfront list-invalidations --distribution-id x"],
      // They show the headers by which an origin knows its distribution.
      notMatch: ["aws cloudfront list-distributions"],
    }),
    service("cloudtrail", "describe-trails get-trail-status lookup-events list-trails", {
      options: "--lookup-attributes= --start-time= --end-time= --name= --event-category=",
      match: ["aws cloudtrail lookup-events --lookup-attributes AttributeKey=EventName,AttributeValue=x"],
      notMatch: ["aws cloudtrail stop-logging --name x"],
    }),
    service("ce", "get-cost-and-usage get-cost-forecast get-dimension-values", {
      options: "--time-period= --granularity= --metrics= --group-by= --filter=/ --metric= --dimension=",
      match: [
        "aws ce get-cost-and-usage --time-period Start=2024-01-01,End=2024-02-01 --granularity MONTHLY --metrics x",
      ],
      notMatch: ["aws ce create-anomaly-monitor --anomaly-monitor x"],
    }),
    service("elasticache", "describe-cache-clusters describe-replication-groups describe-events", {
      options: "--cache-cluster-id= --replication-group-id= --show-cache-node-info",
      match: ["aws elasticache describe-cache-clusters"],
      notMatch: ["aws elasticache reboot-cache-cluster --cache-cluster-id x"],
    }),
    service("sqs", "list-queues get-queue-url", {
      options: "--queue-name= --queue-name-prefix=",
      match: ["aws sqs list-queues"],
      notMatch: ["aws sqs receive-message --queue-url x", "aws sqs purge-queue --queue-url x"],
    }),
    service("sns", "list-topics list-subscriptions list-subscriptions-by-topic", {
      options: "--topic-arn=",
      match: ["aws sns list-topics"],
      notMatch: ["aws sns publish --topic-arn x --message y"],
    }),
    service("acm", "list-certificates describe-certificate", {
      options: "--certificate-arn= --certificate-statuses= --includes=",
      match: ["aws acm list-certificates"],
      notMatch: ["aws acm export-certificate --certificate-arn x --passphrase y"],
    }),
    service("organizations", "describe-organization list-accounts list-roots list-organizational-units-for-parent", {
      options: "--parent-id=",
      match: ["aws organizations list-accounts"],
      notMatch: ["aws organizations create-account --email x"],
    }),
    service("efs", "describe-file-systems describe-mount-targets", {
      options: "--file-system-id=",
      match: ["aws efs describe-file-systems"],
      notMatch: ["aws efs create-file-system", "aws efs delete-file-system --file-system-id x"],
    }),
    service("events", "list-rules list-event-buses describe-rule", {
      options: "--name= --name-prefix= --event-bus-name=",
      match: ["aws events list-rules"],
      notMatch: ["aws events put-rule --name x", "aws events disable-rule --name x"],
    }),
    service("service-quotas", "list-services list-service-quotas get-service-quota", {
      options: "--service-code= --quota-code=",
      match: ["aws service-quotas list-service-quotas --service-code ec2"],
      notMatch: ["aws service-quotas request-service-quota-increase --service-code ec2"],
    }),
  ]),
];
