import { type Arg, type Flow, someFlow } from "../../shell/index.ts";
import { readsFile, writesFile } from "../file-access.ts";
import { ask, danger, type Job } from "../job.ts";
import { hasOption, parseArgs } from "../options.ts";
import { printedBy } from "../printed-flow.ts";
import { optionTable } from "../spec.ts";

/** What every sub-command knows: where it reads and writes, and what loads a library. */
const table = optionTable({
  words: true,
  options:
    "-in=< -out=> -writerand=> !loads:-engine=! !loads:-provider=! !loads:-provider-path=! !loads:-provider_path=!",
});

/** Sub-commands that do more than show something. What the others show is proved by their forms, or asked about. */
const subCommands = {
  "enc base64 aes-256-cbc aes-128-cbc": ["opaque", "openssl.encode", "Encrypts, decrypts or decodes."],
  "rsa pkey ec pkcs12 pkcs8 genrsa genpkey": ["write", "openssl.key", "Works on a private key."],
  s_client: ["network", "network.openssl", "Talks to another machine."],
  s_server: ["network", "network.listens", "Opens a port on this machine."],
} as const;

/** Two dashes mean the same as one. */
const withOneDash = (arg: Arg): Arg => (/^--./.test(arg.text) ? { ...arg, text: arg.text.slice(1) } : arg);

export function openssl(job: Job): Flow {
  const [sub, ...rest] = job.args;
  const { options } = parseArgs(rest.map(withOneDash), table);
  let flow: Flow = job.stdin;
  const read = options.flatMap(({ known, value }) => (known?.role === "read" && value !== null ? [value] : []));
  // Of a key among the names that a loop goes through it prints nothing.
  const isCertificate = sub?.text === "x509" && hasOption(rest.map(withOneDash), "-noout");
  for (const value of read) if (!(isCertificate && value.names === true)) flow = readsFile(job, value);
  for (const { known, value } of options) if (known?.role === "write" && value !== null) writesFile(job, value, flow);
  if (options.some(({ known }) => known?.mark === "danger"))
    danger(job, "opaque", "option.runs-code", "Loads a library into openssl.", "Use openssl without it.");
  const found = Object.entries(subCommands).find(([names]) => names.split(" ").includes(sub?.text ?? ""))?.[1];
  // It knows no end of options in front of its sub-commands, where their forms would look behind it.
  if (sub?.text === "--") ask(job, "opaque", "openssl.other", "It is not known what openssl takes -- for.");
  if (found === undefined) return someFlow;
  const [risk, rule, say] = found;
  if (sub?.text === "s_client" && (job.stdin.secret || job.stdin.private))
    danger(job, "exfil", "exfil.sends", "Sends private data to another machine.", "Send named, harmless data only.");
  ask(job, risk, rule, say);
  if (rule === "openssl.encode") return { ...flow, text: null, empty: false, decoded: true };
  return printedBy(risk === "network" ? "fetched" : "secret");
}
