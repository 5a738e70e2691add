/**
 * What git is told where it only looks: it starts no monitor of the file system, hook or pager that a repository names,
 * and takes no folder for a repository that only looks like one. As git keeps the settings of `git -c` for the programs
 * that it starts itself: every version reads them there, last, while `GIT_CONFIG_COUNT` means nothing before 2.31.
 *
 * `diff.external` is not among them: an empty one is a program without a name, and `git diff` fails.
 */
export const gitLooks = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.pager=cat",
  "safe.bareRepository=explicit",
]
  .map((setting) => `'${setting}'`)
  .join(" ");
