import {
  type Arg,
  type Flow,
  mayBecomeOption,
  mixFlows,
  noFlow,
  plainArg,
  readable,
  someFlow,
} from "../../shell/index.ts";
import { bringsTo, broughtTo, isUnread } from "../brought.ts";
import { holdsSecrets, judgedPath, mayWriteUnattended, readsFile, writesFile } from "../file-access.ts";
import { ask, danger, type Job } from "../job.ts";
import { hasOption, operandsOf, optionValue } from "../options.ts";
import { compressorJudges } from "./compressors.ts";
import { deletesPath } from "./deletes.ts";
import type { Judges } from "./judge.ts";
import { openssl } from "./openssl.ts";
import { packed, tar } from "./tar.ts";

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

/** A word of options by itself: letters that may be turned off again (`-t-t`) prove nothing. */
const onlyWords = (job: Job, pattern: RegExp): boolean =>
  job.args.every((arg) => !mayBecomeOption(arg) && (!arg.text.startsWith("-") || pattern.test(arg.text)));

function unzip(job: Job): Flow {
  const letters = job.args
    .filter((arg) => arg.text.startsWith("-"))
    .map((arg) => arg.text.slice(1))
    .join("");
  const [archive, ...members] = operandsOf(job.args);
  const lists = onlyWords(job, /^-[ltvzqC]+$/) && new Set(letters.match(/[ltvz]/g)).size === 1;
  // After -Z every letter is one of zipinfo, which only shows.
  const shows = /^Z[12smlvhtTzC]*$/.test(letters) && onlyWords(job, /^-Z[12smlvhtTzC]*$/);
  if (lists || shows) return someFlow;
  if (onlyWords(job, /^-[pcqC]+$/) && new Set(letters.match(/[pc]/g)).size === 1)
    return printsMembers(job, archive, members);
  return unpacks(job, optionValue(job.args, "-d")?.text ?? null);
}

/** Switches of 7-Zip and RAR that change only what a list looks like. */
const showsMore =
  /^-(?:slt|ba|bd|bb[0-3]?|y|r-?|t(?:7z|zip|tar|gzip|xz|bzip2)|scc(?:UTF-8|WIN|DOS)|v|c-|id[a-z]*|inul|p-)$/;

/** 7-Zip and RAR say by a word what they do. */
function byWord(job: Job): Flow {
  const [word, archive, ...files] = operandsOf(job.args);
  const verb = word?.text ?? "";
  const lists = /^(?:l|t|i|h|lb|lt|lta|v|vb|vt)$/.test(verb) && job.name !== "p7zip";
  // A name after @ is a list of names.
  if (lists && onlyWords(job, showsMore) && !job.args.some((arg) => arg.text.startsWith("@"))) return someFlow;
  const moves = verb === "m" || verb === "mf" || job.args.some((arg) => /^-(?:sdel|df|dr|dw)$/.test(arg.text));
  if (moves) for (const file of files) deletesPath(job, file, { recursive: true, how: "Packs, then deletes" });
  if (/^(?:a|u|m|mf|f)$/.test(verb)) {
    for (const file of files) if (holdsSecrets(file.text, job)) readsFile(job, file);
    if (archive !== undefined) writesFile(job, archive, someFlow);
    return noFlow;
  }
  if (/^[ex]$/.test(verb) ? job.args.some((arg) => arg.text === "-so") : verb === "p") {
    if (!onlyWords(job, /^-(?:so|bd|ba|y|inul)$/))
      ask(job, "opaque", "option.unknown", `It is not known what every option of ${job.name} does.`);
    return printsMembers(job, archive, files);
  }
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

/** Even to list keys, gpg locks and creates files in its folder, checks its trust database and starts its agent. */
function gpg(job: Job): Flow {
  const text = job.args.map((arg) => arg.text).join(" ");
  if (/--(?:export-secret|delete-secret|delete-key|export-ownertrust|edit-key|quick-add|passwd|gen-revoke)/.test(text))
    danger(job, "exfil", "secret.read", "Prints or removes private keys.", "Let a person handle keys.");
  else ask(job, "write", "gpg.other", "gpg may change its key ring or trust database, and starts its agent.");
  return { ...someFlow, decoded: /-d\b|--decrypt|--dearmor/.test(text) };
}

const each = (names: string, judge: (job: Job) => Flow): Judges =>
  Object.fromEntries(names.split(" ").map((name) => [name, judge]));

export const archiveJudges: Judges = {
  ...each("tar gtar bsdtar star", tar),
  ...compressorJudges,
  zip,
  unzip,
  // It has no list: its -t and -l are something else.
  unar: (job) => unpacks(job, optionValue(job.args, "-o", "-output-directory")?.text ?? null),
  ...each("7z 7za 7zr 7zz p7zip rar unrar", byWord),
  ...each("base64 base32 basenc xxd uudecode uuencode gbase64 unbase64 base58", decoder),
  openssl,
  ...each("gpg gpg2", gpg),
};
