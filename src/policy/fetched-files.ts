import { type Flow, hole, someFlow } from "../shell/index.ts";
import { judgedPath } from "./file-access.ts";
import type { Job } from "./job.ts";

/** What this line has put at a path: into the file itself, or into the folder it is in, by fetching and unpacking. */
export function fetchedTo(job: Job, text: string): Flow | undefined {
  const { path } = judgedPath(text, job);
  const isBelow = (folder: string) =>
    path.startsWith(`${folder}/`) || (/^\.?$/.test(folder) && /^[^/.~\ufdd0-\ufdef]/u.test(path));
  return (
    job.shell.files.get(path) ?? [...job.shell.files].find(([folder, flow]) => flow.fetched && isBelow(folder))?.[1]
  );
}

export const isUnread = (flow: Flow | null | undefined): boolean => flow?.fetched === true || flow?.decoded === true;

/** What a fetched archive, clone or download fills is fetched as well, under whatever names. */
export const markFetched = (job: Job, folder: string): undefined => {
  job.shell.files.set(judgedPath(folder, job).path, { ...someFlow, fetched: true });
};

/** Whether it is fed with what only the run decides. */
export const isFedUnseen = ({ stdin }: Job): boolean =>
  !stdin.empty && stdin.text === null && (stdin.file === null || stdin.file.includes(hole.pipe));
