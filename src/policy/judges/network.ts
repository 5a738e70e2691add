import { namesSecret } from "../../secrets/index.ts";
import { type Arg, type Flow, isDynamic, noFlow, plainArg, readable, someFlow } from "../../shell/index.ts";
import { judgeByRows } from "../effects/judge-effects.ts";
import { tell } from "../effects/tell.ts";
import { judgedPath, writesFile } from "../file-access.ts";
import type { Job } from "../job.ts";
import { judgeOption } from "../judge-spec.ts";
import { hasOption, operandsOf, optionValue, parseArgs } from "../options.ts";
import { optionTable } from "../spec.ts";
import { curl } from "./curl.ts";
import { type Judges, named } from "./judge.ts";
import { speaksToSocket } from "./local-sockets.ts";
import { saysDestroy } from "./meaning.ts";
import {
  asksForCredentials,
  deletesByRequest,
  fetchedFlow,
  isLocal,
  savedName,
  sends,
  sendsFile,
  sendsInput,
} from "./sending.ts";

const wgetOptions = optionTable({
  options: `-a=> --append-output=> -o=> --output-file=> -O= --output-document= -P= --directory-prefix= -i= --input-file=
    -T= --timeout= -t= --tries= -U= --user-agent= -e=! --execute=! --config=! --use-askpass=! --header= --method=
    --post-file= --body-file= --post-data= --body-data=`,
});

function wget(job: Job): Flow {
  asksForCredentials(job);
  const { options, operands: urls } = parseArgs(job.args, wgetOptions);
  const given = (...names: string[]) => options.find(({ name }) => names.includes(name))?.value ?? null;
  for (const option of options) judgeOption(job, option, { strict: false, title: "wget" });
  const upload = given("--post-file", "--body-file");
  if (upload !== null) sendsFile(job, upload, "wget");
  const list = given("-i", "--input-file");
  if (list !== null && judgedPath(list.text, job).kind === "secret") sendsFile(job, list, "wget");
  for (const arg of job.args) if (!isLocal(arg.text) && !arg.text.startsWith("--header")) sends(job, arg, "wget");
  deletesByRequest(job, given("--method")?.text ?? "", urls);
  const addresses = readable(urls.map((url) => url.text).join(", ")) || "from a server";
  tell(job, "talks", "network.wget", `Fetches ${addresses}.`);
  if (hasOption(job.args, "--spider")) return someFlow;
  const document = given("-O", "--output-document");
  if (document?.text === "-") return fetchedFlow;
  const folder = given("-P", "--directory-prefix");
  const prefix = folder === null ? "" : `${folder.text}/`;
  const saved = urls.map((url) => ({ ...url, text: prefix + (savedName(url) || "index.html") }));
  // A list of addresses chooses the names, so the folder itself is at stake.
  const listed = folder !== null && list !== null ? [folder] : [];
  for (const file of [...listed, ...(document === null ? saved : [document])]) writesFile(job, file, fetchedFlow);
  return noFlow;
}

/** Raw connections: what they are given is in the rows; here the sockets of this machine (`nc -U x`, `socat - UNIX:x`). */
function netcat(job: Job): Flow {
  const isUnix = hasOption(job.args, "-U", "--unixsock");
  for (const arg of job.args) {
    const [, path] = /^(?:UNIX|LOCAL|ABSTRACT|GOPEN)[\w-]*:([^,]*)/i.exec(arg.text) ?? [];
    if (path !== undefined || isUnix) speaksToSocket(job, { ...arg, text: path ?? arg.text });
  }
  return judgeByRows(job) ?? fetchedFlow;
}

/** Whatever looks a name up tells it to others, so data of this machine can leave in it. */
function lookup(job: Job): Flow {
  const list = optionValue(job.args, "-f", "-iL");
  if (list !== null && /^(?:dig|drill|kdig|fping|nmap)$/.test(job.name)) sendsFile(job, list, job.name);
  const report = job.args[job.args.findIndex((arg) => /^-o[NXGAS]$/.test(arg.text)) + 1];
  if (report !== undefined && report !== job.args[0]) writesFile(job, report, someFlow);
  const told = job.args.find(
    (arg) =>
      arg.flow !== null ||
      arg.variables.some((name) => namesSecret(name)) ||
      (arg.variables.length > 0 && arg.text.includes(".") && isDynamic(arg)),
  );
  if (told !== undefined) {
    const say = `Puts data of this machine into a name lookup (${readable(told.text)}).`;
    tell(job, "sends", "exfil.dns", say, { safer: "Look up a fixed name." });
  } else judgeByRows(job);
  return fetchedFlow;
}

/** Clients whose options are not known one by one: anything private near them is danger. */
function client(job: Job): Flow {
  asksForCredentials(job);
  const operands = operandsOf(job.args);
  const isMail = job.name === "mutt";
  const hook = job.args.find(
    ({ text }, at) =>
      /^--(?:exec|on-[\w-]+|post-process\w*|hook\w*)(?:=|$)/.test(text) ||
      (isMail && /^-[FeH]$/.test(job.args[at - 1]?.text ?? "")),
  );
  if (hook !== undefined)
    tell(job, "runs-unread", "option.runs-code", `${readable(hook.text)} makes ${job.name} run a program.`);
  const word = operands.slice(0, 3).find(({ text }) => saysDestroy(text) || /^(?:rm|del|purge)$/.test(text));
  if (word !== undefined)
    tell(job, "destroys", "network.deletes", `${job.name} ${word.text} removes data on another machine.`, { at: word });
  // What it fetches lands under the last part of the address.
  for (const url of operands)
    if (/\.\w+\//.test(url.text) && savedName(url) !== "")
      job.shell.files.set(judgedPath(savedName(url), job).path, fetchedFlow);
  sendsAll(job, operands);
  tell(job, "talks", `network.${job.name}`, `${job.name} talks to another machine.`);
  return fetchedFlow;
}

/** Files that it is given by name, in a script of its own, or as its input. */
function sendsAll(job: Job, operands: readonly Arg[]): undefined {
  const script = [...(job.stdin.text ?? "").matchAll(/^\s*(?:m?put|send|append)\s+(?:-\w+\s+)*(\S+)/gm)];
  const input = job.stdin.file === null || isLocal(operands.at(-1)?.text ?? "") ? [] : [job.stdin.file];
  for (const text of [...script.map((match) => (match[1] ?? "").replace(/^~(?=\/)/, "\ufdd3")), ...input])
    sendsFile(job, plainArg(text, job.span), job.name);
  sendsInput(job, job.name);
  for (const arg of job.args) {
    sends(job, arg, job.name);
    const [, named, file = named] = /^(?:(?:[\w.-]+:?=?@|@|--[\w-]+=@?)(.+)|([/~.\ufdd3].*))$/su.exec(arg.text) ?? [];
    if (file !== undefined && !file.startsWith("//")) sendsFile(job, { ...arg, text: file }, job.name);
  }
}

export const networkJudges: Judges = {
  curl,
  ...named("wget wget2", wget),
  ...named("nc ncat netcat nc.openbsd nc.traditional socat telnet websocat pwncat cryptcat ztcp", netcat),
  ...named(
    "dig nslookup host drill resolvectl-query kdig ping ping6 traceroute tracepath mtr whois fping nmap",
    lookup,
  ),
  ...named(
    `http https httpie xh curlie hurl lwp-request GET POST HEAD lynx w3m links elinks aria2c axel ftp lftp ncftp tftp smbclient
    mail mailx sendmail mutt swaks msmtp ssmtp telegram-send slack-cli ntfy wormhole croc transfer ffsend magic-wormhole
    termbin pastebinit gist ix s4cmd restic-push ab wrk hey siege vegeta k6 locust iperf iperf3 openssl-s_client grpcurl
    mosquitto_pub mosquitto_sub nats kcat kafkacat`,
    client,
  ),
};
