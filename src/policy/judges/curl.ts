import { type Arg, type Flow, noFlow, readable, someFlow } from "../../shell/index.ts";
import { tell } from "../effects/tell.ts";
import { judgedPath, readsFile, writesFile } from "../file-access.ts";
import type { Job } from "../job.ts";
import { type FoundOption, parseArgs } from "../options.ts";
import { optionTable } from "../spec.ts";
import { speaksToSocket } from "./local-sockets.ts";
import {
  asksForCredentials,
  deletesByRequest,
  exposes,
  fetchedFlow,
  isLocal,
  savedName,
  sends,
  sendsFile,
  sendsInput,
} from "./sending.ts";

/** Options that take a value; `=>` writes it, `=!` reads more options from it. */
const curlOptions = optionTable({
  options: `-F= -d= --data= --data-ascii= --data-binary= --data-raw= --data-urlencode= --url-query= --json= --form= --form-string=
    -T= --upload-file= -o=> --output=> -c=> --cookie-jar=> -D=> --dump-header=> --trace=> --trace-ascii=> --stderr=>
    --etag-save=> --libcurl=> --output-dir=> -K=! --config=! -H= --header= --proxy-header= -X= --request= -u= --user=
    -A= --user-agent= -e= --referer= -b= --cookie= -m= --max-time= --connect-timeout= --retry= --retry-delay= -x= --proxy=
    -E= --cert= --key= --cacert= -w= --write-out= --resolve= --interface= -r= --range= -C= --continue-at= -Y= -y=
    --limit-rate= --url= --unix-socket= --abstract-unix-socket= --ciphers= --proxy-user= --oauth2-bearer= --aws-sigv4=
    -t= --telnet-option= -z= --time-cond= -Q= --quote= --max-filesize= --max-redirs= -U= --noproxy= --netrc-file=
    --etag-compare= --hostpubmd5= --variable= --expand-data= --expand-url=`,
});

const body = /^(?:-[dF]|--(?:data(?:-ascii|-binary|-raw|-urlencode)?|url-query|json|form(?:-string)?))$/;
const upload = /^(?:-T|--upload-file)$/;
const header = /^(?:-H|--header)$/;
/** Where a credential belongs: what the option is for. */
const credential = /^(?:-[bHu]|--(?:cookie|cert|key|header|user|oauth2-bearer))$/;

/** Ports and paths of the container engine: whoever may create containers there owns the machine. */
const engine = /:237[56]\/|\/containers\/(?:create|\w+\/(?:start|exec))/;

/** A header in which a token belongs; what is a key to more than one service belongs into none. */
const isLogin = ({ text, variables }: Arg): boolean =>
  /^[\w-]*(?:auth|token|key|cookie|credential|signature|secret|apikey)[\w-]*\s*:/i.test(text) &&
  !variables.some((name) => /^AWS_SECRET|PRIVATE_KEY|DATABASE_URL|SSH/i.test(name));

interface Transfer {
  how: string;
  /** It only talks to this machine. */
  local: boolean;
}

export function curl(job: Job): Flow {
  asksForCredentials(job);
  const { options, operands } = parseArgs(job.args, curlOptions);
  const valuesOf = (names: RegExp) =>
    options.flatMap(({ name, value }) => (names.test(name) && value !== null ? [value] : []));
  const urls = [...operands, ...valuesOf(/^--url$/)];
  const local = urls.length > 0 && urls.every((url) => isLocal(url.text));
  const how = `curl ${readable(urls[0]?.text ?? "")}`;
  for (const option of options) judgeValue(job, option, { how, local });
  if (!local) for (const url of urls) sends(job, url, how);
  requests(job, urls, { method: valuesOf(/^(?:-X|--request)$/), isSending: valuesOf(body).length > 0 });
  const file = urls.find((url) => /^file:/i.test(url.text));
  if (file !== undefined) return readsFile(job, { ...file, text: file.text.replace(/^file:\/{0,2}/i, "") });
  if (options.some(({ name }) => /^(?:-O|--remote-name(?:-all)?)$/.test(name)))
    for (const url of urls) writesFile(job, { ...url, text: savedName(url) }, fetchedFlow);
  if (valuesOf(upload).some(({ text }) => text === "-") || valuesOf(body).some(({ text }) => text.endsWith("@-")))
    sendsInput(job, how);
  const addresses = readable(urls.map((url) => url.text).join(", ")) || "a server";
  tell(job, "talks", "network.curl", `Talks to ${addresses}.`);
  return valuesOf(/^(?:-o|--output)$/).length === 0 ? fetchedFlow : noFlow;
}

function judgeValue(job: Job, { name, value, known }: FoundOption, { how, local }: Transfer): undefined {
  if (value === null) return;
  if (body.test(name)) return sendsBody(job, name, value, { how, local });
  if (upload.test(name)) return local ? undefined : sendsFile(job, value, how);
  if (name === "--output-dir") return writesFile(job, { ...value, text: `${value.text}/fetched` }, fetchedFlow);
  if (known?.role === "write") return writesFile(job, value, /^(?:-o|--output)$/.test(name) ? fetchedFlow : someFlow);
  if (known?.role === "run")
    return tell(job, "runs-unread", "option.runs-code", `curl reads its options from ${readable(value.text)}.`, {
      safer: "Write the options out.",
    });
  if (name.endsWith("socket")) return speaksToSocket(job, value) ?? undefined;
  const isCookies = /^(?:-b|--cookie)$/.test(name) && judgedPath(value.text, job).kind === "secret";
  if (isCookies) return sendsFile(job, value, how);
  if (/header$|^-H$/.test(name) && value.text.startsWith("@"))
    return sendsFile(job, { ...value, text: value.text.slice(1) }, how);
  const isMisplaced = !credential.test(name) || (header.test(name) && !isLogin(value));
  if (isMisplaced && !local) sends(job, value, how);
  else if (value.flow?.secret === true || (value.flow?.private === true && !local))
    exposes(job, "private data", how, value);
}

/** `@FILE` and `name=@FILE` are what is in the file. */
function sendsBody(job: Job, name: string, value: Arg, { how, local }: Transfer): undefined {
  const named = name === "--data-urlencode" ? /^[^=@]*@(.*)$/s : /^(?:[^=@<]*=)?[@<](.*)$/s;
  const file = /raw$|string$/.test(name) ? undefined : named.exec(value.text)?.[1];
  if (file === undefined) return local ? undefined : sends(job, value, how);
  const source = { ...value, text: (file.split(";")[0] ?? "").replace(/^~(?=\/)/, "\ufdd3") };
  if (!local || judgedPath(source.text, job).kind === "secret") sendsFile(job, source, how);
}

/** What the request itself does on the other side. */
function requests(
  job: Job,
  urls: readonly Arg[],
  { method, isSending }: { method: readonly Arg[]; isSending: boolean },
): undefined {
  const controls = urls.find((url) => engine.test(url.text));
  if (controls !== undefined && (isSending || method.length > 0)) {
    const say = `Controls the container engine through ${readable(controls.text)}, and with it the whole machine.`;
    tell(job, "escalates", "escape.socket", say, { safer: "Use the docker command." });
  }
  const removesMany = urls.find((url) => /_delete_by_query|_cat\/.*delete/.test(url.text));
  if (removesMany !== undefined) {
    const say = `Deletes everything that a query finds (${readable(removesMany.text)}).`;
    tell(job, "destroys", "network.deletes", say, { safer: "Count first: _count with the same query." });
  }
  deletesByRequest(job, method[0]?.text ?? "", urls);
}
