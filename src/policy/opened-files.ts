import { type Arg, isOpenPath, readable } from "../shell/index.ts";
import { judgedPath } from "./file-access.ts";
import { ask, type Job, pathTarget } from "./job.ts";
import { type JudgedPath, machines } from "./paths.ts";

/** Asks about a name that is a place on another machine: to look there asks that machine, and carries the name to it. */
export function asksMachine(job: Job, arg: Arg): boolean {
  const { kind, path } = judgedPath(arg.text, job);
  // The shell looks up each name behind a pattern that could be such a folder.
  const mayBe = /^\/[^/]*[*?[][^/]*\/.*[\ufdd0-\ufdd2\ufdd5]/u.test(path);
  if (kind !== "machine" && !mayBe) return false;
  ask(job, "network", "network.path", `${readable(path)} can be a place on another machine, which is asked for it.`, {
    target: pathTarget(path, isOpenPath(arg)),
    span: arg.span,
  });
  return true;
}

/** To open or read these does something: a watchdog starts, a tape winds back, what is typed or logged is taken away. */
const actsWhenOpened = ({ kind, path }: JudgedPath): boolean =>
  kind === "device" ||
  (path.startsWith("/dev/") &&
    !/^\/dev\/(?:shm\/.*|null|zero|full|u?random|std(?:in|out|err)|fd(?:\/\d*)?)$/.test(path)) ||
  /^\/proc\/(?:kmsg|acpi\/event)$|^\/proc\/net\/rpc\/[^/]+\/channel$|^\/sys(?:\/kernel(?:\/(?:tracing|debug)(?:\/.*)?)?)?$|^\/proc\/[^/]+\/(?:task\/[^/]+\/)?(?:fd|map_files)\/|^\/run\/initctl$/.test(
    path,
  );

/** Asks about a file that does something as soon as it is opened. Returns whether it is one. */
export function asksDevice(job: Job, arg: Arg): boolean {
  const judged = judgedPath(arg.text, job);
  if (!actsWhenOpened(judged)) return false;
  ask(job, "read", "device.read", `Reads the device ${readable(judged.path)} directly.`, {
    target: pathTarget(judged.path, isOpenPath(arg)),
  });
  return true;
}

/** Judges `[[ -f PATH ]]`. The job is named after the path. */
export function judgePathTest(job: Job): undefined {
  const { path } = job;
  if (machines.test(path.replace(/^\/+/, "/")))
    ask(job, "network", "network.path", `${path} can be a place on another machine, which is asked for it.`);
}
