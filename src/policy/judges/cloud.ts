import { type Flow, isDynamic, literal, mayBecomeOption, readable, someFlow } from "../../shell/index.ts";
import { holdsSecrets } from "../file-access.ts";
import { ask, danger, type Job, shown } from "../job.ts";
import { onlyFormats, suggestsMore } from "../option-names.ts";
import { hasOption, onlyOptions, operandsOf, optionValue } from "../options.ts";
import { optionTable } from "../spec.ts";
import { bareOption, type CloudCli, cloudClis as clis } from "../table/cloud.ts";
import { awsReads, showsNoSecrets } from "../table/cloud-reads.ts";
import { specials } from "./cloud-specials.ts";
import { findsHiddenCommand } from "./hidden-command.ts";
import type { Judges } from "./judge.ts";
import { meansHarm, saysDestroy } from "./meaning.ts";
import { constantWords } from "./sending.ts";

const decide = "Let a person decide, with the exact name of what goes.";
const destroyVerb =
  /(?:^|[-:_])(?:delete|remove|destroy|terminate|purge|drop|wipe|erase|reset|deregister|disable|revoke|cancel|abort|detach|deactivate|schedule-key-deletion|empty|rb|rm|nuke|uninstall|reboot|stop|release|suspend|undeploy|takedown|decommission|prune|cleanup)(?:[-:_]|$)/;
const strongVerb =
  /(?:^|[-:_])(?:delete|destroy|terminate|purge|drop|wipe|erase|deregister|schedule-key-deletion|empty|rb|nuke|undeploy|reset|rebuild|reimage|delete\w*|remove|uninstall)(?:[-:_]|$)/;
const rightsVerb =
  /(?:attach-(?:user|role|group)-policy|put-(?:user|role|group|bucket|key)-policy|create-(?:access-key|login-profile|policy-version)|add-user-to-group|update-assume-role-policy|add-iam-policy-binding|set-iam-policy|role assignment create|put-bucket-acl|put-object-acl|put-public-access-block|authorize-security-group-ingress|update-login-profile|keys create|add-permission|modify-(?:db-)?snapshot-attribute|modify-image-attribute|modify-instance-attribute)/;
const secretVerb =
  /(?:get-secret-value|\bvar get\b|acl token|initial-password|generate-token|kubeconfig (?:show|get|view)|databases? (?:connection|user get)|iam api-key get|config (?:dump|get secret)|env:(?:get|list)|^variables|functions:config:get|appsettings list|publishing-(?:profiles|credentials)|master-user-password|default-key-pair|acr credential|token lookup|create-token|generate-db-auth-token|get-federation-token|batch-get-secret-value|secrets (?:get|download)|get-cluster-credentials|eks get-token|sso get-role-credentials|auth print|get-parameters?(?:-by-path)?.*--with-decryption|secrets versions access|keyvault secret show|get-session-token|assume-role|get-login-password|print-access-token|print-identity-token|get-access-token|get-authorization-token|ecr get-login|kms decrypt|get-password-data|(?:redis|cosmosdb|storage|batch|search|iot) .*list-keys|show-connection-string|keys list|credential list|auth token|export-credentials|configure export|auth application-default print|admin-credential|get-credentials --admin|storage account keys|sp create-for-rbac|create-for-rbac|iam create-access-key)/;
const readVerb =
  /^(?:describe|list|get|show|ls|head|search|lookup|view|status|version|whoami|checks?|wait|filter|query|history|info|explain|validate|help|tail|read|diff|inspect|ps|logs?|batch-get)(?:-|$)/;

/** Command-line clients of clouds, forges and orchestrators, judged by the verb among their first words. */
function cloud(job: Job): Flow {
  const cli = clis[job.name] as CloudCli;
  const words = job.args.filter(
    (arg, index) => !arg.text.startsWith("-") && !takesNext(cli, job.args[index - 1]?.text ?? ""),
  );
  const verbs = words.slice(0, 5).map((arg) => literal(arg) ?? "");
  const text = job.args.map((arg) => arg.text).join(" ");
  const line = verbs.join(" ");
  const say = (risk: "destructive" | "escalate" | "exfil" | "opaque", ruleId: string, what: string): Flow => {
    danger(job, risk, ruleId, what, decide, {
      target: { kind: "object", value: readable(words.at(-1)?.text ?? ""), dynamic: false },
    });
    return someFlow;
  };
  if (words[0] !== undefined && isDynamic(words[0]))
    return say("opaque", "command.dynamic", `Which ${job.name} command runs is only known at run time.`);
  const secret = job.args.find((arg) => holdsSecrets(arg.text.replace(/^(?:--[\w-]+=)?@?/, ""), job));
  if (secret !== undefined) return say("exfil", "exfil.sends", `Hands ${readable(secret.text)} to another machine.`);
  const special = specials(job, verbs, text);
  if (special !== null) return say(special.risk, special.ruleId, special.say);
  const verb = verbs
    .slice(0, 4)
    .find((word) => strongVerb.test(word) || (destroyVerb.test(word) && /^(?:rm|rb|destroy|remove)$/.test(word)));
  // Only as a word of its own: `--no-dry-run` and `--dry-run=none` are no trial, and a value may contain the name.
  const isDry = job.args.some((arg) => /^--(?:dry-?run|what-?if)(?:=(?:true|client|server))?$/.test(arg.text));
  if (
    (verb !== undefined ||
      saysDestroy(verbs[0] ?? "") ||
      (/(?:^|\s)--?(?:purge|delete-data|delete-volumes)\b/.test(text) && !/^(?:aws|s3cmd|gsutil)$/.test(job.name))) &&
    !isDry &&
    !mild(job.name, line)
  )
    return say("destructive", "cloud.destroys", `${shown(job)} removes resources that may not come back.`);
  // Options may stand between the words, so the words are read without them as well.
  const said = `${line}\n${text}`;
  if (rightsVerb.test(said)) return say("escalate", "cloud.rights", `${shown(job)} changes who may do what.`);
  if (secretVerb.test(said))
    return say("exfil", "secret.read", `${shown(job)} prints credentials; they would go to the model and the log.`);
  if (!mild(job.name, line) && meansHarm(job, { words: verbs, knowsVerbs: true })) return someFlow;
  const hasReadVerb = verbs.some((word) => readVerb.test(word)) && readsOnly(job.name, verbs, text);
  const onlyChecks = /^(?:terraform|tofu)$/.test(job.name) && verbs[0] === "fmt" && checksFormat(job);
  const isKnownRead = cli.reads?.test(line) === true && !elsewhere.test(text) && !otherHost(job);
  const isRead =
    onlyChecks ||
    getsFromForge(job, verbs) ||
    (isKnownRead && harmlessOptions(job)) ||
    (hasReadVerb && showsNoSecrets(job.name, verbs) && harmlessOptions(job));
  if (
    (isRead && !otherForge(job) && !otherHost(job) && !job.args.some((arg) => mayBecomeOption(arg))) ||
    listsRemote(job)
  ) {
    constantWords(job);
    return someFlow;
  }
  // Many of them run a command elsewhere: `gcloud compute ssh vm --command='rm -rf /'`.
  findsHiddenCommand(job);
  ask(job, "network", `cloud.${job.name}`, `Runs ${shown(job)}.`);
  return someFlow;
}

/** `terraform fmt` writes, unless it is told to check: `-check=false` is told to write. */
const checksFormat = ({ args }: Job): boolean =>
  args.some((arg) => /^--?check(?:=true)?$/.test(arg.text)) &&
  args.every(
    (arg) =>
      !mayBecomeOption(arg) &&
      (!arg.text.startsWith("-") || /^--?(?:check|diff|recursive|no-color)(?:=true)?$|^--?list=false$/.test(arg.text)),
  );

/** Reading is proved by the words; an option must not write, run or open something beside them. */
const harmlessOptions = (job: Job): boolean =>
  onlyFormats(job.args) &&
  !job.args.some((arg) => leadsElsewhere.test(arg.text) || oddLetter(job.name, arg.text)) &&
  !job.args.some((arg) => showsRequests.test(arg.text)) &&
  !/\benv\b|\$ENV/.test(optionValue(job.args, "-q", "--jq")?.text ?? "") &&
  !job.args.some((arg) => {
    const name = arg.text.split("=")[0] ?? "";
    return name.startsWith("-") && !/^--?(?:output|token|password|file)$/.test(name)
      ? suggestsMore(job.name, name)
      : /^--?file$/.test(name);
  });

/** An address, alone or as a value: not that of a bucket, of a forge's own page, or of this machine's own hypervisor. */
const leadsElsewhere =
  /^(?:-[^=]*=|-\w)?(?!(?:s3|gs):\/\/|https:\/\/(?:github|gitlab)\.com\/|\w+:\/\/\/\w*$)[a-z][a-z0-9+.-]*:\/\//i;

/** Single letters mean a configuration, an address or a program in many clients; these few do not in any. */
const plainLetter = /^-(?:[aAbBdDfFgGhjlLmnNoOpqrRsStTvwWyz1]|-)/;
/** Their options are words behind one dash, or the letter is a column, a head or this machine's hypervisor. */
const otherLetters: Readonly<Record<string, RegExp>> = {
  openstack: /^-c/,
  gh: /^-[He]/,
  glab: /^-[cMP]/,
  virsh: /^-c/,
  firebase: /^-P/,
};
const oddLetter = (program: string, text: string): boolean =>
  /^-[^-]/.test(text) &&
  !plainLetter.test(text) &&
  otherLetters[program]?.test(text) !== true &&
  !/^(?:vault|consul|nomad|boundary|terraform|tofu|packer)$/.test(program);

/** Requests are shown with their logins. */
const showsRequests = /^--?(?:debug|log-http|trace|http-trace|verbose-http|print-requests)(?:=|$)/;

/** Whether the word after an option is its value: not when the value is attached, or the option has none. */
const takesNext = (cli: CloudCli, option: string): boolean =>
  cli.valued.test(option) && !option.includes("=") && !bareOption.test(option);

/** Verbs that end something small, and come back by doing it again. */
function mild(name: string, line: string): boolean {
  return (
    (name === "gh" &&
      /^(?:run (?:delete|cancel)|cache delete|alias delete|label delete|pr close|issue close)/.test(line)) ||
    (name === "aws" && /^logs (?:stop)/.test(line))
  );
}

/** Words that change something wherever they stand among the first ones: `fly scale show` is no look-up of anything. */
const changes =
  /^(?:create|update|set|unset|scale|start|stop|restart|apply|run|deploy|redeploy|new|add|edit|put|push|pull|import|export|attach|detach|enable|disable|login|logout|switch|use|select|move|mv|cp|copy|rename|upgrade|install|init|invoke|execute|exec|send|publish|tag|untag|resize|rotate|restore|rollback|get-credentials|ssh|connect|proxy|forward|open|browse|token|clone|fork|sync|merge|approve|comment|close|reopen|rerun|watch|trigger|submit|promote|link|unlink|config-ssh|test|preview|up|down|refresh|wait-for|reboot|power-?o(?:ff|n)|shutdown|halt|boot|kill|killall|cancel|abort|suspend|resume|pause|unpause|unlock|evict|drain|cordon|uncordon|migrate|assign|unassign|allow|deny|grant|revoke|bind|unbind|register|activate|deactivate|accept|reject|transfer|change|modify|replace|reload|flush|clear|renew|reissue|expose|serve|failover|swap|retry|rescue|mirror|lock|action|kubectl|docker|podman|helm|ctr|crictl|k|(?:create|update|set|add|remove|put|start|stop|enable|disable|associate|disassociate|authorize|import|copy|modify|attach|detach)-\S+)$/;

/** Options that send the question, and the login with it, to another place than the configured one. */
const elsewhere =
  /(?:^|\s)--?(?:endpoint\S*|(?:http-)?addr(?:ess)?|api-(?:url|server|host)|server|url|proxy|ca-\S+|flags\S*|access-token\S*|insecure\S*|cli-input-\S+|kubeconfig|kube-\S+|config|config-(?:file|path|dir)|password-command|cwd|chdir|workdir|working-dir|connect|host|hostname)(?:[= ]|$)/;

/** `gh api PATH` asks for something, as long as nothing makes it send. */
const getOptions = optionTable({
  effect: "read",
  options:
    "-iq -q= -t= -p= --jq= --template= --paginate --slurp --include --silent --cache= --preview= --verbose -R= --repo=",
});
const getsFromForge = (job: Job, verbs: string[]): boolean =>
  /^(?:gh|glab)$/.test(job.name) &&
  verbs[0] === "api" &&
  /^[\w{}./?&=%-]+$/.test(verbs[1] ?? "") &&
  !/^\/?graphql/.test(verbs[1] ?? "") &&
  !/\benv\b|\$ENV/.test(optionValue(job.args, "-q", "--jq")?.text ?? "") &&
  onlyOptions(job.args, getOptions);

/** A read verb must stand where the tool has its verb, and nothing else in the line may write. */
function readsOnly(name: string, verbs: string[], text: string): boolean {
  if (
    /(?:^|\s)(?:-X|--method|--field|-f|-F|--raw-field|--input|--input-file|--outfile|--output-file|--query-file)(?:[= ]|$)/.test(
      text,
    ) &&
    name === "gh"
  )
    return false;
  if (name === "gh" && verbs[0] === "api") return false;
  if (elsewhere.test(text)) return false;
  if (name === "virsh" && /(?:^|\s)-c/.test(text)) return false;
  // Even a look runs the project's own program first, or what its settings name.
  if (/^(?:cdk|sst|serverless|sls|terraform|tofu|pulumi|vagrant|packer|knife|chef|dbt)$/.test(name)) return false;
  if (/^(?:rclone|vault|op|bw|pass|lpass|gopass|boundary|ansible|ansible-vault|terragrunt|salt|etcdctl)$/.test(name))
    return false;
  // `gh run view`, `gcloud run services list`: there the first word is a thing.
  const isThing = /^(?:gh|glab|gcloud|az|aws)$/.test(name);
  if (name === "aws") return awsReads(verbs[0] ?? "", verbs[1] ?? "");
  if (name === "gh" && hasWeb(text)) return false;
  // The first word that is a verb decides; what follows may be a name: `hcloud server reboot status`.
  const isDeep = /^(?:gcloud|az|oci|openstack)$/.test(name);
  const depth = isDeep ? verbs.length : (clis[name]?.depth ?? 1) + 1;
  const words = verbs.slice(isThing ? 1 : 0, depth).map((word) => word.replace(/^.*:/, ""));
  const first = words.find((word) => changes.test(word) || readVerb.test(word));
  return first !== undefined && readVerb.test(first) && !changes.test(first);
}

/** `virsh -c qemu+ssh://HOST/system`. */
const otherHost = (job: Job): boolean =>
  (job.name === "rabbitmqctl" && hasOption(job.args, "-n", "--node")) ||
  (job.name === "virsh" && !/^(?:\w+:\/\/\/\w*)?$/.test(optionValue(job.args, "-c")?.text ?? ""));

/** A repository on a machine that the command names: `gh pr list -R git.example.com/a/b`. */
const otherForge = (job: Job): boolean => {
  const repo = optionValue(job.args, "-R", "--repo")?.text ?? "";
  return (
    /^(?:gh|glab|hub|tea)$/.test(job.name) &&
    [repo, ...operandsOf(job.args).map((arg) => arg.text)].some(
      (name) =>
        /^[\w+]+:\/\/|^[\w-]+\.[\w.-]+\/\S+\/|@[\w.-]+:/.test(name) &&
        !/^(?:https:\/\/)?(?:github|gitlab)\.com\//.test(name),
    )
  );
};

const rcloneReads = optionTable({
  effect: "read",
  options:
    "-RvPl --max-depth= --include= --exclude= --fast-list --human-readable --json --recursive --files-only --dirs-only --format= --separator= --hash --max-age= --min-age= --max-size= --min-size= --transfers= --checkers= --long",
});

/** A remote that is configured, by its name alone: one that is described on the line can name a program to run. */
function listsRemote(job: Job): boolean {
  const [verb = "", ...remotes] = operandsOf(job.args).map((arg) => arg.text);
  return (
    job.name === "rclone" &&
    /^(?:ls|lsl|lsd|lsf|lsjson|size|version|listremotes|about)$/.test(verb) &&
    remotes.every((remote) => /^(?:[\w-]+:)?[\w./-]*$/.test(remote)) &&
    onlyOptions(job.args, rcloneReads)
  );
}

const hasWeb = (text: string) => /(?:^|\s)(?:-w|--web)\b/.test(text);

export const cloudJudges: Judges = Object.fromEntries(Object.keys(clis).map((name) => [name, cloud]));
