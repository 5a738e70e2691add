import type { Assessment, RepositorySetting } from "../../policy/index.ts";
import type { Act } from "../contract/act.ts";

/**
 * Programs that may stand on a line beside git: none of them changes the environment that git has there, and none starts
 * git.
 */
const besideGit = new Set(
  ": awk break cat cd column cut echo egrep false fgrep grep head jq ls pwd sed sort tail tr true uniq wc".split(" "),
);

/** `-c` on the command line stands above what is lent. */
const setsForOne = /^-c|^--config/;

/**
 * Whether every git of a line will have what a shell lends to a line that only looks (`RunOptions.onlyLooks`): nothing on
 * it, and nothing that an earlier line has left in the shell, stands in between. That a line which gives `GIT_…` variables
 * a value is no allow, policy sees to.
 */
export function onlyLooks(
  { commands, matched }: Pick<Assessment, "commands" | "matched">,
  {
    hasOwnSettings = false,
    leftVariables = [],
    leftState = [],
  }: Pick<Act, "hasOwnSettings" | "leftVariables" | "leftState">,
): boolean {
  if (hasOwnSettings || leftVariables.length > 0 || leftState.length > 0 || matched.length > 0) return false;
  const isGit = ([name]: readonly (string | null)[]) => name === "git";
  const isPlain = ([name, ...words]: readonly (string | null)[]) =>
    name === "git" ? !words.some((word) => word !== null && setsForOne.test(word)) : besideGit.has(name ?? "");
  return (
    commands.some(({ argv }) => isGit(argv)) && commands.every(({ argv, via }) => via.length === 0 && isPlain(argv))
  );
}

/** Whether what is lent stands above a setting: its program is not started, whatever the repository says. */
export const isSwitchedOff = ({ key }: RepositorySetting): boolean =>
  /^(?:core\.(?:fsmonitor|pager)|pager\..*)$/s.test(key);
