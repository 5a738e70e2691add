import { type Arg, type Flow, noFlow, plainArg, readable, someFlow } from "../../shell/index.ts";
import { judgedPath, readsFile, writesFile } from "../file-access.ts";
import { ask, danger, type Job } from "../job.ts";
import { speaksToSocket } from "./local-sockets.ts";
import {
  asksForCredentials,
  deletesByRequest,
  exposes,
  fetchedFlow,
  isLocal,
  sends,
  sendsFile,
  sendsInput,
} from "./sending.ts";

const curlData = new Set(
  "-d --data --data-ascii --data-binary --data-raw --data-urlencode --url-query --json -F --form --form-string".split(
    " ",
  ),
);
/** Ports and paths of the container engine: whoever may create containers there owns the machine. */
const engine = /:237[56]\/|\/containers\/(?:create|\w+\/(?:start|exec))/;
const curlUpload = new Set(["-T", "--upload-file"]);
const curlValued = new Set(
  "-o --output -H --header --proxy-header -X --request -u --user -A --user-agent -e --referer -b --cookie -c --cookie-jar -m --max-time --connect-timeout --retry --retry-delay -x --proxy -E --cert --key --cacert -w --write-out -K --config --resolve --interface -r --range -C --continue-at -Y -y --limit-rate --url -D --dump-header --unix-socket --abstract-unix-socket --output-dir --ciphers --proxy-user --oauth2-bearer --aws-sigv4 -t --telnet-option -z --time-cond -Q --quote --max-filesize --max-redirs -U --noproxy --netrc-file --trace --trace-ascii --stderr --etag-save --etag-compare --hostpubmd5 --libcurl --variable --expand-data --expand-url".split(
    " ",
  ),
);

/** A header in which a token belongs; what is a key to more than one service belongs into none. */
const isLogin = (header: Arg): boolean =>
  /^[\w-]*(?:auth|token|key|cookie|credential|signature|secret|apikey)[\w-]*\s*:/i.test(header.text) &&
  !header.variables.some((name) => /^AWS_SECRET|PRIVATE_KEY|DATABASE_URL|SSH/i.test(name));

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

export function curl(job: Job): Flow {
  asksForCredentials(job);
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
    else if (/socket$/.test(name)) speaksToSocket(job, value);
    else if (name === "--output-dir") writesFile(job, { ...value, text: `${value.text}/fetched` }, fetchedFlow);
    else if (/^(?:-b|--cookie)$/.test(name) && judgedPath(value.text, job).kind === "secret")
      sendsFile(job, value, how);
    else if (/^(?:-H|--header|--proxy-header)$/.test(name) && value.text.startsWith("@"))
      sendsFile(job, { ...value, text: value.text.slice(1) }, how);
    else if (name === "-b" || name === "--cookie" || name === "--cert" || name === "--key") {
      /* Credentials in their own place: what the option is for. */
    } else if (!/^(?:-H|--header|-u|--user|--oauth2-bearer)$/.test(name) && !local) sends(job, value, how);
    else if (!local && /^(?:-H|--header)$/.test(name) && !isLogin(value)) sends(job, value, how);
    else if (value.flow?.secret === true || (value.flow?.private === true && !local))
      exposes(job, "private data", how, value);
  }
  if (!local) for (const url of targets) sends(job, url, how);
  const method = options.find((option) => option.name === "-X" || option.name === "--request")?.value.text ?? "";
  const controls = targets.find((url) => engine.test(url.text));
  if (controls !== undefined && options.some(({ name }) => /^(?:-X|--request|-d|--data\S*|--json)$/.test(name)))
    danger(
      job,
      "escalate",
      "escape.socket",
      `Controls the container engine through ${readable(controls.text)}, and with it the whole machine.`,
      "Use the docker command.",
    );
  const removesMany = targets.find((url) => /_delete_by_query|_cat\/.*delete/.test(url.text));
  if (removesMany !== undefined)
    danger(
      job,
      "destructive",
      "network.deletes",
      `Deletes everything that a query finds (${readable(removesMany.text)}).`,
      "Count first: _count with the same query.",
    );
  deletesByRequest(job, method, targets);
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
