import { type Arg, isDynamic, literal, mayBecomeOption, readable } from "../arg.ts";
import { holdsSecrets } from "../file-access.ts";
import { type Flow, someFlow } from "../flow.ts";
import { ask, danger, type Job, shown } from "../job.ts";
import { hasOption, operandsOf } from "../options.ts";
import { type CloudCli, cloudClis as clis } from "../table/cloud.ts";
import { findsHiddenCommand } from "./hidden-command.ts";
import type { Judges } from "./judge.ts";
import { sendsFile } from "./sending.ts";
import { saysDestroy } from "./unknown.ts";

const decide = "Let a person decide, with the exact name of what goes.";
const destroyVerb =
  /(?:^|[-:_])(?:delete|remove|destroy|terminate|purge|drop|wipe|erase|reset|deregister|disable|revoke|cancel|abort|detach|deactivate|schedule-key-deletion|empty|rb|rm|nuke|uninstall|reboot|stop|release|suspend|undeploy|takedown|decommission|prune|cleanup)(?:[-:_]|$)/;
const strongVerb =
  /(?:^|[-:_])(?:delete|destroy|terminate|purge|drop|wipe|erase|deregister|schedule-key-deletion|empty|rb|nuke|undeploy|reset|delete\w*|remove|uninstall)(?:[-:_]|$)/;
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
    (arg, index) => !arg.text.startsWith("-") && !cli.valued.test(job.args[index - 1]?.text ?? ""),
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
  const isDry = /--dry-?run|--dryrun|--what-?if/.test(text);
  if (
    (verb !== undefined ||
      saysDestroy(verbs[0] ?? "") ||
      (/(?:^|\s)--?(?:purge|delete-data|delete-volumes)\b/.test(text) && !/^(?:aws|s3cmd|gsutil)$/.test(job.name))) &&
    !isDry &&
    !mild(job.name, line)
  )
    return say("destructive", "cloud.destroys", `${shown(job)} removes resources that may not come back.`);
  if (rightsVerb.test(text)) return say("escalate", "cloud.rights", `${shown(job)} changes who may do what.`);
  if (secretVerb.test(text))
    return say("exfil", "secret.read", `${shown(job)} prints credentials; they would go to the model and the log.`);
  // State holds secrets in plain text; what is marked as secret is hidden only without -json.
  const printsState = /^(?:terraform|tofu)$/.test(job.name) && /^(?:show|output|state show)\b/.test(line);
  const hasReadVerb = verbs.some((word) => readVerb.test(word)) && readsOnly(job.name, verbs, text);
  const onlyChecks = /^(?:terraform|tofu)$/.test(job.name) && verbs[0] === "fmt" && hasOption(job.args, "-check");
  const isKnownRead = cli.reads?.test(line) === true && !elsewhere.test(text);
  const isRead = onlyChecks || (!printsState && (isKnownRead || hasReadVerb));
  if (isRead && !job.args.some((arg) => mayBecomeOption(arg))) return someFlow;
  // Many of them run a command elsewhere: `gcloud compute ssh vm --command='rm -rf /'`.
  findsHiddenCommand(job);
  ask(job, "network", `cloud.${job.name}`, `Runs ${shown(job)}.`);
  return someFlow;
}

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
  /^(?:create|update|set|unset|scale|start|stop|restart|apply|run|deploy|new|add|edit|put|push|pull|import|export|attach|detach|enable|disable|login|logout|switch|use|select|move|mv|cp|copy|rename|upgrade|install|init|invoke|execute|exec|send|publish|tag|untag|resize|rotate|restore|rollback|get-credentials|ssh|connect|proxy|forward|open|browse|token|clone|fork|sync|merge|approve|comment|close|reopen|rerun|watch|trigger|submit|promote|link|unlink|config-ssh|test|preview|up|down|refresh|wait-for)$/;

/** Options that send the question, and the login with it, to another place than the configured one. */
const elsewhere =
  /(?:^|\s)--?(?:endpoint\S*|(?:http-)?addr(?:ess)?|api-(?:url|server|host)|server|url|proxy|ca-\S+|flags-file|insecure\S*|cli-input-\S+)(?:[= ]|$)/;

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
  if (/^(?:vault|op|bw|pass|lpass|gopass|boundary|ansible|ansible-vault|terragrunt|salt|etcdctl)$/.test(name))
    return false;
  if (
    name === "aws" &&
    /\bs3api get-object\b|\bssm (?:get-parameter|start)|\blambda invoke|--cli-input|--endpoint-url|\bget-object\b/.test(
      text,
    )
  )
    return false;
  // `gh run view`, `gcloud run services list`: there the first word is a thing.
  const isThing = /^(?:gh|glab|gcloud|az|aws)$/.test(name);
  if (verbs.slice(isThing ? 1 : 0, 3).some((verb) => changes.test(verb))) return false;
  if (name === "aws") return readVerb.test(verbs[1] ?? "");
  if (/^(?:gcloud|az|oci|openstack)$/.test(name))
    return (
      readVerb.test(verbs.at(-1) ?? "") || verbs.slice(1).some((word) => /^(?:list|describe|show|get|read)$/.test(word))
    );
  if (name === "gh" && hasWeb(text)) return false;
  return readVerb.test(verbs[0] ?? "") || readVerb.test(verbs[1] ?? "") || readVerb.test(verbs[2] ?? "");
}

const hasWeb = (text: string) => /(?:^|\s)(?:-w|--web)\b/.test(text);

interface Special {
  risk: "destructive" | "escalate" | "exfil" | "opaque";
  ruleId: string;
  say: string;
}

function specials(job: Job, verbs: string[], text: string): Special | null {
  const [first = "", second = ""] = verbs;
  const destroy = (say: string): Special => ({ risk: "destructive", ruleId: "cloud.destroys", say });
  const expose = (say: string): Special => ({ risk: "exfil", ruleId: "secret.read", say });
  switch (job.name) {
    case "terraform":
    case "tofu":
    case "terragrunt":
      if (first === "destroy" || /(?:^|\s)-destroy\b/.test(text))
        return destroy("Destroys the infrastructure that the files describe.");
      if (/^(?:apply|run-all|refresh|import)$/.test(first) && /auto-approve/.test(text))
        return destroy("Changes infrastructure without showing the plan first.");
      if (first === "state" && /^(?:rm|push|mv|replace-provider)$/.test(second))
        return destroy("Changes what Terraform believes to exist.");
      if (/^(?:force-unlock|taint)$/.test(first) || (first === "workspace" && second === "delete"))
        return destroy("Changes what Terraform believes to exist.");
      if (
        (first === "output" && /-json|-raw/.test(text)) ||
        (first === "show" && /-json/.test(text)) ||
        (first === "state" && second === "pull")
      )
        return { risk: "exfil", ruleId: "secret.read", say: "Prints state, which holds secrets in plain text." };
      return null;
    case "pulumi":
      if (
        /^(?:destroy|cancel)$/.test(first) ||
        (first === "up" && /(?:-y|--yes|--skip-preview)\b/.test(text)) ||
        (first === "stack" && /^rm$/.test(second))
      )
        return destroy("Changes or destroys infrastructure without showing it first.");
      if (/--show-secrets/.test(text)) return expose("Prints secrets.");
      return null;
    case "aws":
      if (first === "configure" && second === "get" && /secret|token/.test(text)) return expose("Prints a credential.");
      if (
        first === "s3" &&
        ((/^(?:rm|rb|mv)$/.test(second) && (/--recursive|--force/.test(text) || second === "rb")) ||
          (second === "sync" && /--delete/.test(text)))
      )
        return destroy("Deletes objects in the bucket.");
      if (first === "s3" && second === "rm") return destroy("Deletes an object in the bucket.");
      if (first === "s3" && /^(?:cp|sync|mv)$/.test(second)) {
        if (/--acl[= ]public|--grants .*AllUsers/.test(text))
          return { risk: "exfil", ruleId: "exfil.public", say: "Makes the files public." };
        const source = operandsOf(job.args)[2];
        if (source !== undefined && !source.text.startsWith("s3:")) sendsFile(job, source, "aws s3");
      }
      if (/\b(?:modify-db-instance.*skip|--skip-final-snapshot|stop-logging|delete-trail|update-trail.*no-)/.test(text))
        return destroy("Removes data or the record of what is done.");
      if (/"?Action"?:\s*"DELETE"/i.test(text) || second === "leave-organization")
        return destroy("Removes something that others depend on.");
      if (/put-bucket-policy|public-read|0\.0\.0\.0\/0/.test(text))
        return { risk: "exfil", ruleId: "exfil.public", say: "Opens something to everyone." };
      return null;
    case "gh":
      if (first === "auth" && second === "status" && /(?:^|\s)(?:-t|--show-token)\b/.test(text))
        return expose("Prints the account's token.");
      if (first === "gist" && second === "create")
        return { risk: "exfil", ruleId: "exfil.public", say: "Publishes files." };
      if (first === "auth" && /^(?:token|setup-git)$/.test(second)) return expose("Prints the account's token.");
      if (first === "repo" && /^(?:delete|archive)$/.test(second))
        return destroy("Deletes or closes a whole repository.");
      if (first === "repo" && second === "create" && /--public\b/.test(text) && /--(?:push|source)\b/.test(text))
        return { risk: "exfil", ruleId: "exfil.public", say: "Publishes the repository." };
      if (first === "repo" && second === "edit" && /--visibility[= ]public/.test(text))
        return { risk: "exfil", ruleId: "exfil.public", say: "Makes the repository public." };
      if (first === "release" && second === "delete") return destroy("Deletes a release.");
      if (first === "secret" && /^(?:set|delete|remove)$/.test(second))
        return { risk: "escalate", ruleId: "cloud.rights", say: "Changes secrets of the repository." };
      if (first === "api" && /(?:-X|--method)[= ]?(?:DELETE|PUT|PATCH)/i.test(text))
        return destroy("Deletes or changes something through the API.");
      if (first === "extension" && /^(?:install|exec|upgrade)$/.test(second)) return null;
      if (first === "ssh-key" || first === "gpg-key")
        return /^(?:add|delete)$/.test(second)
          ? { risk: "escalate", ruleId: "cloud.rights", say: "Changes who may log in to the account." }
          : null;
      return null;
    case "vault":
      if (
        /^(?:kv (?:get|export)|read|unwrap|print|operator (?:init|unseal|generate-root)|token create)\b/.test(
          `${first} ${second}`,
        )
      )
        return expose("Prints secrets; they would go to the model and the log.");
      if (
        /^(?:kv (?:delete|destroy|metadata)|secrets (?:disable|move)|operator (?:seal|step-down)|token revoke|lease revoke|policy delete|auth disable|audit disable|delete)/.test(
          `${first} ${second}`,
        )
      )
        return destroy("Removes secrets, or the way to them.");
      if (/^(?:policy write|auth enable|write auth)/.test(`${first} ${second}`))
        return { risk: "escalate", ruleId: "cloud.rights", say: "Changes who may read secrets." };
      return null;
    case "op":
      return /^(?:read|run|inject)$/.test(first) ||
        (first === "item" && /^(?:get|share)$/.test(second)) ||
        first === "document"
        ? expose("Prints secrets.")
        : null;
    case "bw":
    case "lpass":
      return /^(?:get|show|export|list|unlock)$/.test(first) ? expose("Prints secrets.") : null;
    case "pass":
    case "gopass":
      if (/^(?:rm|remove|delete|mv|edit|insert|generate|git|init|recipients)$/.test(first))
        return /^(?:rm|remove|delete|init|recipients)$/.test(first)
          ? destroy("Removes passwords, or changes who can read them.")
          : null;
      return /^(?:ls|list|find|search|version|help|)$/.test(first) ? null : expose("Prints a password.");
    case "ansible": {
      const module = job.args[job.args.findIndex((arg) => arg.text === "-m") + 1]?.text;
      const code = job.args[job.args.findIndex((arg) => arg.text === "-a") + 1];
      if (
        job.args.some((arg) => arg.text === "-a") &&
        code !== undefined &&
        (module === undefined ||
          /^(?:shell|command|raw|script)$/.test(module) ||
          !job.args.some((arg) => arg.text === "-m"))
      ) {
        job.run.runText(code.text, job, { via: "ansible" });
      }
      return /state=absent/.test(text) && /path=\/\s|path=\/(?:etc|var|home|usr)?["'\s]?(?:$|\s)/.test(`${text} `)
        ? destroy("Deletes files on other machines.")
        : null;
    }
    case "ansible-vault":
      return /^(?:view|decrypt|edit)$/.test(first) ? expose("Prints or decrypts secrets.") : null;
    case "heroku":
      if (/^(?:config|config:get|pg:credentials:url|auth:token)$/.test(first))
        return expose("Prints secrets of the application.");
      if (/:(?:destroy|reset|promote|remove|unset|rollback)|^(?:pg:reset|ps:stop|maintenance:on)/.test(first))
        return /:(?:destroy|reset)/.test(first) ? destroy("Destroys an application or its data.") : null;
      return null;
    case "doppler":
    case "infisical":
    case "chamber":
      return /^(?:secrets|export|read|list|get)$/.test(first) ? expose("Prints secrets.") : null;
    case "ctr":
      return /--privileged|--mount\b.*src=\/,/.test(text)
        ? { risk: "escalate", ruleId: "escape.container", say: "Gives the container control of the host." }
        : null;
    case "crictl":
      return /^(?:rm|rmp|rmi|stop|stopp)$/.test(first) && /(?:-a|--all|--force|-f)\b/.test(text)
        ? destroy("Deletes containers of the node.")
        : null;
    case "kubeadm":
      return first === "reset" ? destroy("Takes the node out of the cluster and deletes its state.") : null;
    case "etcdctl":
      return /^(?:del|rm|rmdir|compaction|snapshot)$/.test(first) && second !== "status" && second !== "save"
        ? destroy("Deletes cluster state.")
        : null;
    case "virsh":
      return /^(?:destroy|undefine|vol-delete|pool-delete|pool-destroy|net-destroy|net-undefine|snapshot-delete|managedsave-remove|shutdown|reset|vol-wipe)$/.test(
        first,
      )
        ? destroy("Stops or deletes a virtual machine or its disks.")
        : null;
    case "rclone":
      if (
        /^(?:delete|deletefile|purge|rmdir|rmdirs|cleanup|dedupe|sync|bisync|move|moveto)$/.test(first) &&
        !/--dry-run|-n\b/.test(text)
      )
        return destroy("Deletes files at the destination.");
      if (/^(?:config|obscure|authorize)$/.test(first) && /^(?:show|dump|file)$/.test(second))
        return expose("Prints credentials.");
      if (/^(?:copy|copyto|rcat)$/.test(first)) {
        const source = operandsOf(job.args)[1];
        if (source !== undefined && !/^[\w-]+:/.test(source.text)) sendsFile(job, source, "rclone");
      }
      return null;
    case "gsutil":
    case "mc":
    case "s3cmd":
    case "azcopy":
      if (
        /^(?:rm|rb|remove|del|delete|mv)$/.test(first) ||
        (/(?:sync|rsync|mirror)$/.test(first) && /(?:-d\b|--delete|--remove)/.test(text))
      )
        return destroy("Deletes objects.");
      if (/^(?:acl|iam|policy|anonymous|setacl)$/.test(first) && /AllUsers|public|allUsers/.test(text))
        return { risk: "exfil", ruleId: "exfil.public", say: "Makes data public." };
      {
        const source = operandsOf(job.args)[1];
        if (/^(?:cp|copy|put|sync|mirror|rsync)$/.test(first) && source !== undefined && !/^\w+:\/\//.test(source.text))
          sendsFile(job, source, job.name);
      }
      return null;
    case "kafka-topics":
    case "kafka-topics.sh":
      return hasOption(job.args, "--delete") ? destroy("Deletes a topic with its messages.") : null;
    case "rabbitmqctl":
      return /^(?:delete_\w+|purge_queue|reset|force_reset|stop\w*|forget_cluster_node|clear_\w+|change_password|add_user|set_permissions|set_user_tags)$/.test(
        first,
      )
        ? destroy("Deletes messages or changes access.")
        : null;
    case "firebase":
      return /:(?:delete|remove|disable)/.test(first) ? destroy("Deletes data or a site.") : null;
    case "vagrant":
      if (first === "ssh") {
        const at = job.args.findIndex((arg) => arg.text === "-c");
        const code: Arg | undefined = at === -1 ? undefined : job.args[at + 1];
        if (code !== undefined) job.run.runText(code.text, job, { via: "vagrant ssh" });
      }
      return first === "destroy" ||
        (first === "box" && second === "remove") ||
        (first === "snapshot" && second === "delete")
        ? destroy("Deletes virtual machines.")
        : null;
    case "az":
      return /ad (?:sp|app) (?:create|credential)|role assignment (?:create|delete)/.test(text)
        ? { risk: "escalate", ruleId: "cloud.rights", say: "Changes who may do what." }
        : null;
    case "salt":
    case "salt-call":
      return /\bsystem\.(?:reboot|shutdown|halt|poweroff|init)\b|\bfile\.remove\b|\bpkg\.(?:remove|purge)\b/.test(
        text,
      ) ||
        (/cmd\.run|state\.apply/.test(text) && /rm -rf|reboot|shutdown/.test(text))
        ? destroy("Runs something destructive on other machines.")
        : null;
    default:
      return null;
  }
}

export const cloudJudges: Judges = Object.fromEntries(Object.keys(clis).map((name) => [name, cloud]));
