import { plainArg, someFlow } from "../../shell/index.ts";
import { judgeByRows } from "../effects/judge-effects.ts";
import type { Job } from "../job.ts";
import { optionValue } from "../options.ts";
import type { Judge, Judges } from "./judge.ts";

/** What these do on other machines is told in shell text or as a module that stands for a command; both are judged. */
const ansible: Judge = (job) => {
  const module = optionValue(job.args, "-m", "--module-name")?.text ?? null;
  const settings = optionValue(job.args, "-a", "--args");
  if (settings !== null && (module === null || /^(?:shell|command|raw|script)$/.test(module)))
    job.run.runText(settings.text, job, { via: "ansible" });
  runsModule(job, module ?? "", settings?.text ?? "");
  return judgeByRows(job) ?? someFlow;
};

const vagrant: Judge = (job) => {
  const code = job.args.some((arg) => arg.text === "ssh") ? optionValue(job.args, "-c", "--command") : null;
  if (code !== null) job.run.runText(code.text, job, { via: "vagrant ssh" });
  return judgeByRows(job) ?? someFlow;
};

/** Modules that do what a command does, as that command. */
function runsModule(job: Job, module: string, settings: string): undefined {
  const value = (name: string) => new RegExp(`(?:^|\\s)${name}=("[^"]*"|'[^']*'|\\S+)`).exec(settings)?.[1] ?? "";
  const plain = (name: string) => value(name).replaceAll(/^["']|["']$/g, "");
  const run = (...words: string[]) =>
    job.run.runArgv(
      words.map((word) => plainArg(word, job.span)),
      job,
      { via: "ansible" },
    );
  const short = module.replace(/^(?:ansible\.)?(?:builtin|posix|legacy)\./, "").replace(/^ansible\.\w+\./, "");
  const isAbsent = /^(?:absent|purged|removed)$/.test(plain("state"));
  if (short === "file" && isAbsent) run("rm", "-rf", plain("path") || plain("dest") || plain("name"));
  else if (short === "user" && isAbsent) run("userdel", plain("name"));
  else if (/^(?:apt|yum|dnf|package)$/.test(short) && isAbsent) run("apt-get", "remove", plain("name") || plain("pkg"));
  else if (/^(?:service|systemd(?:_service)?)$/.test(short) && /^(?:stopped|restarted)$/.test(plain("state")))
    run("systemctl", plain("state") === "stopped" ? "stop" : "restart", plain("name"));
  else if (/^(?:copy|template|lineinfile|blockinfile)$/.test(short)) run("tee", plain("dest") || plain("path"));
  else if (/^(?:reboot|shutdown)$/.test(short)) run("reboot");
}

export const machineRunnerJudges: Judges = { ansible, vagrant };
