import { type Flow, readable, someFlow } from "../../shell/index.ts";
import { isFedUnseen } from "../brought.ts";
import type { Effect } from "../effects/effect-rows.ts";
import { tell } from "../effects/tell.ts";
import { type Job, shown } from "../job.ts";
import { anyPhrase } from "../word-lists.ts";
import type { Judges } from "./judge.ts";

const unread =
  anyPhrase(`iex, invoke-expression, iwr, invoke-webrequest, irm, invoke-restmethod, downloadstring, downloadfile,
  start-bitstransfer, frombase64string, mshta, certutil, bitsadmin, regsvr32, rundll32, add-type, reflection.assembly,
  invoke-command, start-process, scriptblock`);
/** Text that is put together, or encoded. */
const assembled = /&\s*\(|-join|char\]|(?:^|\s)[-/\u2013]e(?:c|n[a-z]*)?\s+\S/i;
const harms = anyPhrase(`remove-*, ri, rd, rmdir, del, erase, format, format-volume, clear-*, diskpart, initialize-disk,
  stop-computer, restart-computer, shutdown, wevtutil cl, vssadmin delete, bcdedit, reg delete, cipher /w, takeown, icacls,
  net user, net localgroup, add-localgroupmember, new-localuser, disable-*, set-mppreference, add-mppreference,
  set-executionpolicy, stop-service, netsh advfirewall, schtasks, new-scheduledtask, register-scheduledtask, sc delete,
  sc stop, sc config, wmic, uninstall-*`);
const harmsToo = /--unregister|\/add\b/i;
const sends = /(?:-method\s+post|-infile|-body|upload|send-mailmessage|\bget-clipboard)/i;

const deletes =
  /(?:^|[;|&{(]\s*)(?:rm|ri|rmdir|rd|del|erase|remove-item)\b|\bstop-process\b|\[io\.(?:file|directory)\]::delete/i;
const keyFile =
  /[\\/]\.(?:ssh|aws|kube|azure)[\\/]|[\\/](?:id_rsa|id_ed25519|credentials|ntuser\.dat|sam)\b|\bget-credential\b|\bcmdkey\b/i;

const runsUnread = (text: string): boolean => unread.test(text) || assembled.test(text);
const doesHarm = (text: string): boolean => harms.test(text) || harmsToo.test(text);

/** What text of PowerShell or cmd would do, as far as its words tell; null when none of them is known to harm. */
export function windowsDanger(text: string): { risk: "opaque" | "destructive" | "exfil"; say: string } | null {
  if (runsUnread(text)) return { risk: "opaque", say: "Runs text that was decoded, fetched, or made while it runs." };
  if (doesHarm(text) || deletes.test(text))
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
  const [effect, rule, say] = ((): [Effect, string, string] => {
    if (runsUnread(input) || /[\ufdd0\ufdd1]/u.test(text))
      return [
        "runs-unread",
        "windows.unread",
        `${shown(job)} runs text that was decoded, fetched, or made while it runs.`,
      ];
    if (doesHarm(input) || deletesMany(job))
      return ["destroys", "windows.destroys", `${shown(job)} deletes, formats, or changes who may do what.`];
    if (sends.test(input)) return ["sends", "windows.sends", `${shown(job)} sends data to another machine.`];
    if (isFedUnseen(job)) return ["runs-unread", "run.unread", "Runs text that another command prints."];
    return ["starts", "windows.shell", `Runs ${readable(text)} in ${job.name}, whose grammar Cotty does not know.`];
  })();
  tell(job, effect, rule, say);
  return someFlow;
}

export const windowsJudges: Judges = Object.fromEntries(
  "net powershell pwsh powershell_ise cmd command.com wsl wscript cscript"
    .split(" ")
    .map((name) => [name, windowsShell]),
);
