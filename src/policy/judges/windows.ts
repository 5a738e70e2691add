import { type Flow, readable, someFlow } from "../../shell/index.ts";
import type { Effect } from "../effects/effect-rows.ts";
import { tell } from "../effects/tell.ts";
import { isFedUnseen } from "../fetched-files.ts";
import { type Job, shown } from "../job.ts";
import {
  deletesMany,
  deletesSome,
  doesHarm,
  readsKeys,
  readWindowsText,
  runsUnread,
  sendsData,
} from "../languages/windows-text.ts";
import { type Judges, named } from "./judge.ts";

/** What text of PowerShell or cmd would do, as far as its words tell; null when none of them is known to harm. */
export function windowsDanger(text: string): { risk: "opaque" | "destructive" | "exfil"; say: string } | null {
  const readings = readWindowsText(text);
  if (readings.some(runsUnread))
    return { risk: "opaque", say: "Runs text that was decoded, fetched, or made while it runs." };
  if (readings.some((words) => doesHarm(words) || deletesSome(words)))
    return { risk: "destructive", say: "Deletes, stops or formats something, or changes who may do what." };
  if (readings.some(readsKeys)) return { risk: "exfil", say: "Reads keys or passwords." };
  return readings.some(sendsData) ? { risk: "exfil", say: "Sends data to another machine." } : null;
}

/** PowerShell, cmd and their tools. Their grammar is not known here, so at best they are asked about. */
function windowsShell(job: Job): Flow {
  // PowerShell and cmd take all that stands behind -Command and /c for one text, and what they read for the next line.
  const texts = job.args.map((arg) => arg.text);
  const readings = readWindowsText(...texts, "\n", job.stdin.text ?? "");
  const [effect, rule, say] = ((): [Effect, string, string] => {
    if (readings.some(runsUnread) || texts.some((text) => /[\ufdd0\ufdd1]/u.test(text)))
      return [
        "runs-unread",
        "windows.unread",
        `${shown(job)} runs text that was decoded, fetched, or made while it runs.`,
      ];
    if (readings.some(doesHarm) || job.args.some((arg) => readWindowsText(arg.text).some(deletesMany)))
      return ["destroys", "windows.destroys", `${shown(job)} deletes, formats, or changes who may do what.`];
    if (readings.some(sendsData)) return ["sends", "windows.sends", `${shown(job)} sends data to another machine.`];
    if (isFedUnseen(job)) return ["runs-unread", "run.unread", "Runs text that another command prints."];
    const shownText = texts.map((text) => readable(text)).join(" ");
    return ["starts", "windows.shell", `Runs ${shownText} in ${job.name}, whose grammar Cotty does not know.`];
  })();
  tell(job, effect, rule, say);
  return someFlow;
}

export const windowsJudges: Judges = named(
  "net powershell pwsh powershell_ise cmd command.com wsl wscript cscript",
  windowsShell,
);
