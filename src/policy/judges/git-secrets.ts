import { wildcards } from "../../base/index.ts";
import { type Arg, plainArg, readable } from "../../shell/index.ts";
import { tell } from "../effects/tell.ts";
import { holdsSecrets, judgedPath, readsFile } from "../file-access.ts";
import type { Job } from "../job.ts";
import { operandsOf } from "../options.ts";
import { secretFoundBy } from "../places/path-globs.ts";

/** What a row lets through and git may print contents of files with. */
const printsContents =
  /^(?:show|diff|diff-tree|diff-index|diff-files|range-diff|log|rev-list|whatchanged|reflog|stash|cat-file|blame|annotate|grep|notes)$/;

/**
 * A place of secrets that git is told to print. The name of a file stands behind a colon, whatever is in front of it
 * (`HEAD:x`, `:0:x`, `HEAD@{1 day ago}:x`, `:(top)x`, `-L1,3:x`), and may be a pattern of git's own.
 */
export function printsNamed(job: Job, name: string, args: readonly Arg[]): undefined {
  if (!printsContents.test(name)) return;
  // What was committed in a private place is as private as the files there.
  if (judgedPath(".", job).kind !== "project") readsFile(job, plainArg(".", job.span));
  const ranges = args.filter((arg, at) => /^-L./.test(arg.text) || args[at - 1]?.text === "-L");
  for (const arg of [...operandsOf(args), ...ranges]) {
    const ends = [...arg.text.matchAll(/:/g)].map(({ index }) => arg.text.slice(index + 1));
    const names = [arg.text, ...ends].flatMap((text) => [text, text.replace(/^(?:\([^)]*\))?\/*/, "")]);
    const secret = names.find((text) => holdsSecrets(text, job));
    if (secret !== undefined) readsFile(job, { ...arg, text: secret });
    else if (names.some(singlesOutSecret))
      tell(job, "shows", "private.found", `${readable(arg.text)} can be a file that holds keys or passwords.`, {
        at: arg,
      });
  }
}

function singlesOutSecret(pattern: string): boolean {
  if (!/[*?[]/.test(pattern)) return false;
  const test = wildcards(pattern);
  return secretFoundBy("./", (path, name) => test.test(path) || test.test(name)) !== null;
}
