import { type Arg, plainArg, readable } from "../arg.ts";
import { bringsTo, broughtTo, isUnread } from "../brought.ts";
import { holdsSecrets, judgedPath, mayWriteUnattended, readsFile, writesFile } from "../file-access.ts";
import { type Flow, mixFlows, noFlow, someFlow } from "../flow.ts";
import { ask, danger, type Job } from "../job.ts";
import { hasOption, onlyOptions, operandsOf, optionValue, parseArgs } from "../options.ts";
import { optionTable } from "../spec.ts";
import { deletesPath } from "./deletes.ts";
import type { Judges } from "./judge.ts";
import { packed, tar } from "./tar.ts";

const compressOptions =
  "-123456789abcdefhklnNqrtvVzC -S= -b= -T= -M= -o=> -F= -p= --stdout --to-stdout --test --list --decompress --uncompress --keep --force --quiet --verbose --fast --best --suffix= --threads= --recursive --name --no-name --rm";

/** Compressors replace the file they pack; with -c or -t they only print or test. */
function compress(job: Job): Flow {
  const given = parseArgs(job.args, optionTable({ effect: "read", options: compressOptions })).options.map(
    ({ name }) => name,
  );
  const prints = given.some((name) => /^(?:-[ctl]|--(?:stdout|to-stdout|test|list))$/.test(name));
  const files = operandsOf(job.args);
  // A list of names in a file stands for operands, and every one of them is replaced.
  if (job.args.some((arg) => /^--file(?:s|s0|list)/.test(arg.text)))
    ask(job, "write", "write.list", `${job.name} changes the files that a list names.`);
  const unpacks =
    hasOption(job.args, "-d", "--decompress", "--uncompress") ||
    /^(?:gunzip|bunzip2|unxz|unzstd|unlz4)$/.test(job.name);
  const flow =
    files.length === 0
      ? job.stdin
      : files.reduce<Flow>((sum, operand) => (prints ? mixFlows(sum, readsFile(job, operand)) : sum), noFlow);
  if (!prints && files.length > 0) for (const operand of files) writesFile(job, operand, someFlow);
  return { ...flow, empty: false, text: null, file: null, decoded: flow.decoded || unpacks };
}

function zip(job: Job): Flow {
  const runs = job.args.find((arg) => /^(?:-TT|--unzip-command)/.test(arg.text));
  if (runs !== undefined)
    danger(job, "opaque", "option.runs-code", "zip -TT runs a program.", "Test the archive with unzip -t.");
  const [archive, ...files] = operandsOf(job.args);
  if (hasOption(job.args, "-m", "--move"))
    for (const file of files) deletesPath(job, file, { recursive: true, how: "Packs, then deletes" });
  for (const file of files) if (holdsSecrets(file.text, job)) readsFile(job, file);
  const content = packed(job, files);
  if (archive?.text === "-") {
    ask(job, "read", "archive.create", "Packs files and prints the archive.");
    return content;
  }
  if (archive !== undefined) writesFile(job, archive, content);
  return someFlow;
}

const overwrites = ["root", "system-directory", "program", "account", "home", "login", "secret", "kernel"];

/** What unpacks into a folder writes there under names that the archive chooses. */
function unpacks(job: Job, folder: string | null): Flow {
  if (folder !== null && overwrites.includes(judgedPath(folder, job).kind))
    danger(
      job,
      "destructive",
      "overwrite.extract",
      `Unpacks over ${readable(folder)}.`,
      "Unpack into an empty folder of the project.",
    );
  else ask(job, "write", "write.extract", "Unpacks an archive.");
  for (const written of [...operandsOf(job.args).slice(1), plainArg(folder ?? ".", job.span)])
    mayWriteUnattended(job, written);
  if (operandsOf(job.args).some((arg) => isUnread(broughtTo(job, arg.text)))) bringsTo(job, folder ?? ".");
  return noFlow;
}

/** What is in an archive is judged by the names of its members; without any it may be everything. */
function printsMembers(job: Job, archive: Arg | undefined, members: readonly Arg[]): Flow {
  if (archive !== undefined) readsFile(job, archive);
  for (const member of members) readsFile(job, member);
  if (members.length === 0)
    ask(job, "read", "private.everything", "Prints everything that an archive holds, secrets included.");
  return { ...someFlow, decoded: true };
}

function unzip(job: Job): Flow {
  const letters = job.args.filter((arg) => arg.text.startsWith("-")).map((arg) => arg.text);
  // Proof needs every letter to be a harmless one: `-o/etc` has a t as well.
  if (
    letters.length > 0 &&
    letters.every((text) => /^-[lvtZqhz12smTCP-]+$/.test(text)) &&
    letters.some((text) => /[ltvZ]/.test(text))
  )
    return someFlow;
  if (letters.some((text) => /^-[pc]+q*$/.test(text))) {
    const [archive, ...members] = operandsOf(job.args);
    return printsMembers(job, archive, members);
  }
  return unpacks(job, optionValue(job.args, "-d")?.text ?? null);
}

/** 7-Zip and RAR say by a word what they do. */
function byWord(job: Job): Flow {
  const [word, archive, ...files] = operandsOf(job.args);
  const verb = word?.text ?? "";
  if (/^(?:l|t|i|h|lb|lt|lta|v|vb|vt)$/.test(verb)) return someFlow;
  const moves = verb === "m" || verb === "mf" || job.args.some((arg) => /^-(?:sdel|df|dr|dw)$/.test(arg.text));
  if (moves) for (const file of files) deletesPath(job, file, { recursive: true, how: "Packs, then deletes" });
  if (/^(?:a|u|m|mf|f)$/.test(verb)) {
    for (const file of files) if (holdsSecrets(file.text, job)) readsFile(job, file);
    if (archive !== undefined) writesFile(job, archive, someFlow);
    return noFlow;
  }
  if (/^[ex]$/.test(verb) ? job.args.some((arg) => arg.text === "-so") : verb === "p")
    return printsMembers(job, archive, files);
  const attached = job.args.find((arg) => /^-o./.test(arg.text))?.text.slice(2);
  return unpacks(job, attached ?? (job.name.includes("rar") ? (files.at(-1)?.text ?? null) : null));
}

/** Decoders: what they print was hidden before. */
function decoder(job: Job): Flow {
  const isXxd = job.name === "xxd";
  // What follows some letters of xxd is their value: `xxd -s 0x10 -l 16 FILE`.
  const isValue = (_: Arg, at: number) =>
    /^--?(?:[sclgonR]|len|seek|cols|offset|groupsize|name)$/.test(job.args[at - 1]?.text ?? "");
  const operands = isXxd ? operandsOf(job.args.filter((arg, at) => !isValue(arg, at))) : operandsOf(job.args);
  const files = operands.filter((arg) => arg.text !== "-" && (isXxd || !/^\d+$/.test(arg.text)));
  const input =
    files.length === 0 ? job.stdin : files.reduce<Flow>((flow, file) => mixFlows(flow, readsFile(job, file)), noFlow);
  const decodes = hasOption(job.args, "-d", "-D", "--decode", "-r", "-di") || /^(?:uudecode|unbase64)$/.test(job.name);
  // The second file is written, whoever brings it.
  const second = operands[1] ?? (operands[0]?.many === true ? operands[0] : undefined);
  if (isXxd && second !== undefined) writesFile(job, second, someFlow);
  const output = optionValue(job.args, "-o", "--output");
  if (output !== null && !isXxd) writesFile(job, output, { ...input, decoded: true });
  return { ...input, empty: false, text: null, file: null, decoded: input.decoded || decodes };
}

/** openssl: showing certificates is harmless, talking is network, decoding and keys are neither. */
function openssl(job: Job): Flow {
  const [sub] = operandsOf(job.args);
  const file = optionValue(job.args, "-in");
  const output = optionValue(job.args, "-out", "-writerand");
  const key = optionValue(job.args, "-key", "-inkey", "-keyin");
  if (job.args.some((arg) => /^-(?:engine|provider|provider-path)$/.test(arg.text)))
    danger(job, "opaque", "option.runs-code", "Loads a library into openssl.", "Use openssl without it.");
  const flow =
    file === null
      ? job.stdin
      : /^(?:x509|req|crl|verify|asn1parse|dgst|md5|sha\d+|pkcs7|cms|s_client|ocsp|version)$/.test(sub?.text ?? "") &&
          !/\.key$/.test(file.text)
        ? someFlow
        : readsFile(job, file);
  if (file !== null && flow === someFlow && holdsSecrets(file.text, job)) readsFile(job, file);
  if (output !== null) writesFile(job, output, flow);
  switch (sub?.text) {
    case "req":
      // Without -noout a request is made, or printed anew.
      if (!job.args.some((arg) => arg.text === "-noout") || job.args.some((arg) => arg.text === "-config")) break;
      if (key !== null) break;
      return someFlow;
    case "x509":
    case "crl":
    case "asn1parse":
    case "version":
    case "ciphers":
    case "list":
    case "verify":
    case "dgst":
    case "md5":
    case "sha1":
    case "sha256":
    case "sha512":
    case "pkcs7":
    case "errstr":
      if (key !== null || job.args.some((arg) => /^-(?:sign|signkey|CA|CAkey|req|days)$/.test(arg.text)))
        ask(job, "write", "openssl.sign", "Signs with a key.");
      return someFlow;
    case "rand":
    case "prime":
      return someFlow;
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
      break;
  }
  ask(job, "opaque", "openssl.other", `Runs openssl ${readable(sub?.text ?? "")}.`);
  return someFlow;
}

const gpgReads =
  "-kKvq --list-keys --list-public-keys --list-secret-keys --list-sigs --list-signatures --check-sigs --check-signatures --fingerprint --verify --version --with-colons --with-fingerprint --with-subkey-fingerprint --keyid-format= --no-auto-check-trustdb --batch --list-packets --show-keys --verbose --quiet";

function gpg(job: Job): Flow {
  const text = job.args.map((arg) => arg.text).join(" ");
  if (/--(?:export-secret|delete-secret|delete-key|export-ownertrust|edit-key|quick-add|passwd|gen-revoke)/.test(text))
    danger(job, "exfil", "secret.read", "Prints or removes private keys.", "Let a person handle keys.");
  else if (onlyOptions(job.args, optionTable({ effect: "read", options: gpgReads }))) return someFlow;
  else ask(job, "write", "gpg.other", "Encrypts, decrypts, signs or changes keys.");
  return { ...someFlow, decoded: /-d\b|--decrypt|--dearmor/.test(text) };
}

const each = (names: string, judge: (job: Job) => Flow): Judges =>
  Object.fromEntries(names.split(" ").map((name) => [name, judge]));

export const archiveJudges: Judges = {
  ...each("tar gtar bsdtar star", tar),
  ...each("gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lz4 unlz4 compress pigz lzma brotli", compress),
  zip,
  ...each("unzip unar", unzip),
  ...each("7z 7za 7zr 7zz p7zip rar unrar", byWord),
  ...each("base64 base32 basenc xxd uudecode uuencode gbase64 unbase64 base58", decoder),
  openssl,
  ...each("gpg gpg2", gpg),
};
