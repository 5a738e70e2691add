import { type Arg, type Flow, isDynamic, isOpenPath, literal, noFlow, readable } from "../../shell/index.ts";
import { judgedPath } from "../file-access.ts";
import { ask, danger, type Job, pathTarget } from "../job.ts";
import { hasOption, operandsOf } from "../options.ts";
import type { PathKind } from "../paths.ts";
import type { Judges } from "./judge.ts";

const safer = "Change named files only, and give the least that is needed.";
/** Whoever can write or read these can do more than that, or nobody can any more. */
const shared = new Set<PathKind>(
  "root system-directory program account home collapses kernel policy".split(" ") as PathKind[],
);
const secret = new Set<PathKind>(["secret", "login"]);

interface Change {
  ruleId: string;
  /** In front of the path, and behind it. */
  say: string;
  to?: string;
  /** Set where little can come of a path that only the run decides; elsewhere such a path is bad as well. */
  isHarmlessOpen?: true;
  isBad(kind: PathKind, path: string): boolean;
}

/** One finding a file: which ones are hit says more than that some are. */
function judgePaths(
  job: Job,
  paths: readonly Arg[],
  { ruleId, say, to = "", isHarmlessOpen, isBad }: Change,
): undefined {
  for (const arg of paths) {
    const { kind, path } = judgedPath(arg.text, job);
    const target = pathTarget(path, isOpenPath(arg));
    if ((isOpenPath(arg) && isHarmlessOpen !== true) || isBad(kind, path))
      danger(
        job,
        "destructive",
        ruleId,
        `${say} ${readable(path)}${isRecursive(job) ? " and everything in it" : ""}${to}, which opens or breaks what others depend on.`,
        safer,
        { target },
      );
    else ask(job, "write", `${ruleId}-change`, `${say} ${readable(path)}${to}.`, { target });
  }
}

const isRecursive = (job: Job): boolean => hasOption(job.args, "-R", "--recursive");
const copiesFrom = (job: Job): boolean => job.args.some((arg) => /^--ref/.test(arg.text));

const setsId = (mode: string) => /^0?[2-7]\d{3}$/.test(mode) || /[ugoa]*[+=][rwxXt]*s/.test(mode);
const opensToAll = (mode: string) =>
  /^[0-7]?[0-7]{2}[2367]$/.test(mode) || /(?:^|,)(?:[ugo]*[oa][ugo]*|)[+=][rxXst]*w/.test(mode);
const isPrivateMode = (mode: string) => /^0?[1-7]00$/.test(mode) || /^(?:go|og)[-=]/.test(mode);
const isOwnersMode = (mode: string) => /^(?:0?[67]00|u[+=].*)$/.test(mode);

function changeMode(job: Job): Flow {
  const operands = operandsOf(job.args);
  // `chmod -x file`: the mode itself starts with a dash.
  const given = copiesFrom(job) ? null : (job.args.find((arg) => /^-[rwxXst]+$/.test(arg.text)) ?? operands[0] ?? null);
  const mode = given === null ? "that of another file" : (literal(given) ?? "");
  if (given !== null && isDynamic(given)) ask(job, "write", "perms.dynamic", "The mode is only known at run time.");
  if (setsId(mode))
    danger(
      job,
      "escalate",
      "perms.setuid",
      `Lets a program run with its owner's rights (${mode}).`,
      "Use sudo for the one command that needs it.",
    );
  const isAll = isRecursive(job);
  const isOwn = isPrivateMode(mode) && !isAll;
  judgePaths(
    job,
    operands.filter((arg) => arg !== given),
    {
      ruleId: "perms.broad",
      say: "Changes permissions of",
      to: ` to ${mode}`,
      isBad: (kind) =>
        (shared.has(kind) && !isOwn) ||
        (secret.has(kind) && (isAll || !(isOwn || isOwnersMode(mode)))) ||
        (opensToAll(mode) && (isAll || /^(?:system|home-entry|device)$/.test(kind))) ||
        (isAll && /^(?:dynamic|system|git)$/.test(kind)) ||
        (isAll && kind === "here" && /^0?0|-r|-x|000/.test(mode)),
    },
  );
  return noFlow;
}

function changeOwner(job: Job): Flow {
  const paths = operandsOf(job.args).slice(copiesFrom(job) ? 0 : 1);
  judgePaths(job, paths, {
    ruleId: "perms.owner",
    say: "Changes the owner of",
    isBad: (kind, path) =>
      shared.has(kind) ||
      secret.has(kind) ||
      kind === "device" ||
      (isRecursive(job) && /^\/(?:etc|usr|lib|bin|sbin|boot|opt\/?$)/.test(path)),
  });
  if (paths.length === 0) ask(job, "write", "perms.owner-change", "Changes the owner of a file.");
  return noFlow;
}

function accessList(job: Job): Flow {
  const entry = /^(?:[ugodm]|user|group|default)?:?[\w-]*:[\w-]*(?::[rwxX-]+)?$|^[rwxX-]+$/;
  const paths = operandsOf(job.args).filter((arg) => arg.text.startsWith("/") || !entry.test(arg.text));
  const isAll = isRecursive(job) || hasOption(job.args, "-r");
  judgePaths(job, paths, {
    ruleId: "perms.acl",
    say: "Changes the access list of",
    isBad: (kind) =>
      shared.has(kind) || secret.has(kind) || kind === "device" || (isAll && /^(?:system|here)$/.test(kind)),
  });
  if (paths.length === 0) ask(job, "write", "perms.acl-change", "Changes access lists.");
  return noFlow;
}

function attributes(job: Job): Flow {
  const freezes = job.args.some((arg) => /^[+=-][a-zA-Z]*[iau]/.test(arg.text));
  const paths = operandsOf(job.args).filter((arg) => !/^[+=-]/.test(arg.text));
  judgePaths(job, paths, {
    ruleId: "perms.attributes",
    say: "Changes the attributes of",
    isHarmlessOpen: true,
    isBad: (kind) => freezes && (isRecursive(job) || shared.has(kind) || /^(?:device|system|here)$/.test(kind)),
  });
  if (paths.length === 0) ask(job, "write", "perms.attributes-change", "Changes file attributes.");
  return noFlow;
}

export const permissionJudges: Judges = {
  chmod: changeMode,
  chown: changeOwner,
  chgrp: changeOwner,
  setfacl: accessList,
  chattr: attributes,
};
