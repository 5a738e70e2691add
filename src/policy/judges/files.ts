import {
  type Arg,
  type Flow,
  hole,
  isDynamic,
  literal,
  noFlow,
  plainArg,
  readable,
  someFlow,
  withoutText,
} from "../../shell/index.ts";
import { judgedPath, readsFile, writesFile } from "../file-access.ts";
import { ask, danger, type Job, pathTarget, recordFile } from "../job.ts";
import { judgeOption } from "../judge-spec.ts";
import { hasOption, operandsOf, optionValue, parseArgs } from "../options.ts";
import { optionTable } from "../spec.ts";
import { deletesPath } from "./deletes.ts";
import type { Judges } from "./judge.ts";

/** Source and destination of cp, mv, ln and install, `-t DIR` included. */
function ends(job: Job, valued: string[]): { sources: Arg[]; destination: Arg | null } {
  const into = optionValue(job.args, "-t", "--target-directory");
  const skip = new Set(valued.map((name) => optionValue(job.args, name)));
  const operands = operandsOf(job.args).filter((arg) => !skip.has(arg) && arg !== into);
  if (into !== null) return { sources: operands, destination: into };
  return { sources: operands.slice(0, -1), destination: operands.length > 1 ? (operands.at(-1) ?? null) : null };
}

/** What a source becomes: the destination itself, or a file of the same name inside a directory. */
function landing(job: Job, source: Arg, destination: Arg): Arg[] {
  const base = source.text.replace(/\/+$/, "").split("/").at(-1) ?? "";
  const { kind } = judgedPath(destination.text, job);
  const isDirectory =
    destination.text.endsWith("/") || ["root", "system-directory", "home", "here", "tmp"].includes(kind);
  return isDirectory
    ? [plainArg(`${destination.text}/${base}`, destination.span)]
    : [destination, plainArg(`${destination.text}/${base}`, destination.span)];
}

export function writesLanding(job: Job, source: Arg, destination: Arg, content: Flow): undefined {
  recordFile(job, "write", destination, source.text.replace(/\/+$/, "").split("/").at(-1));
  const [first, second] = landing(job, source, destination);
  if (first !== undefined) writesFile(job, first, content);
  // The second reading counts only where it is worse: a login or system file that a directory copy would replace.
  if (
    second !== undefined &&
    ["login", "account", "policy"].includes(judgedPath(second.text, job).kind) &&
    judgedPath(destination.text, job).kind !== "project"
  )
    writesFile(job, second, content);
}

function copy(job: Job): Flow {
  const { sources, destination } = ends(job, ["-S", "--suffix", "-m", "--mode", "-o", "--owner", "-g", "--group"]);
  if (job.name === "install" && hasOption(job.args, "-d", "--directory")) {
    for (const operand of operandsOf(job.args))
      ask(job, "write", "write.directory", `Creates the directory ${readable(operand.text)}.`);
    return noFlow;
  }
  const mode = job.name === "install" ? literal(optionValue(job.args, "-m", "--mode") ?? plainArg("", job.span)) : null;
  if (mode !== null && /^[0-7]?[4267][0-7]{3}$|[ugo+]s/.test(mode) && /^[4267]\d{3}$|s/.test(mode)) {
    danger(
      job,
      "escalate",
      "perms.setuid",
      `Installs a program that runs with its owner's rights (mode ${mode}).`,
      "Install without the set-user-id bit.",
    );
  }
  for (const source of sources) {
    const { kind, path, isOwn } = judgedPath(source.text, job);
    let flow: Flow = { ...someFlow };
    if (kind === "secret" && !(isOwn && destination !== null && judgedPath(destination.text, job).isOwn))
      flow = readsFile(job, source);
    else if (kind === "device") flow = readsFile(job, source);
    if (/^\/dev\/(?:zero|u?random|full)$/.test(path)) flow = { ...someFlow, endless: true };
    if (destination !== null) {
      if (kind === "null" && judgedPath(destination.text, job).kind !== "project") {
        danger(
          job,
          "destructive",
          "overwrite.empty",
          `Replaces ${readable(destination.text)} by nothing.`,
          "Move the old file aside first.",
        );
      }
      writesLanding(job, source, destination, job.shell.files.get(path) ?? flow);
    }
  }
  if (sources.length === 0 || destination === null)
    ask(job, "write", "write.copy", `${job.name} without a clear source and destination.`);
  return noFlow;
}

function move(job: Job): Flow {
  const { sources, destination } = ends(job, ["-S", "--suffix"]);
  if (destination === null) {
    ask(job, "write", "write.move", "mv without a clear source and destination.");
    return noFlow;
  }
  const to = judgedPath(destination.text, job);
  if (to.kind === "null") {
    danger(
      job,
      "destructive",
      "overwrite.null",
      `Moves files into ${readable(to.path)}: they are gone.`,
      "Move them to a named folder.",
      { target: pathTarget(to.path) },
    );
    return noFlow;
  }
  for (const source of sources) {
    const { kind, path, isOwn } = judgedPath(source.text, job);
    const carries =
      [
        "root",
        "system-directory",
        "program",
        "account",
        "home",
        "login",
        "policy",
        "git",
        "device",
        "kernel",
        "data",
        "collapses",
        "dynamic",
      ].includes(kind) ||
      (kind === "secret" && !isOwn) ||
      (kind === "here" && !to.isOwn);
    if (carries) deletesPath(job, source, { recursive: true, how: "Moves away" });
    writesLanding(job, source, destination, job.shell.files.get(path) ?? someFlow);
  }
  return noFlow;
}

function link(job: Job): Flow {
  const operands = operandsOf(job.args);
  const [source, destination] = operands;
  if (source !== undefined && judgedPath(source.text, job).kind === "secret") readsFile(job, source);
  if (destination === undefined) {
    // The link gets the name of what it leads to.
    if (source !== undefined) writesLanding(job, source, plainArg("./", source.span), someFlow);
    ask(job, "write", "write.link", `Creates a link to ${readable(source?.text ?? "")}.`);
    return noFlow;
  }
  const { path } = judgedPath(destination.text, job);
  if (source !== undefined && judgedPath(source.text, job).kind === "null") {
    danger(
      job,
      "destructive",
      "overwrite.empty",
      `Replaces ${readable(path)} by nothing, for good.`,
      "Leave the file where it is.",
      { target: pathTarget(path) },
    );
  }
  writesFile(job, destination, someFlow);
  return noFlow;
}

function dd(job: Job): Flow {
  const value = (name: string) => {
    const arg = job.args.find((each) => each.text.startsWith(`${name}=`));
    // Bash expands a home behind the sign of an assignment as well.
    const text = arg?.text.slice(name.length + 1).replace(/^~(?=\/|$)/, hole.home);
    return arg === undefined || text === undefined ? null : { ...arg, text };
  };
  const input = value("if");
  const output = value("of");
  const flow = input === null ? job.stdin : readsFile(job, input);
  const bytes = sizeOf(value("bs")?.text ?? "512") * sizeOf(value("count")?.text ?? "0");
  const endless = input === null ? job.stdin.endless : /^\/dev\/(?:zero|u?random|full)$/.test(input.text);
  if (output === null) {
    ask(job, "read", "dd.read", `Copies ${input === null ? "its input" : readable(input.text)} to its output.`);
    return flow;
  }
  if (isDynamic(output)) {
    danger(
      job,
      "destructive",
      "overwrite.dynamic",
      `Overwrites ${readable(output.text)}, which is only chosen at run time.`,
      "Write the path out.",
    );
    return noFlow;
  }
  if (
    endless &&
    (value("count") === null || bytes > hugeBytes) &&
    !["null", "device"].includes(judgedPath(output.text, job).kind)
  ) {
    danger(
      job,
      "destructive",
      "bomb.disk",
      `Writes to ${readable(output.text)} until the disk is full.`,
      "Say how much, and look at df first: bs=1M count=100",
    );
  }
  writesFile(job, output, { ...flow, endless: false });
  return noFlow;
}

const hugeBytes = 100 * 1024 ** 3;

/** A size as dd, truncate and fallocate write it; zero for what is no size. */
function sizeOf(text: string): number {
  const match = /^[+<>%/-]?(\d+)\s*([KMGTPEckw]?)i?B?$/.exec(text);
  return match === null ? 0 : Number(match[1]) * 1024 ** (sizeUnits[(match[2] ?? "").toUpperCase()] ?? 0);
}

const sizeUnits: Record<string, number> = { "": 0, K: 1, M: 2, G: 3, T: 4, P: 5, E: 6 };

function allocate(job: Job): Flow {
  const size = optionValue(job.args, "-l", "--length", "-s", "--size");
  if (job.name === "fallocate" && sizeOf(size?.text ?? "") > hugeBytes) {
    danger(
      job,
      "destructive",
      "bomb.disk",
      `Takes ${readable(size?.text ?? "")} of disk at once.`,
      "Ask for what is needed, and look at df first.",
    );
  }
  const operands = operandsOf(job.args).filter((arg) => arg !== size);
  for (const operand of operands) {
    const { kind, path } = judgedPath(operand.text, job);
    const empties = job.name === "truncate" && /^-?0/.test(size?.text ?? "") && !["project", "tmp"].includes(kind);
    if (empties && /(?:^|\/)(?:log|wtmp|btmp|lastlog|.*history|.*\.log)(?:\/|$)|\/log\//.test(path)) {
      danger(
        job,
        "destructive",
        "audit.emptied",
        `Empties ${readable(path)}, a record of what was done.`,
        "Rotate logs with logrotate.",
        { target: pathTarget(path) },
      );
    } else writesFile(job, operand, someFlow, "truncate");
  }
  return noFlow;
}

const teeOptions = optionTable({
  options: "-aip --append --ignore-interrupts --output-error[=]",
});

function tee(job: Job): Flow {
  for (const option of parseArgs(job.args, teeOptions).options)
    judgeOption(job, option, { strict: true, title: job.name });
  for (const operand of operandsOf(job.args))
    writesFile(job, operand, job.stdin, hasOption(job.args, "-a", "--append") ? "append" : "write");
  // `tee /dev/stdout` prints it twice.
  return withoutText(job.stdin);
}

export const fileJudges: Judges = {
  cp: copy,
  gcp: copy,
  install: copy,
  mv: move,
  ln: link,
  dd,
  truncate: allocate,
  fallocate: allocate,
  tee,
  sponge: tee,
};
