import { type Arg, plainArg } from "../../shell/index.ts";
import type { Job } from "../job.ts";
import { hasOption, operandsOf, optionValue } from "../options.ts";
import { sendsFile } from "./sending.ts";

/** What is dangerous in one client of a cloud and would not be found by its verbs. */
export interface Special {
  risk: "destructive" | "escalate" | "exfil" | "opaque";
  ruleId: string;
  say: string;
}

export function specials(job: Job, verbs: string[], text: string): Special | null {
  const [first = "", second = ""] = verbs;
  const destroy = (say: string): Special => ({ risk: "destructive", ruleId: "cloud.destroys", say });
  const expose = (say: string): Special => ({ risk: "exfil", ruleId: "secret.read", say });
  switch (job.name) {
    case "terraform":
    case "tofu":
    case "terragrunt":
      if (first === "destroy" || /(?:^|\s)-destroy\b/.test(text))
        return destroy("Destroys the infrastructure that the files describe.");
      if (
        /^(?:apply|run-all|run|refresh|import)$/.test(first) &&
        job.args.some((arg) => /^--?(?:auto-approve(?!=false)|(?:terragrunt-)?non-interactive)/.test(arg.text))
      )
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
    case "cdk":
    case "cdktf":
      return optionValue(job.args, "--require-approval")?.text === "never" || hasOption(job.args, "--auto-approve")
        ? destroy("Changes infrastructure and rights without showing them first.")
        : null;
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
    case "glab":
    case "tea":
      return first === "api" && /^(?:DELETE|PUT|PATCH)$/i.test(optionValue(job.args, "-X", "--method")?.text ?? "")
        ? destroy("Deletes or changes something through the API.")
        : null;
    case "gh":
      if (first === "auth" && second === "status" && /(?:^|\s)(?:-t|--show-token)\b/.test(text))
        return expose("Prints the account's token.");
      if (first === "config" && second === "get" && /token|password|secret/.test(text))
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
    case "consul":
      return first === "kv" && /^(?:get|export)$/.test(second)
        ? expose("Prints stored values, secrets among them.")
        : null;
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
      ansibleModule(job, module ?? "", code?.text ?? "");
      return null;
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
      return /^(?:rm|rmp|rmi|stop|stopp)$/.test(first) && hasOption(job.args, "-a", "--all", "-f", "--force")
        ? destroy("Deletes containers of the node.")
        : null;
    case "kubeadm":
      return first === "reset" ? destroy("Takes the node out of the cluster and deletes its state.") : null;
    case "etcdctl":
      return /^(?:del|rm|rmdir|compaction|snapshot)$/.test(first) && second !== "status" && second !== "save"
        ? destroy("Deletes cluster state.")
        : null;
    case "virsh":
      if (/\+ext:|[?&](?:command|netcat|proxy)=/.test(optionValue(job.args, "-c", "--connect")?.text ?? ""))
        return { risk: "opaque", ruleId: "option.runs-code", say: "Runs a program to reach the virtual machines." };
      return /^(?:destroy|undefine|vol-delete|pool-delete|pool-destroy|net-destroy|net-undefine|snapshot-delete|managedsave-remove|shutdown|reset|vol-wipe)$/.test(
        first,
      )
        ? destroy("Stops or deletes a virtual machine or its disks.")
        : null;
    case "rclone":
      if (
        job.args.some((arg) =>
          /^--(?:password-command|sftp-ssh|sftp-server-command|metadata-mapper|webdav-bearer-token-command)\b|,(?:ssh|\w*command)=/.test(
            arg.text,
          ),
        )
      )
        return { risk: "opaque", ruleId: "option.runs-code", say: "Runs a program of the line's own choice." };
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
    case "s5cmd":
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
    case "puppet": {
      const code = optionValue(job.args, "-e", "--execute")?.text ?? "";
      return /ensure\s*=>\s*['"]?(?:absent|purged)|\bexec\s*\{|\bforce\s*=>/.test(code)
        ? destroy("Removes something, or runs commands, by the code it is given.")
        : null;
    }
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

/** Modules that do what a command does, as that command. */
function ansibleModule(job: Job, module: string, settings: string): undefined {
  const value = (name: string) => new RegExp(`(?:^|\\s)${name}=("[^"]*"|'[^']*'|\\S+)`).exec(settings)?.[1] ?? "";
  const plain = (name: string) => value(name).replaceAll(/^["']|["']$/g, "");
  const run = (...words: string[]) =>
    job.run.runArgv(
      words.map((word) => plainArg(word, job.span)),
      job,
      { via: "ansible" },
    );
  const short = module.replace(/^(?:ansible\.)?(?:builtin|posix|legacy)\./, "").replace(/^ansible\.\w+\./, "");
  const isAbsent = /^(?:absent|purged|removed)$/.test(plain("state"));
  if (short === "file" && isAbsent) run("rm", "-rf", plain("path") || plain("dest") || plain("name"));
  else if (short === "user" && isAbsent) run("userdel", plain("name"));
  else if (/^(?:apt|yum|dnf|package)$/.test(short) && isAbsent) run("apt-get", "remove", plain("name") || plain("pkg"));
  else if (/^(?:service|systemd(?:_service)?)$/.test(short) && /^(?:stopped|restarted)$/.test(plain("state")))
    run("systemctl", plain("state") === "stopped" ? "stop" : "restart", plain("name"));
  else if (/^(?:copy|template|lineinfile|blockinfile)$/.test(short)) run("tee", plain("dest") || plain("path"));
  else if (/^(?:reboot|shutdown)$/.test(short)) run("reboot");
}
