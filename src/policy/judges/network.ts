import { type Arg, isDynamic, plainArg, readable } from "../arg.ts";
import { judgedPath, readsFile, writesFile } from "../file-access.ts";
import { type Flow, noFlow, someFlow } from "../flow.ts";
import { ask, danger, type Job } from "../job.ts";
import { hasOption, operandsOf, optionValue } from "../options.ts";
import type { PathKind } from "../paths.ts";
import { namesSecret } from "../variables.ts";
import type { Judges } from "./judge.ts";
import { saysDestroy } from "./unknown.ts";

const leave = "Send named, harmless data only.";
const fetchedFlow: Flow = { ...someFlow, fetched: true };
const privateKinds: PathKind[] = [
  "secret",
  "account",
  "system",
  "system-directory",
  "root",
  "home",
  "home-entry",
  "login",
  "kernel",
  "device",
  "policy",
];

const isLocal = (text: string) =>
  /^(?:\w+:\/\/)?(?:[^@/]*@)?(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?|0\.0\.0\.0)(?:[:/]|$)/.test(text);

/** Judges what a command sends: a secret, a file of home or system, or something that is only known at run time. */
export function sends(job: Job, arg: Arg, how: string): undefined {
  const secret = arg.variables.find((name) => namesSecret(name));
  if (secret !== undefined) exposes(job, `$${secret}`, how, arg);
  else if (arg.flow?.secret === true || arg.flow?.private === true)
    exposes(job, "the output of a command that reads private data", how, arg);
}

export function sendsFile(job: Job, file: Arg, how: string): undefined {
  if (file.text === "-" || file.text === "") return sendsInput(job, how);
  const { kind, path, isOwn } = judgedPath(file.text, job);
  if (isOwn && (kind === "project" || kind === "here")) return;
  if (privateKinds.includes(kind) || path.startsWith("\ufdd3") || isDynamic(file) || kind === "here")
    exposes(job, readable(path), how, file);
  if (file.flow?.secret === true) exposes(job, "private data", how, file);
}

export function sendsInput(job: Job, how: string): undefined {
  if (job.stdin.secret || job.stdin.private) exposes(job, "private data from the pipe", how);
}

function exposes(job: Job, what: string, how: string, arg?: Arg): undefined {
  danger(
    job,
    "exfil",
    "exfil.sends",
    `Sends ${what} to another machine (${how}).`,
    leave,
    arg === undefined ? {} : { span: arg.span },
  );
}

const curlData = new Set(
  "-d --data --data-ascii --data-binary --data-raw --data-urlencode --json -F --form --form-string".split(" "),
);
const curlUpload = new Set(["-T", "--upload-file"]);
const curlValued = new Set(
  "-o --output -H --header -X --request -u --user -A --user-agent -e --referer -b --cookie -c --cookie-jar -m --max-time --connect-timeout --retry --retry-delay -x --proxy -E --cert --key --cacert -w --write-out -K --config --resolve --interface -r --range -C --continue-at -Y -y --limit-rate --url -D --dump-header --unix-socket --abstract-unix-socket --output-dir --ciphers --proxy-user --oauth2-bearer --aws-sigv4 -t --telnet-option -z --time-cond -Q --quote --max-filesize --max-redirs -U --noproxy --netrc-file --trace --trace-ascii --stderr --etag-save --etag-compare --hostpubmd5 --libcurl --variable --expand-data --expand-url".split(
    " ",
  ),
);

interface CurlOption {
  name: string;
  value: Arg;
}

/** curl's own option grammar: letters cluster, and the rest of a cluster is the value of the first that takes one. */
function curlOptions(args: readonly Arg[]): { options: CurlOption[]; flags: Set<string>; urls: Arg[] } {
  const options: CurlOption[] = [];
  const flags = new Set<string>();
  const urls: Arg[] = [];
  const takes = (name: string) => curlData.has(name) || curlUpload.has(name) || curlValued.has(name);
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as Arg;
    const { text } = arg;
    if (text.startsWith("--")) {
      const [name = "", attached] = text.split(/=(.*)/s);
      if (takes(name))
        options.push({
          name,
          value: attached === undefined ? (args[++i] ?? plainArg("", arg.span)) : { ...arg, text: attached },
        });
      else flags.add(name);
    } else if (text.startsWith("-") && text.length > 1) {
      for (let at = 1; at < text.length; at++) {
        const name = `-${text[at]}`;
        flags.add(name);
        if (!takes(name)) continue;
        options.push({
          name,
          value: at + 1 < text.length ? { ...arg, text: text.slice(at + 1) } : (args[++i] ?? plainArg("", arg.span)),
        });
        break;
      }
    } else urls.push(arg);
  }
  return { options, flags, urls };
}

function curl(job: Job): Flow {
  const { options, flags, urls } = curlOptions(job.args);
  const targets = [...urls, ...options.filter((option) => option.name === "--url").map((option) => option.value)];
  const local = targets.length > 0 && targets.every((url) => isLocal(url.text));
  const how = `curl ${readable(targets[0]?.text ?? "")}`;
  let output: Arg | null = null;
  for (const { name, value } of options) {
    if (curlData.has(name)) {
      const named = name === "--data-urlencode" ? /^[^=@]*@(.*)$/s : /^(?:[^=@<]*=)?[@<](.*)$/s;
      const file = named.exec(value.text)?.[1];
      const readsFiles = name !== "--data-raw" && name !== "--form-string";
      if (file !== undefined && readsFiles) {
        const source: Arg = { ...value, text: (file.split(";")[0] ?? "").replace(/^~(?=\/)/, "\ufdd3") };
        if (local && judgedPath(source.text, job).kind !== "secret") continue;
        sendsFile(job, source, how);
      } else if (!local) sends(job, value, how);
    } else if (curlUpload.has(name)) {
      if (!local) sendsFile(job, value, how);
    } else if (name === "-o" || name === "--output") {
      output = value;
      writesFile(job, value, fetchedFlow);
    } else if (/^(?:-c|--cookie-jar|-D|--dump-header|--trace|--trace-ascii|--stderr|--etag-save|--libcurl)$/.test(name))
      writesFile(job, value, someFlow);
    else if (name === "-K" || name === "--config")
      danger(
        job,
        "opaque",
        "option.runs-code",
        `curl reads its options from ${readable(value.text)}.`,
        "Write the options out.",
      );
    else if (/socket$/.test(name)) {
      if (/docker\.sock|containerd|crio/.test(value.text))
        danger(
          job,
          "escalate",
          "escape.socket",
          `Talks to ${readable(value.text)}, which controls the whole machine.`,
          "Use the docker command.",
        );
    } else if (name === "-b" || name === "--cookie" || name === "--cert" || name === "--key") {
      /* Credentials in their own place: what the option is for. */
    } else if (!/^(?:-H|--header|-u|--user|--oauth2-bearer)$/.test(name) && !local) sends(job, value, how);
    else if (value.flow?.secret === true || (value.flow?.private === true && !local))
      exposes(job, "private data", how, value);
  }
  if (!local) for (const url of targets) sends(job, url, how);
  const method = options.find((option) => option.name === "-X" || option.name === "--request")?.value.text ?? "";
  const wide = targets.find((url) => /\*|_all\b|:9200\/|:2379\//.test(url.text));
  if (/^delete$/i.test(method) && wide !== undefined) {
    danger(
      job,
      "destructive",
      "network.deletes",
      `Deletes everything behind ${readable(wide.text)}.`,
      "Name the one thing that goes.",
    );
  }
  for (const url of targets) {
    if (/^file:/i.test(url.text)) return readsFile(job, { ...url, text: url.text.replace(/^file:\/{0,2}/i, "") });
    if (flags.has("-O") || flags.has("--remote-name") || flags.has("--remote-name-all")) {
      const name =
        url.text
          .replace(/[?#].*$/, "")
          .split("/")
          .at(-1) ?? "";
      writesFile(job, { ...url, text: name }, fetchedFlow);
    }
  }
  if (
    options.some((option) => curlUpload.has(option.name) && option.value.text === "-") ||
    options.some((option) => curlData.has(option.name) && /@-$/.test(option.value.text))
  )
    sendsInput(job, how);
  ask(job, "network", "network.curl", `Talks to ${readable(targets.map((url) => url.text).join(", ")) || "a server"}.`);
  return output === null ? fetchedFlow : noFlow;
}

function wget(job: Job): Flow {
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
  for (const arg of job.args) if (!isLocal(arg.text) && !/^--header/.test(arg.text)) sends(job, arg, how);
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
  else if (job.args.some((arg) => /^@/.test(arg.text)) && hasOption(job.args, "-f"))
    ask(job, "network", "network.lookup", "Looks up a list of names.");
  else ask(job, "network", "network.lookup", `${job.name} talks to other machines.`);
  return fetchedFlow;
}

/** HTTP clients whose data options are not known one by one: anything private near them is danger. */
function httpClient(job: Job): Flow {
  const word = operandsOf(job.args)
    .slice(0, 3)
    .find((arg) => saysDestroy(arg.text));
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
  ...each("nc ncat netcat nc.openbsd nc.traditional socat telnet websocat pwncat cryptcat", netcat),
  ...each("dig nslookup host drill resolvectl-query kdig ping ping6 traceroute tracepath mtr whois fping nmap", lookup),
  ...each(
    "http https httpie xh curlie hurl lwp-request GET POST HEAD lynx w3m links elinks aria2c axel ftp lftp ncftp tftp smbclient mail mailx sendmail mutt swaks msmtp ssmtp telegram-send slack-cli ntfy wormhole croc transfer ffsend magic-wormhole termbin pastebinit gist ix rclone mc s3cmd s4cmd azcopy gsutil restic-push ab wrk hey siege vegeta k6 locust iperf iperf3 openssl-s_client grpcurl mosquitto_pub mosquitto_sub nats kcat kafkacat",
    httpClient,
  ),
  ...each("xclip xsel pbcopy wl-copy clip clip.exe", clipboard),
};
