import { type Arg, type Flow, isDynamic, noFlow, plainArg, readable, someFlow } from "../../shell/index.ts";
import { holdsSecrets, judgedPath, writesFile } from "../file-access.ts";
import { ask, danger, type Job } from "../job.ts";
import { hasOption, operandsOf, optionValue } from "../options.ts";
import { runsShellText } from "../runners/shell-text.ts";
import type { Judges } from "./judge.ts";
import { sendsFile, sendsInput } from "./sending.ts";

const sshValued = new Set([..."BbcDEeFIiJLlmOopQRSWw"].map((letter) => `-${letter}`));
const runningOption =
  /^(?:ProxyCommand|LocalCommand|PermitLocalCommand|KnownHostsCommand|RemoteCommand|PKCS11Provider|SecurityKeyProvider|Match|Include|ProxyUseFdpass|XAuthLocation|SmartcardDevice)\b/i;
const weakOption = /^(?:StrictHostKeyChecking\s*[= ]\s*(?:no|off)|UserKnownHostsFile\s*[= ]\s*\/dev\/null)/i;

/** Options that make ssh and its relatives run a local program. Returns the words that are no options. */
function sshOptions(job: Job, valued: Set<string>): Arg[] {
  const operands: Arg[] = [];
  for (let i = 0; i < job.args.length; i++) {
    const arg = job.args[i] as Arg;
    const { text } = arg;
    if (!text.startsWith("-") || text === "-") {
      operands.push(arg);
      // ssh reads options after the host as well; the command begins at the second word.
      if (operands.length === 1 && job.name === "ssh") continue;
      operands.push(...job.args.slice(i + 1));
      break;
    }
    const name = text.slice(0, 2);
    const takes = valued.has(name);
    const value = takes
      ? text.length > 2
        ? { ...arg, text: text.slice(2) }
        : (job.args[++i] ?? plainArg("", arg.span))
      : null;
    if (name === "-o" && value !== null) judgeSshOption(job, value);
    if (name === "-I" && value !== null) runsLocally(job, `-I ${readable(value.text)}`, arg);
    if (name === "-E" && value !== null && job.name === "ssh") writesFile(job, value, someFlow);
    if (/^-[SFeD]$/.test(name) && value !== null && job.name !== "ssh")
      runsLocally(job, `${name} ${readable(value.text)}`, arg);
    if (/^-[a-zA-Z]*[Rw]/.test(text) && job.name === "ssh") {
      danger(
        job,
        "escalate",
        "ssh.backdoor",
        "Opens a way into this machine from the other one.",
        "Use ssh without -R.",
        { span: arg.span },
      );
    }
    if (/^-[DL]$/.test(name) && /^(?:0\.0\.0\.0|\*|\[::\]|):/.test(value?.text ?? "") && job.name === "ssh")
      danger(
        job,
        "exfil",
        "exfil.serves",
        `Opens a way through this machine to everyone on the network (${name} ${readable(value?.text ?? "")}).`,
        "Bind it to 127.0.0.1.",
        { span: arg.span },
      );
    else if (name === "-D" && value !== null && job.name === "ssh")
      ask(job, "network", "ssh.tunnel", `Opens a way through the network (${name} ${readable(value.text)}).`);
    if (
      name === "-F" &&
      value !== null &&
      job.name === "ssh" &&
      (isDynamic(value) || /^\/tmp|^\/dev|^\/var\/tmp/.test(value.text))
    )
      runsLocally(job, `-F ${readable(value.text)}`, arg);
    if (name === "-A" && job.name === "ssh")
      ask(job, "escalate", "ssh.agent", "Lends the login keys to the other machine.");
  }
  return operands;
}

function judgeSshOption(job: Job, value: Arg): undefined {
  if (runningOption.test(value.text.trim()) || isDynamic(value)) runsLocally(job, readable(value.text), value);
  else if (weakOption.test(value.text.trim()))
    ask(job, "network", "ssh.unverified", "Does not check which machine it talks to.", { span: value.span });
}

function runsLocally(job: Job, what: string, at: Arg): undefined {
  danger(
    job,
    "opaque",
    "ssh.runs-code",
    `${what} makes ${job.name} run a program on this machine.`,
    `Use ${job.name} without it.`,
    { span: at.span },
  );
}

function ssh(job: Job): Flow {
  const [host, ...command] = sshOptions(job, sshValued);
  if (host === undefined) {
    ask(job, "network", "ssh.bare", "ssh without a host.");
    return someFlow;
  }
  if (isDynamic(host) || host.text.startsWith("-")) {
    danger(
      job,
      "opaque",
      "ssh.dynamic",
      "Which machine it logs in to is only known at run time.",
      "Write the host's name.",
    );
    return someFlow;
  }
  ask(job, "network", "ssh.login", `Logs in to ${readable(host.text)}.`, {
    target: { kind: "host", value: readable(host.text), dynamic: false },
  });
  sendsInput(job, `ssh ${readable(host.text)}`);
  const rest = command.filter((arg, index) => !(index === 0 && arg.text === "--"));
  if (rest.length > 0) {
    const text = rest.map((arg) => arg.text).join(" ");
    const outer = { ...job.shell, cwd: "", variables: new Map(), files: new Map(), functions: new Map() };
    runsShellText({ ...job, shell: outer }, text, `ssh ${readable(host.text)}`, job.stdin.empty ? noFlow : job.stdin);
  } else if (!job.stdin.empty && job.stdin.text !== null)
    runsShellText(job, job.stdin.text, `ssh ${readable(host.text)}`);
  else if (!job.stdin.empty && job.stdin.file === null)
    danger(
      job,
      "opaque",
      "run.unread",
      "Runs text that another command prints, on another machine.",
      "Write the commands out.",
    );
  return { ...someFlow, fetched: true };
}

const isRemote = (text: string) => /^[^/]*:(?!\\)|^\w+:\/\//.test(text) && !/^[A-Za-z]:[\\/]/.test(text);

function scp(job: Job): Flow {
  const operands = sshOptions(job, new Set(["-c", "-F", "-i", "-J", "-l", "-o", "-P", "-S", "-D", "-X"])).filter(
    (arg) => !arg.text.startsWith("-"),
  );
  transfer(job, operands);
  return noFlow;
}

/** Copies between machines: what leaves must not be private, what arrives is a write. */
function transfer(job: Job, operands: readonly Arg[]): undefined {
  const destination = operands.at(-1);
  const sources = operands.slice(0, -1);
  if (destination === undefined) return ask(job, "network", "network.copy", `${job.name} without a destination.`);
  const leaves = isRemote(destination.text);
  for (const source of sources) {
    if (!leaves && !isRemote(source.text) && holdsSecrets(source.text, job) && !judgedPath(source.text, job).isOwn)
      sendsFile(job, source, job.name);
    if (leaves && !isRemote(source.text)) sendsFile(job, source, `${job.name} to ${readable(destination.text)}`);
  }
  if (leaves) {
    const path = destination.text.replace(/^[^:]*:+/, "");
    if (/(?:^|\/)\.ssh\/|\.bashrc|\.profile|^\/etc\/|crontab|^\/(?:usr\/)?s?bin\//i.test(path))
      danger(
        job,
        "escalate",
        "persistence.remote",
        `Changes ${readable(path)} on the other machine.`,
        "Copy to a directory of the application.",
      );
    ask(job, "network", "network.copy", `Copies to ${readable(destination.text)}.`, {
      target: { kind: "host", value: readable(destination.text), dynamic: isDynamic(destination) },
    });
  } else {
    if (sources.some((source) => isRemote(source.text)))
      ask(job, "network", "network.copy", "Copies from another machine.");
    const isDirectory = ["home", "here", "root", "system-directory"].includes(judgedPath(destination.text, job).kind);
    const base = sources[0]?.text.replace(/\/+$/, "").split(/[/:]/).at(-1) ?? "";
    const landing = isDirectory ? { ...destination, text: `${destination.text}/${base}` } : destination;
    writesFile(job, landing, { ...someFlow, fetched: sources.some((source) => isRemote(source.text)) });
  }
}

const rsyncValued = new Set(
  "-e --rsh -f --filter --exclude --include --exclude-from --include-from --files-from -B --block-size -T --temp-dir --log-file --bwlimit --port --password-file --timeout --max-size --min-size --partial-dir --backup-dir --suffix --compare-dest --copy-dest --link-dest --chmod --chown --out-format --max-delete --rsync-path -M --remote-option --contimeout --info --debug --address --usermap --groupmap".split(
    " ",
  ),
);

function rsync(job: Job): Flow {
  const operands: Arg[] = [];
  job.args.forEach((arg, index) => {
    if (
      !arg.text.startsWith("-") &&
      !rsyncValued.has(job.args[index - 1]?.text ?? "") &&
      !/^-[a-zA-Z]*e$/.test(job.args[index - 1]?.text ?? "")
    )
      operands.push(arg);
  });
  const clustered = job.args.findIndex((arg) => /^-[a-zA-Z]*e$/.test(arg.text));
  const shell =
    clustered !== -1
      ? (job.args[clustered + 1] ?? null)
      : (optionValue(job.args, "--rsh") ?? optionValue(job.args, "-e"));
  const isPlainSsh =
    shell === null ||
    /^ssh(?:\s+(?:-[46aCqTvx]+|-[pil]\s*[\w./\ufdd3][\w./\ufdd3-]*|-o\s*(?:StrictHostKeyChecking|UserKnownHostsFile|ConnectTimeout|Port|IdentityFile|BatchMode)(?:\s*=\s*|\s+)[\w./][\w./-]*))*$/iu.test(
      shell.text,
    );
  if (!isPlainSsh && shell !== null) runsLocally(job, `-e "${readable(shell.text)}"`, shell);
  const path = optionValue(job.args, "--rsync-path");
  if (path !== null && !/^(?:sudo\s+)?[\w./-]*rsync$/.test(path.text))
    danger(
      job,
      "opaque",
      "ssh.runs-code",
      `--rsync-path runs "${readable(path.text)}" on the other machine.`,
      "Use rsync without it.",
    );
  const deletes =
    job.args.some((arg) => /^--(?:delete|del)/.test(arg.text)) || hasOption(job.args, "--remove-source-files");
  const destination = operands.at(-1);
  if (deletes && destination !== undefined && !onlyTries(job)) deletesMissing(job, destination);
  transfer(job, operands);
  return noFlow;
}

/** Whether -n stands among options without a value, in front of all others: behind one that takes a value it may be that. */
function onlyTries(job: Job): boolean {
  const end = job.args.findIndex(
    ({ text }) => !/^-[avzhrRnPiutpoglDHAXxSWcq]+$|^--(?:dry-run|del\w*|archive|stats)$/.test(text),
  );
  return job.args.slice(0, end === -1 ? undefined : end).some(({ text }) => /^-\w*n|^--dry-run$/.test(text));
}

function deletesMissing(job: Job, destination: Arg): undefined {
  danger(
    job,
    "destructive",
    "delete.sync",
    `Deletes everything in ${readable(destination.text)} that the source does not have.`,
    "Look first: rsync -n --delete …",
    { span: destination.span },
  );
}

function sftp(job: Job): Flow {
  sshOptions(job, new Set(["-B", "-b", "-c", "-D", "-F", "-i", "-J", "-l", "-o", "-P", "-R", "-S", "-s", "-X"]));
  for (const match of (job.stdin.text ?? "").matchAll(/^\s*(?:m?put)\s+(?:-\w+\s+)*(\S+)/gm))
    sendsFile(job, plainArg(match[1] ?? "", job.span), "sftp");
  sendsInput(job, "sftp");
  ask(job, "network", "network.copy", "Copies files from or to another machine.");
  return { ...someFlow, fetched: true };
}

function copyKey(job: Job): Flow {
  danger(
    job,
    "escalate",
    "persistence.key",
    `Lets the holder of a key log in to ${readable(operandsOf(job.args).at(-1)?.text ?? "another machine")} from now on.`,
    "Let a person add keys.",
  );
  return noFlow;
}

function keygen(job: Job): Flow {
  const file = optionValue(job.args, "-f");
  const only = job.args
    .filter((arg) => arg.text.startsWith("-"))
    .map((arg) => arg.text.slice(1))
    .join("");
  if (/^[lFBvEf]*$/.test(only.replaceAll(/md5|sha256/gi, "")) && /[lFB]/.test(only)) return someFlow;
  if (/^[yfPe]*$/.test(only) && only.includes("y") && file !== null) return someFlow;
  if (hasOption(job.args, "-D") || job.args.some((arg) => /provider|\.so\b/i.test(arg.text)))
    danger(job, "opaque", "option.runs-code", "Loads a library into ssh-keygen.", "Use a key file.");
  if (hasOption(job.args, "-R")) ask(job, "write", "ssh.known-hosts", "Forgets the identity of a host.");
  else ask(job, "write", "ssh.keygen", "Creates or changes a key.");
  if (file !== null && !job.stdin.empty && judgedPath(file.text, job).kind === "secret")
    danger(
      job,
      "destructive",
      "overwrite.secret",
      "Replaces a private key without being asked.",
      "Create the key under a new name.",
    );
  if (
    file !== null &&
    ["account", "secret", "login"].includes(judgedPath(file.text, job).kind) &&
    hasOption(job.args, "-p")
  )
    danger(job, "escalate", "overwrite.secret", "Changes a private key.", "Let a person change keys.");
  return noFlow;
}

/** Mounts through ssh, whose options travel in one comma list. */
function sshfs(job: Job): Flow {
  const hook = job.args.find((arg) =>
    /(?:ssh_command|sftp_server|ProxyCommand|LocalCommand|KnownHostsCommand)/i.test(arg.text),
  );
  if (hook !== undefined || hasOption(job.args, "-F"))
    runsLocally(job, readable(hook?.text ?? "-F"), hook ?? (job.args[0] as Arg));
  ask(job, "network", "mount.remote", "Mounts a directory of another machine.");
  return noFlow;
}

export const remoteJudges: Judges = {
  sshfs,
  ssh,
  slogin: ssh,
  // Its own letter is about watching the connection; the rest is ssh's.
  autossh: (job) => {
    const args = job.args.filter((arg, index) => !/^-M/.test(arg.text) && job.args[index - 1]?.text !== "-M");
    return ssh({ ...job, name: "ssh", args });
  },
  mosh: ssh,
  sshpass: (job) => {
    const at = job.args.findIndex((arg) => /^(?:ssh|scp|rsync|sftp)$/.test(arg.text));
    ask(job, "escalate", "ssh.password", "Hands a password to ssh.");
    return at === -1 ? someFlow : job.run.runArgv(job.args.slice(at), job, { via: "sshpass", stdin: job.stdin });
  },
  scp,
  sftp,
  rsync,
  "ssh-copy-id": copyKey,
  "ssh-keygen": keygen,
};
