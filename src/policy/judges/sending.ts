import { namesSecret } from "../../secrets/index.ts";
import { type Arg, type Flow, isDynamic, literal, readable, someFlow } from "../../shell/index.ts";
import { tell } from "../effects/tell.ts";
import { judgedPath } from "../file-access.ts";
import type { Job } from "../job.ts";
import type { PathKind } from "../paths.ts";

export const fetchedFlow: Flow = { ...someFlow, fetched: true };

const privateKinds = new Set<PathKind>([
  ...(["secret", "account", "system", "system-directory", "root", "home", "home-entry"] as const),
  ...(["login", "kernel", "device", "policy", "here"] as const),
]);

export const isLocal = (text: string): boolean =>
  /^(?:\w+:\/\/)?(?:[^@/]*@)?(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?|0\.0\.0\.0)(?:[:/]|$)/.test(text);

/** Addresses where a cloud hands its credentials to whatever runs on the machine. */
const metadata =
  /(?:^|\/\/|@)(?:169\.254\.169\.254|169\.254\.170\.2|100\.100\.100\.200|\[?fd00:ec2::254\]?|metadata\.google\.internal|metadata\.azure\.internal|2852039166|0xa9fea9fe|instance-data)(?:[:/]|$)/i;

export function asksForCredentials(job: Job): undefined {
  const address = job.args.find((arg) => metadata.test(arg.text));
  if (address === undefined) return;
  const say = `Asks the cloud for the credentials of this machine (${readable(address.text)}); they would go to the model and the log.`;
  const safer = "Ask for the one harmless fact through the cloud's own client.";
  tell(job, "exposes", "secret.metadata", say, { at: address, safer });
}

/** What a project is brought to its machines and buckets with. */
const deploys = /^(?:ssh|sftp|scp|rsync|lftp|aws|gcloud|gsutil|az|azcopy|rclone|mc|s3cmd|s4cmd|s5cmd)$/;

const holdsTooMuch = (job: Job, flow: Flow): boolean =>
  flow.secret || flow.private || (flow.whole && !deploys.test(job.name));

/** Judges a word that a command sends: a secret, or the output of what reads private data. */
export function sends(job: Job, arg: Arg, how: string): undefined {
  const secret = arg.variables.find((name) => namesSecret(name) || job.run.secretVariables.has(name));
  if (secret !== undefined) exposes(job, `$${secret}`, how, arg);
  else if (arg.flow?.secret === true || arg.flow?.private === true)
    exposes(job, "the output of a command that reads private data", how, arg);
}

/** What goes to another machine goes there word by word: a look may carry only words that stand in the command. */
export function constantWords(job: Job, args: readonly Arg[] = job.args): undefined {
  // Many clients take `file://PATH` or `@PATH` for what is in the file.
  const file = args.find((arg) => /(?:^|[=,])(?:fileb?:\/\/|@(?!me$)[\w./~\ufdd3-])|-file=/u.test(arg.text));
  if (file !== undefined) {
    const say = `Sends what is in a file to another machine (${readable(file.text)}).`;
    tell(job, "talks", "network.file", say, { at: file });
  }
  const word = args.find((arg) => literal(arg) === null || arg.flow !== null);
  if (word === undefined) return;
  sends(job, word, job.name);
  const say = `Puts a value into a request to another machine that is only known at run time (${readable(word.text, word.variables)}).`;
  tell(job, "talks", "network.variable", say, { at: word });
}

export function sendsFile(job: Job, file: Arg, how: string): undefined {
  if (file.text === "-" || file.text === "") return sendsInput(job, how);
  const { kind, path, isOwn } = judgedPath(file.text, job);
  // What this line has put into the file leaves with it: `tar czf x.tgz ~ && curl -T x.tgz …`.
  const written = job.shell.files.get(path);
  if (written !== undefined && holdsTooMuch(job, written)) return exposes(job, readable(path), how, file);
  if (isOwn && (kind === "project" || (kind === "here" && deploys.test(job.name)))) return;
  if (privateKinds.has(kind) || path.startsWith("\ufdd3") || isDynamic(file)) exposes(job, readable(path), how, file);
  if (file.flow?.secret === true) exposes(job, "private data", how, file);
}

/** `isKept`: it stays there as one file, which is no way to bring a project to its machine. */
export function sendsInput(job: Job, how: string, { isKept = false } = {}): undefined {
  const isPrivate = job.stdin.secret || job.stdin.private;
  if (holdsTooMuch(job, job.stdin) || (isKept && job.stdin.whole))
    exposes(job, isPrivate ? "private data from the pipe" : "the whole project", how);
}

export const exposes = (job: Job, what: string, how: string, at?: Arg): undefined =>
  tell(job, "sends", "exfil.sends", `Sends ${what} to another machine (${how}).`, {
    at,
    safer: "Send named, harmless data only.",
  });

/** A request that deletes is as final as the command that deletes on the other side. */
export function deletesByRequest(job: Job, method: string, targets: readonly Arg[]): undefined {
  if (!/^delete$/i.test(method)) return;
  const addresses = readable(targets.map(({ text }) => text).join(", ")) || "an address";
  const safer = "Look at it first: send the same request with GET.";
  tell(job, "destroys", "network.deletes", `Deletes what is behind ${addresses}.`, { at: targets[0], safer });
}

/** The last part of an address: the name under which a download is saved. */
export const savedName = ({ text }: Arg): string => /[^/]*$/.exec(text.replace(/[?#].*$/, ""))?.[0] ?? "";
