import { type Arg, elsewhere, type Flow, isDynamic, noFlow, plainArg, readable, someFlow } from "../../shell/index.ts";
import { judgeByRows } from "../effects/judge-effects.ts";
import { tell } from "../effects/tell.ts";
import { isFedUnseen } from "../fetched-files.ts";
import { holdsSecrets, judgedPath, writesFile } from "../file-access.ts";
import { ask, type Job } from "../job.ts";
import { hasOption, parseArgs } from "../options.ts";
import { runsShellText } from "../runners/shell-text.ts";
import { optionTable } from "../spec.ts";
import type { Judges } from "./judge.ts";
import { fetchedFlow, sendsFile, sendsInput } from "./sending.ts";

const sshOptions = optionTable({
  options: "-B= -b= -c= -D= -E= -e= -F= -I= -i= -J= -L= -l= -m= -O= -o= -p= -Q= -R= -S= -W= -w=",
});
const copyOptions = optionTable({ options: "-c= -D= -F= -i= -J= -l= -o= -P= -S= -X=" });
const rsyncOptions = optionTable({
  options: `-e= --rsh= -f= --filter= --exclude= --include= --exclude-from= --include-from= --files-from= -B= --block-size= -T=
    --temp-dir= --log-file= --bwlimit= --port= --password-file= --timeout= --max-size= --min-size= --partial-dir=
    --backup-dir= --suffix= --compare-dest= --copy-dest= --link-dest= --chmod= --chown= --out-format= --max-delete=
    --rsync-path= -M= --remote-option= --contimeout= --info= --debug= --address= --usermap= --groupmap=`,
});

/** What arrives is unpacked, loaded or cloned there. */
const takesApart =
  /\b(?:bsd|g)?tar\b[^|;&]*?\s(?:-?[a-zA-Z]*x|--(?:extract|get)\b)|\bcpio\s+-\w*i|\bpax\s+-\w*r|\b(?:un|7)zip\b|\b(?:docker|podman|nerdctl)\s+(?:image\s+)?(?:load|import)\b|\b(?:ctr|crictl|k3s)\b.*\bimport\b/;

/** ssh reads options behind the host as well; the command begins at the next word. */
function ssh(job: Job): Flow {
  const [host, ...rest] = parseArgs(job.args, sshOptions, { stopAtOperand: true }).operands;
  if (host === undefined) {
    tell(job, "talks", "ssh.bare", "ssh without a host.");
    return someFlow;
  }
  const command = parseArgs(rest, sshOptions, { stopAtOperand: true }).operands;
  const leading = { ...job, args: job.args.slice(0, job.args.length - command.length) };
  judgeByRows(leading);
  const name = readable(host.text);
  if (isDynamic(host) || host.text.startsWith("-")) {
    const say = "Which machine it logs in to is only known at run time.";
    tell(job, "runs-unread", "ssh.dynamic", say, { safer: "Write the host's name." });
    return someFlow;
  }
  ask(job, "network", "ssh.login", `Logs in to ${name}.`, { target: { kind: "host", value: name, dynamic: false } });
  const text = command.map((arg) => arg.text).join(" ");
  sendsInput(job, `ssh ${name}`, { isKept: command.length > 0 && !takesApart.test(text) });
  if (command.length > 0) {
    const shell = { ...elsewhere(job.shell), variables: new Map(), files: new Map(), functions: new Map() };
    runsShellText({ ...job, shell }, text, `ssh ${name}`, job.stdin.empty ? noFlow : job.stdin);
  } else if (!job.stdin.empty && job.stdin.text !== null) runsShellText(job, job.stdin.text, `ssh ${name}`);
  else if (isFedUnseen(job))
    tell(job, "runs-unread", "run.unread", "Runs text that another command prints, on another machine.");
  return fetchedFlow;
}

const isRemote = ({ text }: Arg): boolean => /^[^/]*:(?!\\)|^\w+:\/\//.test(text) && !/^[A-Za-z]:[\\/]/.test(text);

/** Files of another machine that decide what runs there. */
const startsThere = /(?:^|\/)\.ssh\/|\.bashrc|\.profile|^\/etc\/|crontab|^\/(?:usr\/)?s?bin\//i;

/** Copies between machines: what leaves must not be private, what arrives is a write. */
function transfer(job: Job, operands: readonly Arg[]): undefined {
  const destination = operands.at(-1);
  const sources = operands.slice(0, -1);
  if (destination === undefined) return tell(job, "talks", "network.copy", `${job.name} without a destination.`);
  const to = readable(destination.text);
  const arrives = sources.filter(isRemote);
  const isLeaving = isRemote(destination);
  for (const source of sources.filter((arg) => !isRemote(arg))) {
    const isKey = holdsSecrets(source.text, job) && !judgedPath(source.text, job).isOwn;
    if (isLeaving || isKey) sendsFile(job, source, `${job.name} to ${to}`);
  }
  if (!isLeaving) {
    if (arrives.length > 0) tell(job, "talks", "network.copy", "Copies from another machine.");
    const isFolder = ["home", "here", "root", "system-directory"].includes(judgedPath(destination.text, job).kind);
    const name = sources[0]?.text.replace(/\/+$/, "").split(/[/:]/).at(-1) ?? "";
    const landing = isFolder ? { ...destination, text: `${destination.text}/${name}` } : destination;
    return writesFile(job, landing, { ...someFlow, fetched: arrives.length > 0 });
  }
  const path = destination.text.replace(/^[^:]*:+/, "");
  if (startsThere.test(path))
    tell(job, "escalates", "persistence.remote", `Changes ${readable(path)} on the other machine.`);
  ask(job, "network", "network.copy", `Copies to ${to}.`, {
    target: { kind: "host", value: to, dynamic: isDynamic(destination) },
  });
}

function scp(job: Job): Flow {
  judgeByRows(job);
  transfer(job, parseArgs(job.args, copyOptions).operands);
  return noFlow;
}

function sftp(job: Job): Flow {
  judgeByRows(job);
  for (const match of (job.stdin.text ?? "").matchAll(/^\s*(?:m?put)\s+(?:-\w+\s+)*(\S+)/gm))
    sendsFile(job, plainArg(match[1] ?? "", job.span), "sftp");
  sendsInput(job, "sftp");
  tell(job, "talks", "network.copy", "Copies files from or to another machine.");
  return fetchedFlow;
}

function rsync(job: Job): Flow {
  const { options, operands } = parseArgs(job.args, rsyncOptions);
  const given = (...names: string[]) => options.find(({ name }) => names.includes(name))?.value ?? null;
  const shell = given("-e", "--rsh");
  if (shell !== null) connectsWith(job, shell);
  const path = given("--rsync-path");
  if (path !== null && !/^(?:sudo\s+)?[\w./-]*rsync$/.test(path.text)) {
    const say = `--rsync-path runs "${readable(path.text)}" on the other machine.`;
    tell(job, "runs-unread", "ssh.runs-code", say, { at: path });
  }
  const destination = operands.at(-1);
  const deletes = hasOption(job.args, "--remove-source-files") || options.some(({ name }) => /^--del/.test(name));
  if (deletes && destination !== undefined && !onlyTries(job)) {
    const say = `Deletes everything in ${readable(destination.text)} that the source does not have.`;
    tell(job, "destroys", "delete.sync", say, { at: destination, safer: "Look first: rsync -n --delete …" });
  }
  transfer(job, operands);
  return noFlow;
}

/** The program that connects: ssh in plain words is judged as itself, and any other runs here. */
function connectsWith(job: Job, shell: Arg): undefined {
  const [first, ...words] = shell.text.split(/\s+/);
  const isPlain = first === "ssh" && words.every((word) => /^[\w./=:@\ufdd3-]+$/u.test(word)) && !hasFile(words);
  if (isPlain) judgeByRows({ ...job, name: "ssh", args: words.map((word) => plainArg(word, shell.span)) });
  else
    tell(job, "runs-unread", "ssh.runs-code", `-e "${readable(shell.text)}" makes rsync run a program here.`, {
      at: shell,
    });
}

/** Another file of settings, or a socket, can do anything. */
const hasFile = (words: readonly string[]): boolean => words.some((word) => /^-\w*[FSI]/.test(word));

/** Whether -n stands among options without a value, in front of all others: behind one that takes a value it may be that. */
function onlyTries(job: Job): boolean {
  const end = job.args.findIndex(
    ({ text }) => !/^-[avzhrRnPiutpoglDHAXxSWcq]+$|^--(?:dry-run|del\w*|archive|stats)$/.test(text),
  );
  return job.args.slice(0, end === -1 ? undefined : end).some(({ text }) => /^-\w*n|^--dry-run$/.test(text));
}

/** Its own letter is about watching the connection; the rest is ssh's. */
function autossh(job: Job): Flow {
  const isOwn = (arg: Arg | undefined) => arg?.text.startsWith("-M") === true;
  return ssh({ ...job, args: job.args.filter((arg, at) => !isOwn(arg) && job.args[at - 1]?.text !== "-M") });
}

function sshpass(job: Job): Flow {
  const at = job.args.findIndex((arg) => /^(?:ssh|scp|rsync|sftp)$/.test(arg.text));
  ask(job, "escalate", "ssh.password", "Hands a password to ssh.");
  return at === -1 ? someFlow : job.run.runArgv(job.args.slice(at), job, { via: "sshpass", stdin: job.stdin });
}

export const remoteJudges: Judges = { ssh, slogin: ssh, mosh: ssh, autossh, sshpass, scp, sftp, rsync };
