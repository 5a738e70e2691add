import { judgeByRows } from "../effects/judge-effects.ts";
import { appletJudges } from "../runners/applets.ts";
import { env } from "../runners/env.ts";
import { fdJudges } from "../runners/fd.ts";
import { findJudges } from "../runners/find.ts";
import { itemJudges } from "../runners/items.ts";
import { rightsJudges } from "../runners/rights.ts";
import { shellJudges } from "../runners/shell.ts";
import { wrapperJudges } from "../runners/wrappers.ts";
import { archiveJudges } from "./archives.ts";
import { builtinJudges } from "./builtins.ts";
import { codeJudges } from "./code.ts";
import { containerJudges } from "./containers.ts";
import { databaseJudges } from "./databases.ts";
import { deleteJudges } from "./deletes.ts";
import { fileJudges } from "./files.ts";
import { gitJudges } from "./git.ts";
import { type Judge, type Judges, withHabits } from "./judge.ts";
import { killJudges } from "./kill.ts";
import { machineRunnerJudges } from "./machine-runners.ts";
import { multiplexerJudges } from "./multiplexers.ts";
import { networkJudges } from "./network.ts";
import { networkSettingJudges } from "./network-settings.ts";
import { packageRunnerJudges } from "./package-runners.ts";
import { pagerJudges } from "./pagers.ts";
import { permissionJudges } from "./permissions.ts";
import { processJudges } from "./processes.ts";
import { remoteJudges } from "./remote.ts";
import { servingJudges } from "./serving.ts";
import { shellStateJudges } from "./shell-state.ts";
import { textProgramJudges } from "./text-programs.ts";
import { judgeUnknown } from "./unknown.ts";
import { windowsJudges } from "./windows.ts";

/** What judges a command that is a wrapper only in some forms (`uv run`, `uv pip list`). */
const otherwise: Judge = (job) => judgeByRows(job) ?? judgeUnknown(job);

/** What these run is judged by itself, and so is what they write. */
const runners = withHabits({ findsOutputs: true }, { ...findJudges, ...fdJudges, ...appletJudges, env, ...itemJudges });

/** Commands by name, for those that rows cannot describe. A name has one judge. */
export const judges: ReadonlyMap<string, Judge> = oneForEach([
  networkJudges,
  machineRunnerJudges,
  windowsJudges,
  codeJudges,
  archiveJudges,
  containerJudges,
  databaseJudges,
  deleteJudges,
  fileJudges,
  gitJudges,
  permissionJudges,
  remoteJudges,
  killJudges,
  networkSettingJudges,
  textProgramJudges,
  pagerJudges,
  wrapperJudges(otherwise),
  rightsJudges,
  runners,
  shellJudges,
  builtinJudges,
  shellStateJudges,
  servingJudges,
  packageRunnerJudges,
  processJudges,
  multiplexerJudges,
]);

function oneForEach(groups: readonly Judges[]): Map<string, Judge> {
  const all = new Map<string, Judge>();
  for (const [name, judge] of groups.flatMap((group) => Object.entries(group))) {
    if (all.has(name)) throw new Error(`Two judges are about ${name}.`);
    all.set(name, judge);
  }
  return all;
}
