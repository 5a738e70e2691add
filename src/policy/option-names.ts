/**
 * Names of options that write, run, change or ask elsewhere, in most programs. Where a list of options ends in "and every
 * other one", these are not among the others: a program whose `--output` chooses columns says so on its own list.
 */
const doesMore =
  "out out-file outfile output output-file output-dir output-directory output-path file filename files-from save save-as log-file logfile log-dir logdir dump dump-file checkpoint write record export export-to exec execute command cmd run script plugin plugins hook prune force delete remove rm clear clean purge bootstrap fix repair reset add edit install update upgrade init create download download-dir dest destination target-dir cache-dir config config-file config-dir pager editor viewer browser move copy rename enable disable start stop kill rotate flush sync vacuum endpoint server host hostname url uri proxy remote connect address http-addr socket token password password-file pid-file pidfile daemon background listen bind web open".split(
    " ",
  );
const openEnded = /^(?:[\w-]+-)?(?:vacuum|endpoint)/i;

/** Not cut short: `numfmt --to`, `gh run view --log`, `sha256sum --check`, `tail --pid`. */
const whole = /^(?:to|log|check|pid|cache|target)$/;

/** Whether a name is one of these, alone or behind others (`--api-url`), or cut short as many programs allow (`--endpo`). */
function doesOrMayDo(name: string): boolean {
  const given = name.replace(/^--?/, "").toLowerCase();
  const isLong = name.startsWith("--");
  const parts = given.split("-").map((_, index, all) => all.slice(index).join("-"));
  return (
    openEnded.test(given) ||
    parts.some(
      (part) =>
        part !== "" && !whole.test(part) && doesMore.some((full) => full === part || (isLong && full.startsWith(part))),
    )
  );
}

/** For them the output is columns. */
const choosesColumns = /^(?:df|ls[a-z]+|findmnt|swapon|column|ps|losetup|zramctl|who|last)$/;

/** Whether an option of a program is one of those, by its name alone. Single letters say nothing. */
export const suggestsMore = (program: string, name: string): boolean =>
  name.length > 2 && doesOrMayDo(name) && !(name === "--output" && choosesColumns.test(program));
