import { namesSecret } from "../../secrets/index.ts";
import { type Arg, type Flow, isDynamic, noFlow, plainArg, readable, someFlow } from "../../shell/index.ts";
import { judgedPath, writesFile } from "../file-access.ts";
import { ask, danger, type Job } from "../job.ts";
import { hasOption, operandsOf, optionValue } from "../options.ts";
import { curl } from "./curl.ts";
import type { Judges } from "./judge.ts";
import { speaksToSocket } from "./local-sockets.ts";
import { saysDestroy } from "./meaning.ts";
import {
  asksForCredentials,
  deletesByRequest,
  fetchedFlow,
  isLocal,
  leave,
  sends,
  sendsFile,
  sendsInput,
} from "./sending.ts";

function wget(job: Job): Flow {
  asksForCredentials(job);
  const how = "wget";
  const post = optionValue(job.args, "--post-file", "--body-file");
  if (post !== null) sendsFile(job, post, how);
  const hook = job.args.find((arg) => /^--(?:use-askpass|config|execute)|^-e/.test(arg.text));
  if (hook !== undefined)
    danger(
      job,
      "opaque",
      "option.runs-code",
      `${readable(hook.text)} makes wget run or obey something else.`,
      "Use wget without it.",
    );
  const log = optionValue(job.args, "-o", "--output-file", "-a", "--append-output");
  if (log !== null) writesFile(job, log, someFlow);
  const document = optionValue(job.args, "-O", "--output-document");
  const skip = new Set([
    document,
    post,
    optionValue(job.args, "-P", "--directory-prefix"),
    optionValue(job.args, "-o", "--output-file"),
    optionValue(job.args, "-T"),
    optionValue(job.args, "-t"),
    optionValue(job.args, "-U"),
    optionValue(job.args, "--header"),
  ]);
  const urls = operandsOf(job.args).filter((arg) => !skip.has(arg));
  const list = optionValue(job.args, "-i", "--input-file");
  if (list !== null && judgedPath(list.text, job).kind === "secret") sendsFile(job, list, how);
  for (const arg of job.args) if (!isLocal(arg.text) && !/^--header/.test(arg.text)) sends(job, arg, how);
  deletesByRequest(job, optionValue(job.args, "--method")?.text ?? "", urls);
  ask(
    job,
    "network",
    "network.wget",
    `Fetches ${readable(urls.map((url) => url.text).join(", ")) || "from a server"}.`,
  );
  const isStdout = document?.text === "-" || job.args.some((arg) => /^-[a-zA-Z]*O-$/.test(arg.text));
  if (hasOption(job.args, "--spider")) return someFlow;
  if (isStdout) return fetchedFlow;
  const clustered = job.args.findIndex((arg) => /^-[a-zA-Z]+O$/.test(arg.text));
  const target = document ?? (clustered === -1 ? null : (job.args[clustered + 1] ?? null));
  if (target?.text === "-") return fetchedFlow;
  const prefix = optionValue(job.args, "-P", "--directory-prefix");
  const folder = prefix === null ? "" : `${prefix.text}/`;
  // A list of addresses chooses the names, so the folder itself is at stake.
  if (prefix !== null && list !== null) writesFile(job, prefix, fetchedFlow);
  if (target !== null) writesFile(job, target, fetchedFlow);
  else
    for (const url of urls)
      writesFile(
        job,
        {
          ...url,
          text:
            folder +
            (url.text
              .replace(/[?#].*$/, "")
              .split("/")
              .at(-1) || "index.html"),
        },
        fetchedFlow,
      );
  return noFlow;
}

/** `nc -U PATH`, `socat - UNIX-CONNECT:PATH`. */
function socketPaths({ args }: Job): Arg[] {
  const addresses = args.flatMap((arg) => {
    const path = /^(?:UNIX|LOCAL|ABSTRACT|UNIX-CONNECT|UNIX-CLIENT|ABSTRACT-CONNECT|GOPEN):([^,]*)/i.exec(
      arg.text,
    )?.[1];
    return path === undefined ? [] : [{ ...arg, text: path }];
  });
  const isUnix = args.some((arg) => /^-[a-zA-Z]*U[a-zA-Z]*$|^--unixsock$/.test(arg.text));
  return isUnix ? [...addresses, ...operandsOf(args)] : addresses;
}

/** Raw sockets: a listening or connecting shell, or a pipe to somewhere. */
function netcat(job: Job): Flow {
  const text = job.args.map((arg) => arg.text).join(" ");
  if (hasOption(job.args, "-e", "-c", "--exec", "--sh-exec", "--lua-exec") || /EXEC:|SYSTEM:|SHELL:/i.test(text)) {
    danger(
      job,
      "exfil",
      "network.remote-shell",
      "Connects a program of this machine to the network: whoever is at the other end controls it.",
      "Use ssh.",
    );
    return fetchedFlow;
  }
  for (const path of socketPaths(job)) speaksToSocket(job, path);
  const onlyProbes = hasOption(job.args, "-z");
  const sendsSomething = !job.stdin.empty && job.stdin.text === null;
  if (!onlyProbes && (sendsSomething || job.stdin.secret) && !/\b(?:localhost|127\.0\.0\.1)\b/.test(text)) {
    danger(
      job,
      "exfil",
      "network.raw-socket",
      "Sends data through a raw network connection.",
      "Use curl or scp to a named service.",
    );
  } else if (job.name === "socat" && /OPEN:|CREATE:|GOPEN:|FILE:/i.test(text)) {
    danger(job, "exfil", "network.raw-socket", "Connects a file of this machine to the network.", "Use scp.");
  } else if (hasOption(job.args, "-l", "--listen") || /LISTEN/i.test(text))
    ask(job, "network", "network.listens", "Opens a port on this machine.");
  else ask(job, "network", "network.connects", `Connects to ${readable(text)}.`);
  return fetchedFlow;
}

/** Tools that resolve names can carry data out in the name. */
function lookup(job: Job): Flow {
  const list = optionValue(job.args, "-f", "-iL");
  if (list !== null && /^(?:dig|drill|kdig|fping|nmap)$/.test(job.name)) sendsFile(job, list, job.name);
  const report = job.args.findIndex((arg) => /^-o[NXGAS]$/.test(arg.text));
  const reported = report === -1 ? undefined : job.args[report + 1];
  if (reported !== undefined && job.name === "nmap") writesFile(job, reported, someFlow);
  const script = job.args.find((arg) => /^--(?:script|interactive|datadir|scriptdb)/.test(arg.text));
  const program =
    script === undefined ? "" : (script.text.split("=")[1] ?? job.args[job.args.indexOf(script) + 1]?.text ?? "");
  if (script !== undefined && (/[/.]/.test(program) || script.text === "--interactive"))
    danger(
      job,
      "opaque",
      "option.runs-code",
      `${readable(script.text)} makes ${job.name} run code from a file.`,
      "Use the scripts that come with it, by name.",
    );
  const bad = job.args.find(
    (arg) =>
      arg.flow !== null ||
      arg.variables.some((name) => namesSecret(name)) ||
      (arg.variables.length > 0 && /\./.test(arg.text) && isDynamic(arg)),
  );
  if (bad !== undefined)
    danger(
      job,
      "exfil",
      "exfil.dns",
      `Puts data of this machine into a name lookup (${readable(bad.text)}).`,
      "Look up a fixed name.",
    );
  else ask(job, "network", "network.lookup", `${job.name} talks to other machines.`);
  return fetchedFlow;
}

/** HTTP clients whose data options are not known one by one: anything private near them is danger. */
function httpClient(job: Job): Flow {
  asksForCredentials(job);
  const hook = job.args.find(
    (arg, index) =>
      (job.name === "mutt" && /^-[FeH]$/.test(job.args[index - 1]?.text ?? "")) ||
      /^--(?:exec|on-[\w-]+|post-process\w*|hook\w*)(?:=|$)/.test(arg.text),
  );
  if (hook !== undefined)
    danger(
      job,
      "opaque",
      "option.runs-code",
      `${readable(hook.text)} makes ${job.name} run a program.`,
      `Use ${job.name} without it.`,
    );
  const word = operandsOf(job.args)
    .slice(0, 3)
    .find((arg) => saysDestroy(arg.text) || (job.name === "nats" && /^(?:rm|del|purge)$/.test(arg.text)));
  if (word !== undefined)
    danger(
      job,
      "destructive",
      "network.deletes",
      `${job.name} ${word.text} removes data on another machine.`,
      "Name the one thing that goes.",
    );
  // What it fetches lands under the last part of the address.
  for (const url of operandsOf(job.args)) {
    const base =
      url.text
        .replace(/[?#].*$/, "")
        .split("/")
        .at(-1) ?? "";
    if (url.text.includes("/") && /\.\w+\//.test(url.text) && base !== "")
      job.shell.files.set(judgedPath(base, job).path, fetchedFlow);
  }
  for (const match of (job.stdin.text ?? "").matchAll(/^\s*(?:m?put|send|append)\s+(?:-\w+\s+)*(\S+)/gm))
    sendsFile(job, plainArg((match[1] ?? "").replace(/^~(?=\/)/, "\ufdd3"), job.span), job.name);
  sendsInput(job, job.name);
  if (job.stdin.file !== null && !isLocal(operandsOf(job.args).at(-1)?.text ?? ""))
    sendsFile(job, plainArg(job.stdin.file, job.span), job.name);
  for (const arg of job.args) {
    sends(job, arg, job.name);
    const file =
      /^(?:[\w.-]+:?=?@|@|--[\w-]+=@?)(.+)$/.exec(arg.text)?.[1] ??
      (/^[/~.\ufdd3]/u.test(arg.text) ? arg.text : undefined);
    if (file !== undefined && !/^\/\//.test(file)) sendsFile(job, { ...arg, text: file }, job.name);
  }
  ask(job, "network", `network.${job.name}`, `${job.name} talks to another machine.`);
  return fetchedFlow;
}

function clipboard(job: Job): Flow {
  if (/paste$/.test(job.name) || (/^(?:xclip|xsel)$/.test(job.name) && hasOption(job.args, "-o", "-out", "--output"))) {
    ask(job, "read", "private.clipboard", "Prints the clipboard, which often holds a password.");
    return { ...someFlow, private: true };
  }
  if (job.stdin.secret || job.stdin.private)
    danger(
      job,
      "exfil",
      "exfil.clipboard",
      "Copies private data to the clipboard, where other programs read it.",
      leave,
    );
  else ask(job, "write", "clipboard.write", "Changes the clipboard.");
  return someFlow;
}

const each = (names: string, judge: (job: Job) => Flow): Judges =>
  Object.fromEntries(names.split(" ").map((name) => [name, judge]));

export const networkJudges: Judges = {
  curl,
  ...each("wget wget2", wget),
  ...each("nc ncat netcat nc.openbsd nc.traditional socat telnet websocat pwncat cryptcat ztcp", netcat),
  ...each("dig nslookup host drill resolvectl-query kdig ping ping6 traceroute tracepath mtr whois fping nmap", lookup),
  ...each(
    "http https httpie xh curlie hurl lwp-request GET POST HEAD lynx w3m links elinks aria2c axel ftp lftp ncftp tftp smbclient mail mailx sendmail mutt swaks msmtp ssmtp telegram-send slack-cli ntfy wormhole croc transfer ffsend magic-wormhole termbin pastebinit gist ix s4cmd restic-push ab wrk hey siege vegeta k6 locust iperf iperf3 openssl-s_client grpcurl mosquitto_pub mosquitto_sub nats kcat kafkacat",
    httpClient,
  ),
  ...each("xclip xsel pbcopy pbpaste wl-copy wl-paste clip clip.exe", clipboard),
};
