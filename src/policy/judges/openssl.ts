import { type Arg, type Flow, readable, someFlow } from "../../shell/index.ts";
import { holdsSecrets, readsFile, writesFile } from "../file-access.ts";
import { ask, danger, type Job } from "../job.ts";
import { parseArgs } from "../options.ts";
import { optionTable } from "../spec.ts";

/** Understood everywhere: where it reads and writes, and what loads a library. */
const always =
  "-in= -inform= -outform= -noout -text -out=> -writerand=> !-engine=! !-provider=! !-provider-path=! !-provider_path=!";

const digests = "-sha1 -sha224 -sha256 -sha384 -sha512 -sha3-256 -sha3-512 -md5 -hex -r -c -binary";

/** Sub-commands that only show something, with every option that keeps it so. */
const shows: Readonly<Record<string, string>> = {
  req: "-subject -verify -pubkey -modulus -nameopt= -reqopt=",
  x509: "-subject -issuer -dates -startdate -enddate -serial -hash -subject_hash -issuer_hash -fingerprint -sha1 -sha256 -sha512 -md5 -pubkey -modulus -purpose -email -ocsp_uri -ocspid -alias -ext= -checkend= -checkhost= -checkip= -checkemail= -nameopt= -certopt=",
  crl: "-issuer -lastupdate -nextupdate -hash -fingerprint -crlnumber -nameopt= -CAfile=",
  asn1parse: "-i -dump -dlimit= -offset= -length= -strparse=",
  version: "-a -v -b -o -f -p -d -e -m -r -c",
  ciphers: "-v -V -s -tls1 -tls1_1 -tls1_2 -tls1_3 -stdname -psk -srp",
  list: "-1 -verbose -commands -standard-commands -digest-commands -digest-algorithms -cipher-commands -cipher-algorithms -public-key-algorithms -public-key-methods -kdf-algorithms -mac-algorithms -signature-algorithms -key-managers -providers -disabled",
  verify:
    "-CAfile= -CApath= -untrusted= -trusted= -verbose -purpose= -crl_check -crl_check_all -CRLfile= -show_chain -partial_chain -x509_strict -verify_hostname= -no-CAfile -no-CApath",
  dgst: `${digests} -verify= -signature=`,
  md5: digests,
  sha1: digests,
  sha256: digests,
  sha512: digests,
  pkcs7: "-print_certs -print",
  errstr: "",
  rand: "-hex -base64",
  prime: "-hex -bits= -generate -safe -checks=",
};

/** Certificates and what is made of them may be shown, whatever the file is called, unless it is a key. */
const readsPublic = /^(?:x509|req|crl|verify|asn1parse|dgst|md5|sha\d+|pkcs7|cms|s_client|ocsp|version)$/;

/** Two dashes mean the same as one. */
const withOneDash = (arg: Arg): Arg => (/^--./.test(arg.text) ? { ...arg, text: arg.text.slice(1) } : arg);

/** openssl: showing certificates is harmless, talking is network, decoding and keys are neither. */
export function openssl(job: Job): Flow {
  const [first, ...rest] = job.args;
  const sub = first?.text ?? "";
  const listed = Object.hasOwn(shows, sub) ? shows[sub] : undefined;
  const table = optionTable({ words: true, options: `${always} ${listed ?? ""}` });
  const parsed = parseArgs(rest.map(withOneDash), table);
  let flow: Flow = job.stdin;
  for (const { name, value } of parsed.options) {
    if (name !== "-in" || value === null) continue;
    const isPublic = readsPublic.test(sub) && !/\.key$/.test(value.text);
    flow = isPublic && !holdsSecrets(value.text, job) ? someFlow : readsFile(job, value);
  }
  for (const { known, value } of parsed.options)
    if (known?.role === "write" && value !== null) writesFile(job, value, flow);
  if (parsed.options.some(({ known }) => known?.mark === "danger"))
    danger(job, "opaque", "option.runs-code", "Loads a library into openssl.", "Use openssl without it.");
  if (listed === undefined) return doesMore(job, sub, flow);
  const odd =
    parsed.options.find(({ known }) => known === null || (known.mark === "harmless" && known.role === "run"))?.arg ??
    parsed.uncertain[0];
  // Without -noout a request is made, or printed anew.
  const isMade = sub === "req" && !parsed.options.some(({ name }) => name === "-noout");
  if (odd !== undefined || isMade)
    ask(job, "write", "openssl.other", `Runs openssl ${sub} in a way that may do more than show something.`, {
      span: odd?.span ?? job.span,
    });
  return someFlow;
}

/** Sub-commands that encode, handle keys or talk. */
function doesMore(job: Job, sub: string, flow: Flow): Flow {
  switch (sub) {
    case "enc":
    case "base64":
    case "aes-256-cbc":
    case "aes-128-cbc":
      ask(job, "opaque", "openssl.encode", "Encrypts, decrypts or decodes.");
      return { ...flow, text: null, empty: false, decoded: true };
    case "rsa":
    case "pkey":
    case "ec":
    case "pkcs12":
    case "pkcs8":
    case "genrsa":
    case "genpkey":
      ask(job, "write", "openssl.key", "Works on a private key.");
      return { ...someFlow, secret: true };
    case "s_client":
      if (!job.stdin.empty && (job.stdin.secret || job.stdin.private))
        danger(
          job,
          "exfil",
          "exfil.sends",
          "Sends private data to another machine.",
          "Send named, harmless data only.",
        );
      ask(job, "network", "network.openssl", "Talks to another machine.");
      return { ...someFlow, fetched: true };
    case "s_server":
      ask(job, "network", "network.listens", "Opens a port on this machine.");
      return someFlow;
    default:
      ask(job, "opaque", "openssl.other", `Runs openssl ${readable(sub)}.`);
      return someFlow;
  }
}
