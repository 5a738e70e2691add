import { type Flow, plainArg, someFlow } from "../../shell/index.ts";
import { judgeByRows } from "../effects/judge-effects.ts";
import type { Job } from "../job.ts";
import { optionValue } from "../options.ts";
import type { Judges } from "./judge.ts";

/** What ansible does on other machines is told in shell text or as a module that stands for a command; both are judged. */
function ansible(job: Job): Flow {
  const module = optionValue(job.args, "-m", "--module-name")?.text ?? "shell";
  const settings = optionValue(job.args, "-a", "--args")?.text ?? "";
  if (/^(?:shell|command|raw|script)$/.test(module)) job.run.runText(settings, job, { via: "ansible" });
  const argv = commandOf(module.replace(/^(?:[\w]+\.)+/, ""), settings).map((word) => plainArg(word, job.span));
  if (argv.length > 0) job.run.runArgv(argv, job, { via: "ansible" });
  return judgeByRows(job) ?? someFlow;
}

/** The command that does what a module does. */
function commandOf(module: string, settings: string): string[] {
  const value = (...names: string[]): string => {
    const found = names.map((name) => new RegExp(`(?:^|\\s)${name}=("[^"]*"|'[^']*'|\\S+)`).exec(settings)?.[1]);
    return (found.find((text) => text !== undefined) ?? "").replaceAll(/^["']|["']$/g, "");
  };
  const state = value("state");
  const isAbsent = /^(?:absent|purged|removed)$/.test(state);
  if (module === "file" && isAbsent) return ["rm", "-rf", value("path", "dest", "name")];
  if (module === "user" && isAbsent) return ["userdel", value("name")];
  if (/^(?:apt|yum|dnf|package)$/.test(module) && isAbsent) return ["apt-get", "remove", value("name", "pkg")];
  if (/^(?:service|systemd(?:_service)?)$/.test(module) && /^(?:stopped|restarted)$/.test(state))
    return ["systemctl", state === "stopped" ? "stop" : "restart", value("name")];
  if (/^(?:copy|template|lineinfile|blockinfile)$/.test(module)) return ["tee", value("dest", "path")];
  return /^(?:reboot|shutdown)$/.test(module) ? ["reboot"] : [];
}

function vagrant(job: Job): Flow {
  const code = job.args.some((arg) => arg.text === "ssh") ? optionValue(job.args, "-c", "--command") : null;
  if (code !== null) job.run.runText(code.text, job, { via: "vagrant ssh" });
  return judgeByRows(job) ?? someFlow;
}

export const machineRunnerJudges: Judges = { ansible, vagrant };
