import { isDynamic, readable, someFlow } from "../../shell/index.ts";
import { ask, type Job, shown } from "../job.ts";
import { type Answer, provedBy, withoutProof } from "../judgement.ts";
import type { Judges } from "../judges/judge.ts";
import { runsShellText } from "./shell-text.ts";

/** Applets of busybox that only read, whatever option they are given. An output stands in no option, only as an operand. */
const readingApplets = new Set(
  `arch ascii basename cal cat cksum cmp crc32 cut df diff dirname du echo egrep expand expr factor false fgrep fold free
  grep groups head hexdump hostid id logname ls lsmod lsscsi md5sum nl nproc od paste pidof printf ps pwd readlink realpath
  rev seq sha1sum sha256sum sha3sum sha512sum stat strings sum tac tail test tr true tty uname unexpand uniq uptime w wc
  which who whoami zcat`.split(/\s+/),
);

/** busybox and toybox: one program that is many, with fewer options than the ones they are named after, and some others. */
function applet(job: Job): Answer {
  const [first] = job.args;
  if (first !== undefined && isDynamic(first)) return runsShellText(job, first.text, job.name);
  const isQuestion = first === undefined || /^--(?:list|list-full|help|version)$/.test(first.text);
  if (isQuestion || first.text.startsWith("-")) {
    if (!isQuestion)
      ask(job, "write", "applet.option", `Changes the system through ${job.name} ${readable(first.text)}.`);
    else if (job.args.length > 1) ask(job, "opaque", "option.unknown", `It is not known what ${shown(job)} does.`);
    else return provedBy("answer", someFlow);
    return someFlow;
  }
  if (!readingApplets.has(first.text) || first.many === true)
    ask(job, "opaque", "applet.other", `${job.name} ${readable(first.text)} may read its options differently.`);
  return provedBy("parts", job.run.runArgv(job.args, job, { via: job.name, stdin: job.stdin }));
}

export const appletJudges: Judges = { busybox: applet, toybox: withoutProof(applet) };
