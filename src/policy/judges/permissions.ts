import { isDynamic, isOpenPath, literal, noFlow, readable } from "../../shell/index.ts";
import { judgedPath } from "../file-access.ts";
import { ask, danger, type Job, pathTarget } from "../job.ts";
import { hasOption, operandsOf } from "../options.ts";
import type { PathKind } from "../paths.ts";
import type { Judges } from "./judge.ts";

const safer = "Change named files only, and give the least that is needed.";
const wide: PathKind[] = [
  "root",
  "system-directory",
  "program",
  "account",
  "home",
  "collapses",
  "device",
  "kernel",
  "policy",
];

const setsId = (mode: string) => /^0?[2-7]\d{3}$/.test(mode) || /[ugoa]*[+=][rwxXt]*s/.test(mode);
const opensToAll = (mode: string) =>
  /^[0-7]?[0-7]{2}[2367]$/.test(mode) || /(?:^|,)(?:[ugo]*[oa][ugo]*|)[+=][rxXst]*w/.test(mode);
const isPrivateMode = (mode: string) => /^0?[1-7]00$/.test(mode) || /^(?:go|og)[-=]/.test(mode);

function changeMode(job: Job) {
  const recursive = hasOption(job.args, "-R", "--recursive");
  const [first, ...rest] = operandsOf(job.args);
  // `chmod -x file`: the mode itself starts with a dash.
  const dashed = job.args.find((arg) => /^-[rwxXst]+$/.test(arg.text));
  const copies = job.args.find((arg) => /^--ref/.test(arg.text));
  const mode =
    copies !== undefined
      ? "that of another file"
      : dashed !== undefined
        ? dashed.text
        : first === undefined
          ? ""
          : (literal(first) ?? "");
  const paths = (dashed !== undefined || copies !== undefined) && first !== undefined ? [first, ...rest] : rest;
  if (first !== undefined && isDynamic(first) && dashed === undefined)
    ask(job, "write", "perms.dynamic", "The mode is only known at run time.");
  if (setsId(mode)) {
    danger(
      job,
      "escalate",
      "perms.setuid",
      `Lets a program run with its owner's rights (${mode}).`,
      "Use sudo for the one command that needs it.",
    );
  }
  for (const path of paths) {
    const { kind, path: where } = judgedPath(path.text, job);
    const target = pathTarget(where, isOpenPath(path));
    const isOwn = isPrivateMode(mode) && !recursive;
    const bad =
      (recursive && (opensToAll(mode) || kind === "dynamic")) ||
      (wide.includes(kind) && !isOwn && kind !== "device") ||
      ((kind === "secret" || kind === "login") && !isOwn && !/^(?:0?[67]00|u[+=].*)$/.test(mode)) ||
      (recursive && ["system", "secret", "login", "git"].includes(kind)) ||
      (recursive && kind === "here" && /^0?0|-r|-x|000/.test(mode)) ||
      (opensToAll(mode) && ["system", "home-entry", "device"].includes(kind)) ||
      isOpenPath(path);
    if (bad)
      danger(
        job,
        "destructive",
        "perms.broad",
        `Changes permissions of ${readable(where)}${recursive ? " and everything in it" : ""} to ${mode}: this opens or breaks what others depend on.`,
        safer,
        { target },
      );
    else ask(job, "write", "perms.change", `Changes permissions of ${readable(where)} to ${mode}.`, { target });
  }
  return noFlow;
}

function changeOwner(job: Job) {
  const recursive = hasOption(job.args, "-R", "--recursive");
  const copies = job.args.some((arg) => /^--ref/.test(arg.text));
  const paths = operandsOf(job.args).slice(copies ? 0 : 1);
  for (const path of paths) {
    const { kind, path: where } = judgedPath(path.text, job);
    const target = pathTarget(where, isOpenPath(path));
    const bad =
      wide.includes(kind) ||
      isOpenPath(path) ||
      ["secret", "login"].includes(kind) ||
      (recursive && /^\/(?:etc|usr|lib|bin|sbin|boot|opt\/?$)/.test(where));
    if (bad)
      danger(
        job,
        "destructive",
        "perms.owner",
        `Changes the owner of ${readable(where)}${recursive ? " and everything in it" : ""}.`,
        safer,
        { target },
      );
    else ask(job, "write", "perms.owner-change", `Changes the owner of ${readable(where)}.`, { target });
  }
  if (paths.length === 0) ask(job, "write", "perms.owner-change", "Changes the owner of a file.");
  return noFlow;
}

function accessList(job: Job) {
  const recursive = hasOption(job.args, "-R", "--recursive", "-r");
  const paths = operandsOf(job.args).filter(
    (arg) =>
      !/^(?:[ugodm]|user|group|default)?:?[\w-]*:[\w-]*(?::[rwxX-]+)?$|^[rwxX-]+$/.test(arg.text) ||
      arg.text.startsWith("/"),
  );
  for (const path of paths) {
    const { kind, path: where } = judgedPath(path.text, job);
    if (
      wide.includes(kind) ||
      ["secret", "login"].includes(kind) ||
      isOpenPath(path) ||
      (recursive && ["system", "here"].includes(kind))
    ) {
      danger(job, "destructive", "perms.acl", `Changes access lists of ${readable(where)}.`, safer, {
        target: pathTarget(where),
      });
    }
  }
  ask(job, "write", "perms.acl-change", "Changes access lists.");
  return noFlow;
}

function attributes(job: Job) {
  const text = job.args.map((arg) => arg.text).join(" ");
  const paths = operandsOf(job.args).filter((arg) => !/^[+=-]/.test(arg.text));
  const isWide = paths.some((path) => [...wide, "system", "here"].includes(judgedPath(path.text, job).kind));
  if (/[+=-][a-zA-Z]*[iau]/.test(text) && (isWide || hasOption(job.args, "-R")))
    danger(
      job,
      "destructive",
      "perms.attributes",
      "Makes files of the system unchangeable, or changeable again.",
      safer,
    );
  else ask(job, "write", "perms.attributes-change", "Changes file attributes.");
  return noFlow;
}

export const permissionJudges: Judges = {
  chmod: changeMode,
  chown: changeOwner,
  chgrp: changeOwner,
  setfacl: accessList,
  chattr: attributes,
  setcap: (job) => {
    danger(
      job,
      "escalate",
      "perms.capabilities",
      "Gives a program rights of the kernel's administrator for good.",
      "Use sudo for the one command that needs it.",
    );
    return noFlow;
  },
};
