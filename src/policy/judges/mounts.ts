import { type Flow, isDynamic, readable, someFlow } from "../../shell/index.ts";
import { judgedPath } from "../file-access.ts";
import { ask, danger, type Job } from "../job.ts";
import { hasOption, operandsOf, parseArgs } from "../options.ts";
import { optionTable } from "../spec.ts";
import type { Judges } from "./judge.ts";

/** Mounting: reading the list is harmless, mounting is ordinary, mounting over the system is not. */
function mount(job: Job): Flow {
  const { operands } = parseArgs(job.args, optionTable({ options: "-t= --types=" }));
  if (operands.length === 0) return someFlow;
  const text = job.args.map((arg) => arg.text).join(" ");
  const at = operands.at(-1)?.text ?? "";
  if (
    /^\/(?:etc|usr|bin|sbin|lib|lib64|boot|home|root|var|dev|proc|sys)?\/?$|^\/etc\//.test(at) ||
    /--bind|--rbind|--move|\boverlay\b/.test(text)
  )
    danger(
      job,
      "destructive",
      "overwrite.mount",
      `Puts something else in the place of ${readable(at)}.`,
      "Mount on an empty directory under /mnt.",
    );
  else ask(job, "write", "mount", `Mounts ${readable(operands[0]?.text ?? "")}.`);
  return someFlow;
}

/** Taking a file system away: what lives on it, the session included, may stop. */
function unmount(job: Job): Flow {
  const operands = operandsOf(job.args);
  const vital = operands.find(
    (arg) =>
      !/^\/(?:mnt|media)\/?$/.test(arg.text) &&
      ["root", "system-directory", "home", "here", "account", "kernel"].includes(judgedPath(arg.text, job).kind),
  );
  if (hasOption(job.args, "-a", "--all") || vital !== undefined || operands.some((arg) => isDynamic(arg)))
    danger(
      job,
      "lockout",
      "lockout.unmount",
      `Takes away ${vital === undefined ? "file systems that are in use" : readable(vital.text)}, and with it what runs from there.`,
      "Name the one mount point under /mnt or /media.",
    );
  else ask(job, "write", "mount.remove", `Takes the file system ${readable(operands[0]?.text ?? "")} away.`);
  return someFlow;
}

export const mountJudges: Judges = { mount, umount: unmount };
