import { unlessFolderHas, unlessRepositoryRuns, unlessVersionIsOther } from "../conditions.ts";
import { ask, type Job } from "../job.ts";
import { hasVersions, programs } from "../programs/index.ts";
import { asksGit, folderFiles, longOptionFiles, runsFolderCode } from "./folder-programs.ts";

/** What only looks, but at a folder that can make the program run something: asked about, or looked up before it runs. */
export function looksAtFolder(job: Job): undefined {
  if (runsFolderCode.has(job.name))
    return ask(
      job,
      "opaque",
      "folder.runs-code",
      `${job.name} runs code of the folder it is started in, whatever it shows.`,
    );
  // What it starts finds its files in the same folder.
  const started = programs.get(job.name)?.starts ?? [];
  const files = [...new Set([job.name, ...started].flatMap((name) => folderFiles.get(name) ?? []))];
  const asked = job.args[0]?.text === "--version" ? longOptionFiles.get(job.name) : undefined;
  files.push(...(asked ?? []));
  if (files.length > 0) unlessFolderHas(job, files);
  if (hasVersions(job.name)) unlessVersionIsOther(job);
  if (asksGit.has(job.name)) unlessRepositoryRuns(job);
}
