import { type Arg, isOpenPath, plainArg, readable } from "../../shell/index.ts";
import { judgedPlaces } from "../file-access.ts";
import { type Job, pathTarget } from "../job.ts";
import { type JudgedPath, machines } from "../paths.ts";
import { readPlaces, tellPlace } from "./place-rows.ts";

function tellsOpened(job: Job, place: "machine" | "device", arg: Arg, path: string): true {
  const target = pathTarget(path, isOpenPath(arg));
  tellPlace(job, readPlaces, place, { "": readable(path) }, { target, span: arg.span });
  return true;
}

/** Asks about a name that is a place on another machine: to look there asks that machine, and carries the name to it. */
export function asksMachine(job: Job, arg: Arg): boolean {
  const [judged, ...behind] = judgedPlaces(arg.text, job);
  const { path } = judged;
  // The shell looks up each name behind a pattern that could be such a folder.
  const mayBe = /^\/[^/]*[*?[][^/]*\/.*[\ufdd0-\ufdd2\ufdd5]/u.test(path);
  const isMachine = [judged, ...behind].some(({ kind }) => kind === "machine");
  return (isMachine || mayBe) && tellsOpened(job, "machine", arg, path);
}

/** To look into a device does something: a watchdog starts, a tape winds back. These do nothing. */
const plainDevices = /^\/dev\/(?:shm\/.*|null|zero|full|u?random|std(?:in|out|err)|fd(?:\/\d*)?)$/;

/** Elsewhere what is logged is taken away, a folder is mounted, or a name leads to the files of a process. */
const actingFiles = new RegExp(
  [
    "^/proc/(?:kmsg|acpi/event|net/rpc/[^/]+/channel)$",
    "^/proc/[^/]+/(?:task/[^/]+/)?(?:fd|map_files)/",
    "^/sys(?:/kernel(?:/(?:tracing|debug)(?:/.*)?)?)?$",
    "^/run/initctl$",
  ].join("|"),
);

const actsWhenOpened = ({ kind, path }: JudgedPath): boolean =>
  kind === "device" || (path.startsWith("/dev/") && !plainDevices.test(path)) || actingFiles.test(path);

/** Asks about a file that does something as soon as it is opened. Returns whether it is one. */
export function asksDevice(job: Job, arg: Arg): boolean {
  const [judged, ...behind] = judgedPlaces(arg.text, job);
  return [judged, ...behind].some(actsWhenOpened) && tellsOpened(job, "device", arg, judged.path);
}

/** Judges `[[ -f PATH ]]`. The job is named after the path. */
export function judgePathTest(job: Job): undefined {
  const { path, span } = job;
  if (machines.test(path.replace(/^\/+/, "/"))) tellsOpened(job, "machine", plainArg(path, span), path);
}
