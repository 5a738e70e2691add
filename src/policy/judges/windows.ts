import { type Flow, readable, someFlow } from "../../shell/index.ts";
import { ask, danger, type Job, shown } from "../job.ts";
import type { Judges } from "./judge.ts";

const bad =
  /\b(?:remove-item|ri|rd|rmdir|del|erase|format(?:-volume)?|clear-disk|diskpart|initialize-disk|remove-partition|stop-computer|restart-computer|shutdown|clear-eventlog|wevtutil\s+cl|vssadmin\s+delete|bcdedit|reg\s+delete|cipher\s+\/w|takeown|icacls|net\s+(?:user|localgroup)|add-localgroupmember|new-localuser|disable-\w+|set-mppreference|add-mppreference|set-executionpolicy|remove-\w+|clear-\w+|stop-service|netsh\s+advfirewall|schtasks|new-scheduledtask|register-scheduledtask|sc\s+(?:delete|stop|config)|wmic|uninstall-\w+|format\.com)\b|--unregister|\/add\b/i;
const unread =
  /\b(?:iex|invoke-expression|iwr|invoke-webrequest|irm|invoke-restmethod|downloadstring|downloadfile|start-bitstransfer|frombase64string|mshta|certutil|bitsadmin|regsvr32|rundll32|add-type|reflection\.assembly|invoke-command|start-process|\[scriptblock\]|&\s*\(|-join|char\])/i;
const encoded = /(?:^|\s)[-/\u2013]e(?:c|n[a-z]*)?\s+\S/i;
const sends = /(?:-method\s+post|-infile|-body|upload|send-mailmessage|\bget-clipboard)/i;

const deletes =
  /(?:^|[;|&{(]\s*)(?:rm|ri|rmdir|rd|del|erase|remove-item)\b|\bstop-process\b|\[io\.(?:file|directory)\]::delete/i;
const keyFile =
  /[\\/]\.(?:ssh|aws|kube|azure)[\\/]|[\\/](?:id_rsa|id_ed25519|credentials|ntuser\.dat|sam)\b|\bget-credential\b|\bcmdkey\b/i;

/** What text of PowerShell or cmd would do, as far as its words tell; null when none of them is known to harm. */
export function windowsDanger(text: string): { risk: "opaque" | "destructive" | "exfil"; say: string } | null {
  if (unread.test(text) || encoded.test(text))
    return { risk: "opaque", say: "Runs text that was decoded, fetched, or made while it runs." };
  if (bad.test(text) || deletes.test(text))
    return { risk: "destructive", say: "Deletes, stops or formats something, or changes who may do what." };
  if (keyFile.test(text)) return { risk: "exfil", say: "Reads keys or passwords." };
  return sends.test(text) ? { risk: "exfil", say: "Sends data to another machine." } : null;
}

/** PowerShell has the names of Unix for its own commands: `rm -r -fo ~`. */
const deletesMany = (job: Job): boolean =>
  job.args.some((arg) => deletes.test(arg.text) && /\s-(?:r|rec|fo)\w*\b|\*|\s\/s\b/i.test(arg.text));

/** PowerShell, cmd and their tools. Their grammar is not known here, so at best they are asked about. */
function windowsShell(job: Job): Flow {
  const text = job.args.map((arg) => arg.text).join(" ");
  const input = `${text}\n${job.stdin.text ?? ""}`;
  if (unread.test(input) || encoded.test(input) || /[\ufdd0\ufdd1]/u.test(text))
    danger(
      job,
      "opaque",
      "windows.unread",
      `${shown(job)} runs text that was decoded, fetched, or made while it runs.`,
      "Write the command out.",
    );
  else if (bad.test(input) || deletesMany(job))
    danger(
      job,
      "destructive",
      "windows.destroys",
      `${shown(job)} deletes, formats, or changes who may do what.`,
      "Name exactly what goes, and let a person decide.",
    );
  else if (sends.test(input))
    danger(
      job,
      "exfil",
      "windows.sends",
      `${shown(job)} sends data to another machine.`,
      "Send named, harmless data only.",
    );
  else if (!job.stdin.empty && job.stdin.text === null && job.stdin.file === null)
    danger(job, "opaque", "run.unread", "Runs text that another command prints.", "Write the command out.");
  else ask(job, "opaque", "windows.shell", `Runs ${readable(text)} in ${job.name}, whose grammar is not known here.`);
  return someFlow;
}

const each = (names: string, judge: (job: Job) => Flow): Judges =>
  Object.fromEntries(names.split(" ").map((name) => [name, judge]));

function always(job: Job): Flow {
  danger(
    job,
    "destructive",
    "windows.destroys",
    `${shown(job)} changes or deletes parts of a Windows system, or runs hidden code.`,
    "Let a person do this.",
  );
  return someFlow;
}

export const windowsJudges: Judges = {
  ...each("net powershell pwsh powershell_ise cmd command.com wsl wscript cscript", windowsShell),
  ...each(
    "Remove-Item Clear-Content Format-Volume Clear-Disk Stop-Computer Restart-Computer Invoke-Expression Invoke-WebRequest iwr diskpart bcdedit vssadmin wevtutil cipher takeown icacls schtasks wmic mshta certutil bitsadmin regsvr32 rundll32 reg format rd del erase deltree diskshadow wbadmin fsutil Set-ExecutionPolicy Remove-Partition Initialize-Disk",
    always,
  ),
};
