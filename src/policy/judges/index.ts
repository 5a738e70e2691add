import { judgeByRows } from "../effects/judge-effects.ts";
import { onlyAfter } from "../table/wrappers.ts";
import { archiveJudges } from "./archives.ts";
import { batchJudges } from "./batch.ts";
import { builtinJudges } from "./builtins.ts";
import { codeJudges } from "./code.ts";
import { containerJudges } from "./containers.ts";
import { databaseJudges } from "./databases.ts";
import { deleteJudges } from "./deletes.ts";
import { env } from "./env.ts";
import { fdJudges } from "./fd.ts";
import { fileJudges } from "./files.ts";
import { findJudges } from "./find.ts";
import { gitJudges } from "./git.ts";
import { hardwareJudges } from "./hardware.ts";
import { itemJudges } from "./items.ts";
import type { Judge, Judges } from "./judge.ts";
import { machineRunnerJudges } from "./machine-runners.ts";
import { mountJudges } from "./mounts.ts";
import { multiplexerJudges } from "./multiplexers.ts";
import { networkJudges } from "./network.ts";
import { networkSettingJudges } from "./network-settings.ts";
import { packageRunnerJudges } from "./package-runners.ts";
import { packageJudges } from "./packages.ts";
import { pagerJudges } from "./pagers.ts";
import { permissionJudges } from "./permissions.ts";
import { processJudges } from "./processes.ts";
import { remoteJudges } from "./remote.ts";
import { serviceJudges } from "./services.ts";
import { servingJudges } from "./serving.ts";
import { shadowingJudges } from "./shadowing.ts";
import { shellJudges } from "./shell.ts";
import { shellStateJudges } from "./shell-state.ts";
import { textProgramJudges } from "./text-programs.ts";
import { judgeUnknown } from "./unknown.ts";
import { windowsJudges } from "./windows.ts";
import { wrapperJudges } from "./wrappers.ts";

/** What judges a command that is a wrapper only in some forms (`uv run`, `uv pip list`). */
const otherwise: Judge = (job) => {
  const judge = packageJudges[job.name];
  if (judge !== undefined) return judge(job);
  return judgeByRows(job) ?? judgeUnknown(job);
};

/** A wrapper only in some forms has its other forms judged by `otherwise`. */
const packagesElsewhere: Judges = Object.fromEntries(
  Object.entries(packageJudges).filter(([name]) => !Object.hasOwn(onlyAfter, name)),
);

/** Commands by name, for those that rows cannot describe. A name has one judge. */
export const judges: ReadonlyMap<string, Judge> = oneForEach([
  networkJudges,
  packagesElsewhere,
  machineRunnerJudges,
  windowsJudges,
  codeJudges,
  archiveJudges,
  batchJudges,
  containerJudges,
  databaseJudges,
  deleteJudges,
  fileJudges,
  findJudges,
  fdJudges,
  gitJudges,
  permissionJudges,
  remoteJudges,
  serviceJudges,
  networkSettingJudges,
  textProgramJudges,
  pagerJudges,
  wrapperJudges(otherwise),
  { env },
  itemJudges,
  shellJudges,
  builtinJudges,
  shellStateJudges,
  shadowingJudges,
  servingJudges,
  mountJudges,
  packageRunnerJudges,
  processJudges,
  multiplexerJudges,
  hardwareJudges,
]);

function oneForEach(groups: readonly Judges[]): Map<string, Judge> {
  const all = new Map<string, Judge>();
  for (const [name, judge] of groups.flatMap((group) => Object.entries(group))) {
    if (all.has(name)) throw new Error(`Two judges are about ${name}.`);
    all.set(name, judge);
  }
  return all;
}
