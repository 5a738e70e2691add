import {
  type Arg,
  type Flow,
  hole,
  isDynamic,
  noFlow,
  plainArg,
  readable,
  someFlow,
  withoutText,
} from "../../shell/index.ts";
import { judgedName, judgedPath, readsFile, writesFile } from "../file-access.ts";
import { type Job, pathTarget, recordFile } from "../job.ts";
import { judgeOption } from "../judge-spec.ts";
import { type Answer, provedBy, withoutProof } from "../judgement.ts";
import { notesLink } from "../made-links.ts";
import { hasOption, operandsOf, optionValue, parseArgs } from "../options.ts";
import type { PathKind } from "../paths.ts";
import { placeRows, tellPlace } from "../places/place-rows.ts";
import { optionTable } from "../spec.ts";
import { deletesPath } from "./deletes.ts";
import { type Judges, withHabits } from "./judge.ts";

/**
 * What these commands do besides what `places/place-rows.ts` says of the files.
 * @internal
 */
export const fileActs = placeRows(`
folder => writes(write.directory): Creates the directory {}.
  yes: install -d x
  no: install a x
unclear => writes(write.unclear): {} without a clear source and destination.
  yes: cp a
  no: cp a b
link => writes(write.link): Creates a link to {}.
  yes: ln -s ../a
  no: ln -s ../a b
input => shows(dd.read): Copies {} to its output.
  yes: dd if=/dev/sda
  no: dd if=/dev/zero of=x count=1
setuid => escalates(perms.setuid): Installs a program that runs with its owner's rights (mode {}). -> Install without the set-user-id bit.
  yes: install -m 4755 a /usr/local/bin/a
  no: install -m 755 a b
emptied => destroys(overwrite.empty): Replaces {} by nothing. -> Move the old file aside first.
  yes: cp /dev/null /srv/x
  no: cp a /srv/x
thrown-away => destroys(overwrite.null): Moves files into {}: they are gone. -> Move them to a named folder.
  yes: mv a /dev/null
  no: mv a b
chosen => destroys(overwrite.dynamic): Overwrites {}, which is only chosen at run time. -> Write the path out.
  yes: dd if=/dev/zero of="$x"
  no: dd if=/dev/zero of=x count=1
filled => destroys(bomb.disk): Writes to {} until the disk is full. -> Say how much, and look at df first: bs=1M count=100
  yes: dd if=/dev/zero of=x
  no: dd if=/dev/zero of=x count=1
huge => destroys(bomb.disk): Takes {} of disk at once. -> Ask for what is needed, and look at df first.
  yes: fallocate -l 900G x
  no: fallocate -l 9M x
log => destroys(audit.emptied): Empties {}, a record of what was done. -> Rotate logs with logrotate.
  yes: truncate -s 0 /var/log/syslog
  no: truncate -s 0 x
`);

const says = (job: Job, act: string, name: string, path?: string) =>
  tellPlace(job, fileActs, act, { "": readable(name) }, path === undefined ? {} : { target: pathTarget(path) });

/** Source and destination of cp, mv and install, `-t DIR` included. */
function ends(job: Job, valued: string[]): { sources: Arg[]; destination: Arg | null } {
  const into = optionValue(job.args, "-t", "--target-directory");
  const skip = new Set(valued.map((name) => optionValue(job.args, name)));
  const operands = operandsOf(job.args).filter((arg) => !skip.has(arg) && arg !== into);
  if (into !== null) return { sources: operands, destination: into };
  return { sources: operands.slice(0, -1), destination: operands.length > 1 ? (operands.at(-1) ?? null) : null };
}

const folders: ReadonlySet<PathKind> = new Set(["root", "system-directory", "home", "here", "tmp"]);
const guarded: ReadonlySet<PathKind> = new Set(["login", "account", "policy"]);

const baseOf = ({ text }: Arg): string => text.replace(/\/+$/, "").split("/").at(-1) ?? "";

/** What a source becomes: the destination itself, or a file of the same name inside a directory. */
export function writesLanding(job: Job, source: Arg, destination: Arg, content: Flow): undefined {
  const base = baseOf(source);
  recordFile(job, "write", destination, base);
  const inside = plainArg(`${destination.text}/${base}`, destination.span);
  const { kind } = judgedPath(destination.text, job);
  if (destination.text.endsWith("/") || folders.has(kind)) return writesFile(job, inside, content);
  writesFile(job, destination, content);
  // The second reading counts only where it is worse: a login or system file that a directory copy would replace.
  if (kind !== "project" && guarded.has(judgedPath(inside.text, job).kind)) writesFile(job, inside, content);
}

const endlessDevice = /^\/dev\/(?:zero|u?random|full)$/;

function copy(job: Job): Flow {
  const { sources, destination } = ends(job, ["-S", "--suffix"]);
  if (sources.length === 0 || destination === null) says(job, "unclear", job.name);
  for (const source of sources) {
    const { kind, path, isOwn } = judgedPath(source.text, job);
    const to = destination === null ? null : judgedPath(destination.text, job);
    const isRead = kind === "device" || (kind === "secret" && !(isOwn && to?.isOwn === true));
    const flow = isRead
      ? readsFile({ ...job, reading: "copied" }, source)
      : { ...someFlow, endless: endlessDevice.test(path) };
    if (destination === null) continue;
    if (kind === "null" && to?.kind !== "project") says(job, "emptied", destination.text, to?.path);
    writesLanding(job, source, destination, job.shell.files.get(path) ?? flow);
  }
  const isHard = hasOption(job.args, "-l", "--link");
  if (isHard || hasOption(job.args, "-s", "--symbolic-link")) makesLinks(job, { sources, destination, isHard });
  return noFlow;
}

function install(job: Job): Flow {
  if (hasOption(job.args, "-d", "--directory")) {
    for (const operand of operandsOf(job.args)) says(job, "folder", operand.text);
    return noFlow;
  }
  const valued = ["-m", "--mode", "-o", "--owner", "-g", "--group"];
  const mode = optionValue(job.args, "-m", "--mode");
  if (mode !== null && /^[0-7]?[4267]\d{3}$|[ugo+]s/.test(mode.text)) says(job, "setuid", mode.text);
  const values = new Set(valued.map((name) => optionValue(job.args, name)));
  return copy({ ...job, args: job.args.filter((arg) => !values.has(arg)) });
}

/** Kinds of places that miss what is moved away as if it was deleted. */
const missed: ReadonlySet<PathKind> = new Set([
  ...(["root", "system-directory", "program", "account", "home", "login", "policy", "git", "device"] as const),
  ...(["kernel", "data", "collapses", "dynamic"] as const),
]);

function move(job: Job): Flow {
  const { sources, destination } = ends(job, ["-S", "--suffix"]);
  const to = destination === null ? null : judgedPath(destination.text, job);
  if (destination === null || to === null) says(job, "unclear", job.name);
  else if (to.kind === "null") says(job, "thrown-away", to.path, to.path);
  else
    for (const source of sources) {
      const { kind, path, isOwn } = judgedName(source.text, job);
      if (missed.has(kind) || (kind === "secret" && !isOwn) || (kind === "here" && !to.isOwn))
        deletesPath(job, source, { recursive: true, how: "Moves away" });
      writesLanding(job, source, destination, job.shell.files.get(path) ?? someFlow);
    }
  return noFlow;
}

function link(job: Job): Flow {
  const { sources, destination } = linkEnds(job);
  for (const source of sources) {
    const { kind } = judgedPath(source.text, job);
    if (kind === "secret") readsFile({ ...job, reading: "linked" }, source);
    if (destination === null || sources.length > 1) {
      // The link gets the name of what it leads to.
      writesLanding(job, source, destination ?? plainArg("./", source.span), someFlow);
      continue;
    }
    const { path } = judgedName(destination.text, job);
    if (kind === "null") says(job, "emptied", path, path);
    writesFile(job, destination, someFlow, "link");
  }
  if (destination === null) says(job, "link", sources[0]?.text ?? "");
  makesLinks(job, { sources, destination, isHard: job.name === "link" || !hasOption(job.args, "-s", "--symbolic") });
  return noFlow;
}

function linkEnds(job: Job): ReturnType<typeof ends> {
  const { sources, destination } = ends(job, ["-S", "--suffix"]);
  const [only] = destination === null && sources.length === 0 ? operandsOf(job.args) : [];
  return { sources: only === undefined ? sources : [only], destination };
}

interface MadeLinks extends ReturnType<typeof ends> {
  isHard: boolean;
}

/** Whether the destination is a folder is not in the text, so the links are there and in it. */
function makesLinks(job: Job, { sources, destination, isHard }: MadeLinks): undefined {
  for (const source of sources) {
    const folder = destination?.text ?? ".";
    const inside = plainArg(`${folder}/${baseOf(source)}`, source.span);
    notesLink(job, inside, source, { isHard });
    if (destination !== null) notesLink(job, destination, source, { isHard });
  }
}

function dd(job: Job): Flow {
  const value = (name: string) => {
    const arg = job.args.find((each) => each.text.startsWith(`${name}=`));
    // Bash expands a home behind the sign of an assignment as well.
    return arg && { ...arg, text: arg.text.slice(name.length + 1).replace(/^~(?=\/|$)/, hole.home) };
  };
  const [input, output, count] = [value("if"), value("of"), value("count")];
  const flow = input === undefined ? job.stdin : readsFile(job, input);
  if (output === undefined) {
    says(job, "input", input?.text ?? "its input");
    return flow;
  }
  if (isDynamic(output)) {
    says(job, "chosen", output.text);
    return noFlow;
  }
  const bytes = sizeOf(value("bs")?.text ?? "512") * sizeOf(count?.text ?? "0");
  const isEndless = input === undefined ? job.stdin.endless : endlessDevice.test(input.text);
  const { kind } = judgedPath(output.text, job);
  if (isEndless && (count === undefined || bytes > hugeBytes) && kind !== "null" && kind !== "device")
    says(job, "filled", output.text);
  writesFile(job, output, { ...flow, endless: false });
  return noFlow;
}

const hugeBytes = 100 * 1024 ** 3;

/** A size as dd, truncate and fallocate write it; zero for what is no size. */
function sizeOf(text: string): number {
  const [, digits = "0", unit = ""] = /^[+<>%/-]?(\d+)\s*([KMGTPEckw]?)i?B?$/.exec(text) ?? [];
  return Number(digits) * 1024 ** Math.max(0, " KMGTPE".indexOf(unit.toUpperCase()));
}

function allocate(job: Job): Flow {
  const size = optionValue(job.args, "-l", "--length", "-s", "--size");
  if (job.name === "fallocate" && sizeOf(size?.text ?? "") > hugeBytes) says(job, "huge", size?.text ?? "");
  const empties = job.name === "truncate" && /^-?0/.test(size?.text ?? "");
  for (const operand of operandsOf(job.args)) {
    if (operand === size) continue;
    const { kind, path } = judgedPath(operand.text, job);
    const isLog = /(?:^|\/)(?:log|wtmp|btmp|lastlog|.*history|.*\.log)(?:\/|$)/.test(path);
    if (empties && isLog && kind !== "project" && kind !== "tmp") says(job, "log", path, path);
    else writesFile(job, operand, someFlow, "truncate");
  }
  return noFlow;
}

const teeOptions = optionTable({ options: "-aip --append --ignore-interrupts --output-error[=]" });

function tee(job: Job): Answer {
  for (const option of parseArgs(job.args, teeOptions).options)
    judgeOption(job, option, { strict: true, title: job.name });
  for (const operand of operandsOf(job.args))
    writesFile(job, operand, job.stdin, hasOption(job.args, "-a", "--append") ? "append" : "write");
  // `tee /dev/stdout` prints it twice.
  return provedBy("grammar", withoutText(job.stdin));
}

export const fileJudges: Judges = {
  cp: copy,
  gcp: copy,
  install,
  mv: move,
  ln: link,
  link,
  ...withHabits({ loop: "fills" }, { dd, fallocate: allocate }),
  truncate: allocate,
  tee,
  sponge: withoutProof(tee),
};
